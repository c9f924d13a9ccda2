import { formatWebvtt } from '@lectern/contract/rules/webvtt';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../platform/database/database.ts';
import type { VideoRow } from '../videos/find-video.ts';
import { cuesOf, digestTranscript } from './cues.ts';

/** A transcript as the page of its video shows it. `vtt` is empty where nothing is said. */
export type ShownTranscript = { vtt: string; digest: string; speakers: ReadonlySet<string> };

/** Bytes: a hundred transcripts of three hours. */
const most = 40 * 1024 ** 2;

/** By `captions_track_id`, which is another one as soon as a word, a time or a name of the transcript is. */
const kept = new LRUCache<string, ShownTranscript>({
  maxSize: most,
  sizeCalculation: ({ vtt }) => 2 * vtt.length + 1000,
});

/** Written once for all who look, and for a page that asks every second while its video is being made. */
export async function shownTranscript(
  db: Queryable,
  { id, captions_track_id: track }: Pick<VideoRow, 'id' | 'captions_track_id'>,
): Promise<ShownTranscript> {
  const known = track === null ? undefined : kept.get(track);
  if (known) return known;
  const cues = await cuesOf(db, id);
  const shown = {
    vtt: cues.length > 0 ? formatWebvtt(cues) : '',
    digest: digestTranscript(cues),
    speakers: new Set(cues.flatMap(({ speaker }) => speaker ?? [])),
  };
  if (track !== null) kept.set(track, shown);
  return shown;
}
