import { findQuestion } from '@lectern/contract/rules/folded-text';

/** Cuts a text wherever a question stands in it, as the search finds it. Every second part is a match. */
export function splitMatches(text: string, question: string): string[] {
  const found = question === '' ? [] : findQuestion(text, question);
  const ends = [0, ...found.flatMap(({ from, to }) => [from, to]), text.length];
  return ends.slice(1).map((end, n) => text.slice(ends[n], end));
}
