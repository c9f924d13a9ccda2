import { memoize } from '../memoize.ts';
import type { Transcript } from '../transcript.ts';
import { soundMarks } from '../sound-marks.ts';

/** Words of the transcript by number, the second excluded. */
export type WordRange = readonly [from: number, to: number];

/** Whether two stretches of words share any. */
export const overlap = (a: WordRange, b: WordRange): boolean => a[0] < b[1] && b[0] < a[1];

/** Stands in a quote where something was left out of it. */
export const OMISSION_MARK = '…';
/** So many characters of the transcript, and no more, may stand where a quote leaves something out. */
export const MAX_OMITTED_CHARACTERS = 64;

const SOUND = /^(?:u+h+|u+m+|e+r+m*|h+m+|m+h*m+|a+h+)[,.…]*$/i;
/** Whether a word is only a hesitation: 'um', 'mm-hmm'. */
export const isHesitation = (word: string): boolean => word.split('-').every((part) => SOUND.test(part));

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
export function removeSlips(transcript: Transcript, [from, to]: WordRange): WordRange[] | undefined {
  const { slips, sounds } = flawsOf(transcript);
  const pieces: WordRange[] = [];
  let start = from;
  let slippedTo = from;
  for (let i = from; i <= to; i++) {
    const slip = i >= slippedTo ? slips.get(i) : undefined;
    if (slip && i + slip.needs[0] >= from && i + slip.needs[1] <= to) slippedTo = i + slip.length;
    const isSlip = i < slippedTo;
    const sound = (i > start && i < to && sounds.get(i)) || 0;
    if (sound > MAX_OMITTED_CHARACTERS) return undefined;
    if (i < to && !isSlip && sound === 0) continue;
    if (i > start) pieces.push([start, i]);
    start = isSlip ? i + 1 : i;
  }
  return pieces.length === 0 || pieces.length > MOST_LEFT_OUT + 1 ? undefined : pieces;
}

/** Like `removeSlips`, but keeps all slips when there are too many. Undefined when the words then span a sound. */
export function removeSlipsIfFew(transcript: Transcript, span: WordRange): WordRange[] | undefined {
  const pieces = removeSlips(transcript, span);
  if (pieces !== undefined) return pieces;
  for (let i = span[0] + 1; i < span[1]; i++) if (transcript.afterSounds.has(i)) return undefined;
  return [span];
}

/** The text of such words without any slip or sound, as a summary tells them. */
export function withoutSlips(transcript: Transcript, [from, to]: WordRange): string {
  const { slips, sounds } = flawsOf(transcript);
  const pieces: WordRange[] = [];
  for (let i = from; i < to; i++) {
    const slip = slips.get(i);
    if (slip && i + slip.needs[0] >= from && i + slip.length < to) i += slip.length - 1;
    else if (pieces.length > 0 && pieces.at(-1)![1] === i && !sounds.has(i))
      pieces[pieces.length - 1] = [pieces.at(-1)![0], i + 1];
    else pieces.push([i, i + 1]);
  }
  return joinQuotePieces(transcript, pieces, ' ');
}

/** A slip from a word on: how many words it is, and from which word to which beside it a span has to go to show it. */
type Slip = { length: number; needs: readonly [number, number] };

/**
 * The slips of a transcript by their first words, and the characters of sounds by the words behind them: found once, for the
 * candidates of quotes overlap.
 */
const flawsOf = memoize((transcript: Transcript) => {
  const { text, words, afterSounds } = transcript;
  const slips = new Map<number, Slip>();
  const sounds = new Map<number, number>();
  for (let i = 0; i < words.length; i++) {
    const slip = slipAt(transcript, i);
    if (slip !== undefined) slips.set(i, slip);
    const between = text.slice(words[i - 1]?.to ?? 0, words[i]!.from);
    const own = afterSounds.get(i) ?? 0;
    if (own > 0 || soundMarks(between).length > 0) sounds.set(i, own + between.length);
  }
  return { slips, sounds };
});

function slipAt({ text, words }: Transcript, i: number): Slip | undefined {
  const word = (n: number): string => (n >= 0 && n < words.length ? text.slice(words[n]!.from, words[n]!.to) : '');
  const here = word(i);
  if (SOUND.test(here)) return { length: 1, needs: [0, 1] };
  const bare = here.toLowerCase();
  if (STUTTERED.test(bare.replace(/,$/, '')) && bare.replace(/,$/, '') === word(i + 1).toLowerCase())
    return { length: 1, needs: [0, 2] };
  if (!word(i - 1).endsWith(',')) return undefined;
  for (const filler of FILLERS) {
    const said = filler.map((_, k) => word(i + k).toLowerCase());
    if (said.join(' ') === `${filler.join(' ')},`) return { length: filler.length, needs: [-1, filler.length] };
  }
  return undefined;
}

/** The text of such words: what stands between them is shown to be left out. */
export const joinQuotePieces = (
  { text, words }: Transcript,
  pieces: readonly WordRange[],
  between = ` ${OMISSION_MARK} `,
): string =>
  pieces
    .map(([from, to], n) => {
      const piece = text.slice(words[from]!.from, words[to - 1]!.to);
      return n < pieces.length - 1 ? piece.replace(/[,;:]+$/, '') : piece;
    })
    .join(between);
