import type { Queryable } from '../../platform/database/database.ts';
import type { ShownChapter } from '../../platform/database/stored-outline.ts';
import { type CueEnds, cueEndsOf } from '../transcripts/cues.ts';

/** Where the last cues of all quotes of a video end, for `quoteTimes`: a whole transcript is not read for them. */
export const quoteEnds = (db: Queryable, videoId: string, chapters: readonly ShownChapter[]): Promise<CueEnds> =>
  cueEndsOf(
    db,
    videoId,
    chapters.flatMap(({ quotes }) => quotes.flatMap(({ cues }) => (cues ? [cues[1]] : []))),
  );
