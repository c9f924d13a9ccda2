import type { OutlineChapter } from '@lectern/chaptering/outline-context';
import { rewriteChapters, writeChaptersBetween } from '@lectern/chaptering/outline';
import type { ShownSlide } from '@lectern/chaptering/slide-changes';
import type { Cue } from '@lectern/contract/transcripts/cue';

/** Chapters to be written again, in seconds, and how many quotes each has at most. */
export type RewriteChaptersInput = {
  cues: readonly Cue[];
  spans: readonly { start: number; end: number }[];
  quotes: number;
  shown: readonly ShownSlide[];
  /** The chapters that stay, where those to be written are drawn between them. */
  beside?: readonly { start: number; end: number; title: string }[];
};

export default ({ cues, spans, quotes, shown, beside }: RewriteChaptersInput): OutlineChapter[] =>
  beside ? writeChaptersBetween(cues, spans, beside, quotes, shown) : rewriteChapters(cues, spans, quotes, shown);
