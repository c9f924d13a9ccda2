import type { Cue, Transcript } from '../transcript.ts';

/**
 * Numbered transcript line for answers by number: one cue, several very short ones, or part of a long one. Numbering
 * starts at 1.
 */
export type NumberedLine = {
  text: string;
  speaker: string | undefined;
  /** Seconds. */
  start: number;
  end: number;
  /** Its words in `Transcript.words`, the second excluded. */
  words: readonly [from: number, to: number];
};

/**
 * Characters. A line shorter than the first is joined by the next cue; one is never longer than the second, by more
 * than a word.
 */
const LENGTH = { least: 30, most: 400 };
/** Silence in seconds over which short cues are not joined. */
const APART = 2;

/** The lines of a transcript that was read from these cues. Every word is in exactly one of them. */
export function numberLines(transcript: Transcript, cues: readonly Cue[]): NumberedLine[] {
  const { words, text, cueIndexes } = transcript;
  const speakerOf = (cue: number): string | undefined => cues[cueIndexes[cue]!]?.speaker;
  const lines: NumberedLine[] = [];
  let from = 0;
  words.forEach((word, i) => {
    const next = words[i + 1];
    const length = word.to - words[from]!.from;
    if (next && length < LENGTH.most) {
      if (next.cue === word.cue) return;
      const near = next.start - word.end < APART && speakerOf(next.cue) === speakerOf(word.cue);
      if (length < LENGTH.least && near) return;
    }
    const head = words[from]!;
    lines.push({
      text: text.slice(head.from, word.to),
      speaker: speakerOf(head.cue),
      start: head.start,
      end: Math.max(head.start, word.end),
      words: [from, i + 1],
    });
    from = i + 1;
  });
  return lines;
}
