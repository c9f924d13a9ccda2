import type { OutlineChapter } from '@lectern/chaptering/outline-context';
import { regenerateChapter } from '@lectern/chaptering/outline';
import type { Cue } from '@lectern/contract/transcripts/cue';

/** The time range in seconds, the number of passages, and the words they should be about. */
export type FindPassagesInput = {
  /** As JSON (`cuesAsJson`): reading and copying them takes no moment of whoever asks. */
  cues: string;
  stretch: { start: number; end: number };
  quotes: number;
  query: readonly string[];
};

export default ({ cues, stretch, quotes, query }: FindPassagesInput): OutlineChapter =>
  regenerateChapter(JSON.parse(cues) as Cue[], stretch, { quotes, query });
