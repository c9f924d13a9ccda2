import { createHash } from 'node:crypto';
import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/context.ts';
import { findRecording } from '../storage/recording.ts';
import type { Found } from './archive-reader.ts';
import { videosTitled } from './store.ts';

/**
 * Places of those videos of an archive that are in the account already: under the same title, with the same recording byte
 * for byte.
 */
export async function presentAlready(
  world: World,
  userId: string,
  found: readonly Found[],
  signal?: AbortSignal,
): Promise<number[]> {
  const places: number[] = [];
  for (const [n, each] of found.entries()) {
    for (const own of await videosTitled(world.database.kysely, userId, each.video.title)) {
      signal?.throwIfAborted();
      if (!(await isSameRecording(world, own, each, signal))) continue;
      places.push(n);
      break;
    }
  }
  return places;
}

async function isSameRecording(
  world: World,
  own: Parameters<typeof findRecording>[1],
  { size, sha256 }: Found,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    const recording = await findRecording(world, own);
    // Most of those that are not the same differ in this, and need not be read.
    if (recording.size !== undefined && recording.size !== size) return false;
    const hash = createHash('sha256');
    for await (const piece of await recording.read()) {
      signal?.throwIfAborted();
      hash.update(piece as Buffer);
    }
    return hash.digest('hex') === sha256;
  } catch (error) {
    // What cannot be had is not known to be the same; what can be had later is asked for later.
    if (error instanceof Problem && !error.retryable) return false;
    throw error;
  }
}
