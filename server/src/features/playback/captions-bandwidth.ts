import { boundsOf } from '@lectern/contract/rules/timeline';
import { LRUCache } from 'lru-cache';
import type { World } from '../../platform/http/context.ts';
import { playedSeconds } from '../publishing/shares/shared-range.ts';
import { captionBytes } from '../transcripts/cues.ts';
import type { PlaybackTarget } from './resolve-playback-id.ts';

/** By the id of the transcript, which changes with it, and the part: every player asks for it, and asks again. */
const known = new LRUCache<string, number>({ max: 10_000 });

/** Bits a second that the captions of a recording or a part of it have at most; undefined where nothing is said. */
export async function captionsBandwidth(
  { database }: Pick<World, 'database'>,
  { video, part }: PlaybackTarget,
): Promise<number | undefined> {
  const range = part && boundsOf(part.kept);
  const name = `${video.id} ${video.captions_track_id} ${range?.start} ${range?.end}`;
  const bytes = known.get(name) ?? (await captionBytes(database.kysely, video.id, range));
  if (bytes === undefined) return undefined;
  known.set(name, bytes);
  return (bytes * 8) / playedSeconds({ video, part });
}
