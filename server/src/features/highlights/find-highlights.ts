import type { Queryable } from '../../platform/database/database.ts';
import { highlightsOfVideos } from './store.ts';

/** A highlight in which something was found; `text` is what holds it, the words or the note. Seconds. */
export type FoundHighlight = { start: number; end: number; text: string; where: 'words' | 'note' };

/** The highlights of some videos in whose words or notes something stands, by video. */
export async function highlightsWith(
  db: Queryable,
  videoIds: readonly string[],
  has: (text: string) => boolean,
): Promise<ReadonlyMap<string, FoundHighlight[]>> {
  if (videoIds.length === 0) return new Map();
  const found = new Map<string, FoundHighlight[]>();
  for (const { video_id, start_s, end_s, words, note } of await highlightsOfVideos(db, videoIds)) {
    if (!has(words) && !has(note)) continue;
    const where = has(words) ? 'words' : 'note';
    const each: FoundHighlight = { start: start_s, end: end_s, text: where === 'words' ? words : note, where };
    const others = found.get(video_id);
    if (others) others.push(each);
    else found.set(video_id, [each]);
  }
  return found;
}
