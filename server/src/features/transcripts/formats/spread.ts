import { type FileCue, toMilliseconds } from './caption-file.ts';

/** Characters a second at which people mostly talk, and under which nobody does: so long a text lasts. */
const ordinaryPace = 15;
const slowPace = 8;

/** Characters of a line that somebody reads at a glance; longer texts are cut at the ends of sentences. */
const longLine = 180;

/** Seconds an ordinary speaker takes for a text. */
export const estimateSpeakingSeconds = (text: string): number => text.length / ordinaryPace;

/** Gives each part of what is said in a stretch its share of the time, by its length. */
function shares(parts: readonly string[], start: number, end: number): { start: number; end: number; text: string }[] {
  const total = parts.reduce((sum, part) => sum + part.length, 0);
  let said = 0;
  return parts.map((text) => {
    const from = start + ((end - start) * said) / total;
    said += text.length;
    const until = start + ((end - start) * said) / total;
    return { start: toMilliseconds(from), end: Math.max(toMilliseconds(until), toMilliseconds(from) + 0.001), text };
  });
}

/** The lines of a cue as cues of their own; the last ends where the words may end, before the next cue. */
export function spreadLines(cue: FileCue, next: number | undefined): FileCue[] {
  const lines = cue.text.split('\n').filter((line) => line.trim());
  if (lines.length < 2) return [cue];
  const latest = cue.start + cue.text.length / slowPace;
  const end =
    next === undefined ? cue.start + estimateSpeakingSeconds(cue.text) : Math.max(cue.start, Math.min(next, latest));
  return shares(lines, cue.start, end).map(({ start, text }) => ({ ...cue, start, text }));
}

/** A cue in parts that each last their share of its time. */
export const spreadParts = <Cue extends { start: number; end: number; text: string }>(
  cue: Cue,
  parts: readonly string[],
): Cue[] => (parts.length < 2 ? [cue] : shares(parts, cue.start, cue.end).map((part) => ({ ...cue, ...part })));

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });

/** A long text in parts of whole sentences, about two lines each; a sentence without end is cut between words. */
export function splitSentences(text: string): string[] {
  if (text.length <= longLine) return [text];
  const parts: string[] = [];
  for (const { segment } of sentences.segment(text))
    for (const [piece] of segment.matchAll(/\S[^]{0,179}(?!\S)\s*|\S{1,180}\s*/gu)) {
      const last = parts.at(-1);
      if (last !== undefined && last.length + piece.length <= longLine) parts[parts.length - 1] = last + piece;
      else parts.push(piece);
    }
  return parts.map((part) => part.trim());
}
