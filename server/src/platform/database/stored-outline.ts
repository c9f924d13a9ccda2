import type { ChapterPart, GuessedTitle, Quote } from '@lectern/contract/videos/videos';

/**
 * A quote. `original` is its earlier cut, before a cue was corrected; `was` is the cut a person has overwritten, kept
 * for undoing.
 */
export type StoredQuote = Quote & { original?: Quote; was?: Quote };

/** A chapter as it is stored. */
export type StoredChapter = {
  id: string;
  /** Seconds. */
  start: number;
  end: number;
  title: string;
  summary: string;
  quotes: StoredQuote[];
  search: string;
  edited: ChapterPart[];
};

/** The same without the answer of its last search, which is its owner's and may be the longest of its texts. */
export type ShownChapter = Omit<StoredChapter, 'search'>;

/** Characters of the texts of a chapter, its quotes as they are stored. */
export const lengthOfChapter = ({
  title,
  summary,
  quotes,
  search,
}: Pick<StoredChapter, 'title' | 'summary' | 'quotes' | 'search'>): number =>
  title.length + summary.length + JSON.stringify(quotes).length + search.length;

/** Everything an engine writes of a video, and what a person has written of it. */
export type StoredOutline = {
  title: string;
  title_by_person: boolean;
  /** Older ones lack it. */
  title_from?: GuessedTitle | null;
  description: string;
  description_by_person: boolean;
  summary: string;
  summary_by_person: boolean;
  outline_engine: string | null;
  /** Digest of the transcript it was written from. */
  outline_of: string | null;
  chapters: StoredChapter[];
};

/** Seconds at which chapters begin or might, best first. */
export type StoredBoundaries = { present: number[]; further: number[] };
