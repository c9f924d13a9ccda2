import type { RecognisedWord } from '../port.ts';
import { spreadWords } from '../spread-words.ts';
import type { RecognisedPiece } from './protocol.ts';

/** How long the last sound of a word may take when nothing tells, in seconds. */
const longestToken = 0.4;

/** A token that begins a word begins with a space, which some write as this sign. */
const opensWord = /^[\s▁]/;

/** Signs that belong to the word before them and are not spoken. */
const punctuation = /^[\p{P}\p{S}]+$/u;

/**
 * Builds words from recognised tokens, timed from the recording's start. A word ends with its last spoken token.
 * Missing times are spread by word length.
 */
export function wordsOfTokens({
  start,
  end,
  text,
  tokens,
  timestamps,
  durations,
  logProbabilities,
}: RecognisedPiece): RecognisedWord[] {
  if (timestamps.length === 0 || timestamps.length !== tokens.length) return spreadWords({ text, start, end });
  const words: (RecognisedWord & { logs: number[] })[] = [];
  for (const [n, token] of tokens.entries()) {
    const begins = start + timestamps[n]!;
    const next = timestamps.slice(n + 1).find((time) => time > timestamps[n]!);
    const lasts = durations[n] || Math.min(longestToken, (next ?? Infinity) - timestamps[n]!);
    const ends = Math.min(end, begins + lasts);
    const plain = token.replace(opensWord, '');
    const last = words.at(-1);
    if (last && !opensWord.test(token)) {
      last.text += plain;
      if (!punctuation.test(plain)) last.end = Math.max(last.end, ends);
    } else words.push({ text: plain, start: begins, end: Math.max(begins, ends), logs: [] });
    if (logProbabilities[n] !== undefined) words.at(-1)!.logs.push(logProbabilities[n]);
  }
  return words
    .filter(({ text }) => text.trim() !== '')
    .map(({ logs, ...word }) =>
      logs.length === 0
        ? word
        : { ...word, confidence: Math.min(1, Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length)) },
    );
}
