import { type Cue, readTranscript } from '../transcript.ts';
import type { OutlineQuote } from '../outline.ts';
import { sentencesOf } from '../transcript-stretch.ts';
import { quoteOf } from '../outline-context.ts';
import { linesOf } from './numbered-lines.ts';
import { type Passage, spansOfPassages } from './quote-spans.ts';

/**
 * Cuts passages, given by line numbers, into whole sentences within a time range, in spoken order. Skips missing,
 * unquotable or overlapping passages.
 */
export function cutPassages(
  cues: readonly Cue[],
  stretch: { start: number; end: number },
  passages: readonly Passage[],
  most: number,
): OutlineQuote[] {
  const transcript = readTranscript(cues, 0);
  const lines = linesOf(transcript, cues);
  const spans = spansOfPassages(transcript, lines, passages, sentencesOf(transcript, stretch), most);
  return spans.map((span) => quoteOf(transcript, [span], stretch.start));
}
