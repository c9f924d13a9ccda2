import { chapterAgain, type OutlineChapter } from '@lectern/chaptering/outline';
import type { Cue } from '@lectern/contract/transcripts/cue';

/** What is looked for: a stretch in seconds, how many passages, and the words they are to be about. */
export type Wanted = {
  /** As JSON (`cuesAsJson`): reading and copying them takes no moment of whoever asks. */
  cues: string;
  stretch: { start: number; end: number };
  quotes: number;
  query: readonly string[];
};

export default ({ cues, stretch, quotes, query }: Wanted): OutlineChapter =>
  chapterAgain(JSON.parse(cues) as Cue[], stretch, { quotes, query });
