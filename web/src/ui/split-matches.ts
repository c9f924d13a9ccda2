/** Cuts a text at every occurrence of a keyword, ignoring case. Every second part is a match. */
export function splitMatches(text: string, keyword: string): string[] {
  if (keyword === '') return [text];
  const pattern = new RegExp(`(${keyword.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})`, 'giu');
  return text.split(pattern);
}
