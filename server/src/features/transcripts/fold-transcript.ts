import type { Queryable } from '../../platform/database/database.ts';
import { cuesOf, saveSpans, buildCueSearchTexts } from './cues.ts';

/** Cues that are folded at a time: milliseconds, between which requests have their turn. */
const batch = 200;

/** Puts a transcript into the search as it is folded today. */
export async function foldTranscript(tx: Queryable, videoId: string): Promise<void> {
  const cues = await cuesOf(tx, videoId);
  for (let from = 0; from < cues.length; from += batch) {
    // The last one goes on into the next piece.
    const spans = buildCueSearchTexts(cues.slice(from, from + batch + 1)).slice(0, batch);
    await saveSpans(tx, videoId, spans, from);
  }
}
