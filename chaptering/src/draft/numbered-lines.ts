import type { Cue, Transcript } from '../transcript.ts';

/**
 * Numbered transcript line for answers by number: a sentence, several very short ones, or part of a very long one.
 * Numbering starts at 1.
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
 * Characters. A line shorter than the first is joined by the next sentence; one is never longer than the second, by
 * more than a word.
 */
const LENGTH = { least: 30, most: 400 };
/** Silence in seconds over which short sentences are not joined. */
const APART = 2;

/** The lines of a transcript that was read from these cues. Every word is in exactly one of them. */
export function numberLines(transcript: Transcript, cues: readonly Cue[]): NumberedLine[] {
  const { words, text, cueIndexes, sentences } = transcript;
  const speakerOf = (word: number): string | undefined => cues[cueIndexes[words[word]!.cue]!]?.speaker;
  const lines: NumberedLine[] = [];
  let from = 0;
  const close = (to: number): void => {
    if (to === from) return;
    const [head, tail] = [words[from]!, words[to - 1]!];
    lines.push({
      text: text.slice(head.from, tail.to),
      speaker: speakerOf(from),
      start: head.start,
      end: Math.max(head.start, tail.end),
      words: [from, to],
    });
    from = to;
  };
  for (const { words: range } of sentences) {
    const [first, end] = range;
    const before = words[first - 1];
    const isShort = first > from && words[first - 1]!.to - words[from]!.from < LENGTH.least;
    const isNear = before !== undefined && words[first]!.start - before.end < APART;
    if (!(isShort && isNear && speakerOf(first) === speakerOf(from))) close(first);
    for (let word = first; word < end; word++) if (words[word]!.to - words[from]!.from >= LENGTH.most) close(word + 1);
  }
  close(words.length);
  return lines;
}
