import { type Cue, readTranscript } from '../transcript.ts';
import { sentencesOf } from '../transcript-stretch.ts';
import { buildQuote, type OutlineQuote } from '../outline-context.ts';
import { numberLines } from './numbered-lines.ts';
import { type LineRange, spansOfPassages } from './quote-spans.ts';

/**
 * Cuts passages, given by line numbers, into whole sentences within a time range, in spoken order. Skips missing,
 * unquotable or overlapping passages.
 */
export function extractPassageQuotes(
  cues: readonly Cue[],
  stretch: { start: number; end: number },
  passages: readonly LineRange[],
  most: number,
): OutlineQuote[] {
  const transcript = readTranscript(cues, 0);
  const lines = numberLines(transcript, cues);
  const spans = spansOfPassages(transcript, lines, passages, sentencesOf(transcript, stretch), most);
  return spans.map((span) => buildQuote(transcript, [span], stretch.start));
}
