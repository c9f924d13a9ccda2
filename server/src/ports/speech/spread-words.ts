import type { RecognisedWord } from './port.ts';

/** The words of a sentence whose words have no times of their own, spread over it by their length. */
export function spreadWords({ text, start, end }: { text: string; start: number; end: number }): RecognisedWord[] {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const letters = words.reduce((sum, word) => sum + word.length + 1, 0);
  let before = 0;
  return words.map((word) => {
    const from = start + ((end - start) * before) / letters;
    before += word.length + 1;
    return { text: word, start: from, end: start + ((end - start) * before) / letters };
  });
}
