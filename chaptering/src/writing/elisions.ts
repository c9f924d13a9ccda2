import { cleanSpeech } from '../clean-speech.ts';
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

/** A quote that leaves out more is none. */
const MOST_LEFT_OUT = 1;

/**
 * Words of a quote without marks of sounds: one span where there are none. Undefined where too much would be left out.
 */
export function splitAtSounds(transcript: Transcript, span: WordRange): WordRange[] | undefined {
  const pieces = soundlessPieces(transcript, span);
  const omitted = pieces.slice(1).map(([from]) => soundsOf(transcript).get(from)!);
  if (omitted.some((characters) => characters > MAX_OMITTED_CHARACTERS)) return undefined;
  if (omitted.length <= MOST_LEFT_OUT) return pieces;
  return pieces.slice(1).some(([from]) => transcript.afterSounds.has(from)) ? undefined : [span];
}

/** The text of words without fillers, repetitions and sounds, as a summary tells them. */
export const tellCleanly = (transcript: Transcript, span: WordRange): string =>
  cleanSpeech(joinQuotePieces(transcript, soundlessPieces(transcript, span), ' '));

function soundlessPieces(transcript: Transcript, [from, to]: WordRange): WordRange[] {
  const starts = [from];
  for (let i = from + 1; i < to; i++) if (soundsOf(transcript).has(i)) starts.push(i);
  return starts.map((start, n) => [start, starts[n + 1] ?? to]);
}

/** The characters of sounds by the words behind them: found once, for candidates of quotes overlap. */
const soundsOf = memoize(({ text, words, afterSounds }: Transcript): ReadonlyMap<number, number> => {
  const sounds = new Map<number, number>();
  for (let i = 0; i < words.length; i++) {
    const between = text.slice(words[i - 1]?.to ?? 0, words[i]!.from);
    const own = afterSounds.get(i) ?? 0;
    if (own > 0 || soundMarks(between).length > 0) sounds.set(i, own + between.length);
  }
  return sounds;
});

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
