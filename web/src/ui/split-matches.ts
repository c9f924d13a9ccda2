const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Cuts a text at every occurrence of a keyword, ignoring case; where it stands nowhere as a whole, of its words.
 * Every second part is a match.
 */
export function splitMatches(text: string, keyword: string): string[] {
  if (keyword === '') return [text];
  const whole = text.toLowerCase().includes(keyword.toLowerCase());
  const words = whole ? [keyword] : keyword.split(/\s+/).filter((word) => word.length > 1);
  if (words.length === 0) return [text];
  const pattern = new RegExp(`(${words.map(literally).join('|')})`, 'giu');
  return text.split(pattern);
}
