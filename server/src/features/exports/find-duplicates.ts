import { createHash } from 'node:crypto';
import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/http/context.ts';
import { findRecording } from '../storage/recording.ts';
import type { ArchivedVideo } from './archive-reader.ts';
import { listVideosByTitle } from './store.ts';

/**
 * Progress of comparing an archive: account recordings up to this id are compared, and archived videos at these
 * indexes are already present.
 */
export type DuplicateSearchProgress = { after: string; places: number[] };

/**
 * Continues looking for archived videos already in the account, by title and recording bytes. Stops after the first
 * recording read, which may take long; each is read once.
 */
export async function continueDuplicateSearch(
  world: World,
  workspaceId: string,
  found: readonly ArchivedVideo[],
  look: DuplicateSearchProgress | null,
  signal?: AbortSignal,
): Promise<{ look: DuplicateSearchProgress | null; isOver: boolean }> {
  const titled = Map.groupBy(found.keys(), (place) => found[place]!.video.title);
  const own = await listVideosByTitle(world.database.kysely, workspaceId, [...titled.keys()], look?.after);
  for (const video of own) {
    signal?.throwIfAborted();
    const rivals = titled.get(video.title) ?? [];
    const sizes = new Set(rivals.map((place) => found[place]!.size));
    const sha256 = await digestOf(world, video, sizes, signal);
    if (sha256 === undefined) continue;
    const same = rivals.filter((place) => found[place]!.sha256 === sha256);
    const places = [...new Set([...(look?.places ?? []), ...same])];
    return { look: { after: video.id, places }, isOver: false };
  }
  return { look, isOver: true };
}

/** Places of all that are there already. */
export async function findDuplicates(
  world: World,
  workspaceId: string,
  found: readonly ArchivedVideo[],
  signal?: AbortSignal,
): Promise<number[]> {
  let look: DuplicateSearchProgress | null = null;
  for (let isOver = false; !isOver;)
    ({ look, isOver } = await continueDuplicateSearch(world, workspaceId, found, look, signal));
  return look?.places ?? [];
}

/** The checksum of a recording; undefined where it is known to have none of these sizes, or cannot be had. */
async function digestOf(
  world: World,
  own: Parameters<typeof findRecording>[1],
  sizes: ReadonlySet<number>,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    const recording = await findRecording(world, own);
    // Most of those that are not the same differ in this, and need not be read.
    if (recording.size !== undefined && !sizes.has(recording.size)) return undefined;
    const hash = createHash('sha256');
    for await (const piece of await recording.read()) {
      signal?.throwIfAborted();
      hash.update(piece as Buffer);
    }
    return hash.digest('hex');
  } catch (error) {
    // Unavailable recordings do not count as the same; retryable errors are passed on for a later attempt.
    if (error instanceof Problem && !error.retryable) return undefined;
    throw error;
  }
}
