const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Control characters that XML and HTML do not know leave a text. */
// oxlint-disable-next-line no-control-regex -- these are the ones meant
const unknown = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text as the content of an element or an attribute, in HTML and in XML. */
export const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(unknown, '')
    .replace(/[&<>"']/g, (char) => entities[char]!);

/** Data inside a script element: no text in it can end the element. */
export const asScriptData = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');
