import { literally } from './literally.ts';

/** Cuts a text at every occurrence of a keyword, or of several, ignoring case. Every second part is a match. */
export function splitMatches(text: string, keyword: string | readonly string[]): string[] {
  const words = [keyword].flat().filter((word) => word !== '');
  if (words.length === 0) return [text];
  const pattern = new RegExp(`(${words.map(literally).join('|')})`, 'giu');
  return text.split(pattern);
}
