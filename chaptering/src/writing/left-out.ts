import type { Transcript, Word } from '../transcript.ts';
import { soundMarks } from '../sound-marks.ts';

/** Words of the transcript by number, the second excluded. */
export type Words = readonly [from: number, to: number];

/** Whether two stretches of words share any. */
export const overlap = (a: Words, b: Words): boolean => a[0] < b[1] && b[0] < a[1];

/** Stands in a quote where something was left out of it. */
export const LEFT_OUT = '…';
/** So many characters of the transcript, and no more, may stand where a quote leaves something out. */
export const LONGEST_LEFT_OUT = 64;

const SOUND = /^(?:u+h+|u+m+|e+r+m*|h+m+|m+h*m+|a+h+)[,.…]*$/i;
/** Said between commas it says nothing. */
const FILLERS: readonly (readonly string[])[] = [
  ['you', 'know'],
  ['i', 'mean'],
  ['like'],
  ['sort', 'of'],
  ['kind', 'of'],
];
/** A small word said twice at once. */
const STUTTERED =
  /^(?:the|a|an|of|to|in|on|for|is|are|was|and|that|this|my|our|your|i|we|you|they|it|it's|we're|with|at|if|so|but|can)$/;
/** More is no slip but a way of talking. */
const MOST_LEFT_OUT = 1;

/**
 * The words of a quote without hesitations, pet phrases between commas, stutters and marks of sounds: one span where
 * nothing is left out. Undefined where too much would be.
 */
export function withoutSlips({ text, words, afterSounds }: Transcript, [from, to]: Words): Words[] | undefined {
  const slips = new Set<number>();
  for (let i = from; i < to; i++) {
    if (slips.has(i)) continue;
    for (let k = 0; k < slipAt(text, words, i, from, to); k++) slips.add(i + k);
  }
  const pieces: Words[] = [];
  let start = from;
  for (let i = from; i <= to; i++) {
    const sound = i > start && i < to ? soundBetween(i) : 0;
    if (sound > LONGEST_LEFT_OUT) return undefined;
    const isMarked = sound > 0;
    if (i < to && !slips.has(i) && !isMarked) continue;
    if (i > start) pieces.push([start, i]);
    start = slips.has(i) ? i + 1 : i;
  }
  return pieces.length === 0 || pieces.length > MOST_LEFT_OUT + 1 ? undefined : pieces;

  /** Characters between a word and the one before it, where a sound stands there. */
  function soundBetween(i: number): number {
    const between = text.slice(words[i - 1]!.to, words[i]!.from);
    const own = afterSounds.get(i) ?? 0;
    return own > 0 || soundMarks(between).length > 0 ? own + between.length : 0;
  }
}

/**
 * The same, and the words with all slips where there are too many. Undefined where these stand on both sides of a sound:
 * they are not what was written of it.
 */
export function withFewSlips(transcript: Transcript, span: Words): Words[] | undefined {
  const pieces = withoutSlips(transcript, span);
  if (pieces !== undefined) return pieces;
  for (let i = span[0] + 1; i < span[1]; i++) if (transcript.afterSounds.has(i)) return undefined;
  return [span];
}

/** How many words from this one on are a slip. */
function slipAt(text: string, words: readonly Word[], i: number, from: number, to: number): number {
  const word = (n: number): string => (n < to ? text.slice(words[n]!.from, words[n]!.to) : '');
  if (SOUND.test(word(i))) return 1;
  const bare = word(i).toLowerCase();
  if (STUTTERED.test(bare.replace(/,$/, '')) && bare.replace(/,$/, '') === word(i + 1).toLowerCase()) return 1;
  if (i === from || !word(i - 1).endsWith(',')) return 0;
  for (const filler of FILLERS) {
    const said = filler.map((_, k) => word(i + k).toLowerCase());
    if (said.join(' ') === `${filler.join(' ')},`) return filler.length;
  }
  return 0;
}

/** The text of such words: what stands between them is shown to be left out. */
export const textOfPieces = (
  { text, words }: Transcript,
  pieces: readonly Words[],
  between = ` ${LEFT_OUT} `,
): string =>
  pieces
    .map(([from, to], n) => {
      const piece = text.slice(words[from]!.from, words[to - 1]!.to);
      return n < pieces.length - 1 ? piece.replace(/[,;:]+$/, '') : piece;
    })
    .join(between);
