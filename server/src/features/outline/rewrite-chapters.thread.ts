import { rewriteChapters, writeNewChapters, type OutlineChapter } from '@lectern/chaptering/outline';
import type { ShownSlide } from '@lectern/chaptering/slide-changes';
import type { Cue } from '@lectern/contract/transcripts/cue';

/** Chapters to be written again, in seconds, and how many quotes each has at most. */
export type Wanted = {
  cues: readonly Cue[];
  spans: readonly { start: number; end: number }[];
  quotes: number;
  shown: readonly ShownSlide[];
  /** The chapters that stay, where those to be written are drawn between them. */
  beside?: readonly { start: number; end: number; title: string }[];
};

export default ({ cues, spans, quotes, shown, beside }: Wanted): OutlineChapter[] =>
  beside ? writeNewChapters(cues, spans, beside, quotes, shown) : rewriteChapters(cues, spans, quotes, shown);
