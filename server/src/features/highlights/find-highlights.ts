import type { Queryable } from '../../platform/database/database.ts';
import { findInHighlights } from './store.ts';
import { comparable } from '../videos/comparable.ts';

/** A highlight in which something was found; `text` is what holds it, the words or the note. Seconds. */
export type FoundHighlight = { start: number; end: number; text: string; where: 'words' | 'note' };

/** The highlights of some videos in whose words or notes a needle in lower case stands, by video. */
export async function highlightsWith(
  db: Queryable,
  videoIds: readonly string[],
  needle: string,
): Promise<ReadonlyMap<string, FoundHighlight[]>> {
  if (videoIds.length === 0) return new Map();
  const found = new Map<string, FoundHighlight[]>();
  for (const { video_id, start_s, end_s, words, note } of await findInHighlights(db, videoIds, needle)) {
    const where = comparable(words).includes(needle) ? 'words' : 'note';
    const each: FoundHighlight = { start: start_s, end: end_s, text: where === 'words' ? words : note, where };
    const others = found.get(video_id);
    if (others) others.push(each);
    else found.set(video_id, [each]);
  }
  return found;
}
