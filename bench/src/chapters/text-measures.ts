import type { Outline } from '@lectern/chaptering/outline';
import { normaliseWord, stem, wordsOf } from '@lectern/chaptering/terms';
import type { Talk } from '@lectern/chaptering/train/talks';
import type { Cue } from '@lectern/contract/transcripts/cue';

const stems = (text: string): string[] => wordsOf(text).map((word) => stem(normaliseWord(word)));

/** F of the longest common subsequence of stems. */
export function rougeL(reference: string, text: string): number {
  const a = stems(reference);
  const b = stems(text);
  if (a.length === 0 || b.length === 0) return 0;
  let row = new Int32Array(b.length + 1);
  for (const word of a) {
    const next = new Int32Array(b.length + 1);
    b.forEach((other, j) => {
      next[j + 1] = word === other ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!);
    });
    row = next;
  }
  return (2 * row[b.length]!) / (a.length + b.length);
}

/** Each of the engine's titles against the title of the human chapter it overlaps most. */
export function titleScores({ chapters }: Outline, talk: Talk): number[] {
  const human = talk.chapters.map(({ start, title }, i) => ({
    start,
    end: talk.chapters[i + 1]?.start ?? talk.duration,
    title,
  }));
  return chapters.map(({ start, end, title }) => {
    const overlap = (other: { start: number; end: number }): number =>
      Math.min(end, other.end) - Math.max(start, other.start);
    const nearest = human.reduce((best, other) => (overlap(other) > overlap(best) ? other : best));
    return rougeL(nearest.title, title);
  });
}

/** The text in the order in which it was spoken: some of the talks list a cue before an earlier one. */
export const joinCueTexts = (cues: readonly Cue[]): string =>
  cues
    .toSorted((a, b) => a.start - b.start)
    .map(({ text }) => text.replace(/\s+/g, ' ').trim())
    .join(' ');

const CAPTION_LENGTH = 84;

/**
 * Re-cuts the talk into caption-like cues of up to 84 characters that break mid-sentence. The original sentence starts
 * become ground truth unseen by the engine.
 */
export function asCaptions(cues: readonly Cue[]): Cue[] {
  const words = cues.flatMap(({ start, end, text, speaker }) => {
    const clean = text.replace(/\s+/g, ' ').trim();
    let offset = 0;
    return clean.split(' ').map((word) => {
      const from = start + ((end - start) * offset) / Math.max(1, clean.length);
      offset += word.length + 1;
      return {
        word,
        from,
        to: start + ((end - start) * Math.min(clean.length, offset)) / Math.max(1, clean.length),
        speaker,
      };
    });
  });
  const captions: Cue[] = [];
  for (const { word, from, to, speaker } of words) {
    const last = captions.at(-1);
    if (last && last.text.length + word.length < CAPTION_LENGTH && last.speaker === speaker) {
      last.text += ` ${word}`;
      last.end = to;
    } else captions.push({ start: from, end: to, text: word, ...(speaker === undefined ? {} : { speaker }) });
  }
  return captions;
}

/** For quotes that open with an original cue: seconds between the start the engine gives and the start of that cue. */
export function timeErrors(made: Outline, cues: readonly Cue[]): number[] {
  const starts = new Map<number, number>();
  let offset = 0;
  for (const { start, text } of cues) {
    const clean = text.replace(/\s+/g, ' ').trim();
    starts.set(offset, start);
    offset += clean.length + 1;
  }
  const all = joinCueTexts(cues);
  return made.chapters.flatMap(({ quotes }) =>
    quotes.flatMap(({ quote, start }) => {
      const errors: number[] = [];
      for (let at = all.indexOf(quote); at >= 0; at = all.indexOf(quote, at + 1)) {
        const truth = starts.get(at);
        if (truth !== undefined) errors.push(Math.abs(start - truth));
      }
      return errors.length > 0 ? [Math.min(...errors)] : [];
    }),
  );
}
