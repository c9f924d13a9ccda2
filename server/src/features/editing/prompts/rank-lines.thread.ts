import { numberLines } from '@lectern/chaptering/draft/numbered-lines';
import { readTranscript } from '@lectern/chaptering/transcript';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { type PromptLine, sentLines } from '../../outline/language/transcript-text.ts';
import { relevantLines } from './relevant-lines.ts';

/** Where to look, for what, and in how many tokens; `moments` are seconds whose lines go along. */
export type RankLinesInput = {
  cues: readonly Cue[];
  stretch: { start: number; end: number };
  question: string;
  tokens: number;
  moments: readonly number[];
};

export type RankedLines = { lines: PromptLine[]; of: number };

export default function findLines({ cues, stretch, question, tokens, moments }: RankLinesInput): RankedLines {
  const lines = numberLines(readTranscript(cues, 0), cues);
  const sent = sentLines(lines);
  // A line belongs to the stretch in which most of it is said.
  const inside = sent.filter((_, i) => {
    const middle = (lines[i]!.start + lines[i]!.end) / 2;
    return middle >= stretch.start - 0.05 && middle < stretch.end;
  });
  const always = moments.map((second) => lines.findIndex(({ end }) => end > second) + 1);
  return { lines: relevantLines(inside, question, tokens, always), of: inside.length };
}
