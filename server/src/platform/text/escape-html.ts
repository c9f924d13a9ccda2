const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that XML 1.0 (section 2.2) does not know. */
const unknown = /[[\p{Cc}--[\t\n\r\x7f-\x9f]]\ufffe\uffff]/gv;

/** A text as the content of an element or an attribute, in HTML and in XML. */
export const escapeHtml = (text: string): string =>
  text
    .toWellFormed()
    .replace(unknown, '')
    .replace(/[&<>"']/g, (char) => entities[char]!);

/** Data inside a script element: no text in it can end the element. */
export const asScriptData = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');
