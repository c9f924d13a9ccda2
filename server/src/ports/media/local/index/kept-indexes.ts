import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Playable } from '../../port.ts';
import { type PlaybackIndex, readIndex } from './playback-index.ts';

/** Indexes kept in memory, about 150 kB each for three hours. */
const most = 32;

/** Of which file an index was read: another process may have put a new one in its place. */
async function etagOf(index: string): Promise<string> {
  const { ino, size, mtimeMs } = await stat(index);
  return `${ino}-${size}-${mtimeMs}`;
}

/** The indexes that were used last. One that an older version of this code wrote is written anew when it is needed. */
export function keptIndexes(write: (playable: Playable) => Promise<PlaybackIndex>) {
  const kept = new Map<string, { etag: string; read: Promise<PlaybackIndex> }>();
  return {
    async of(playable: Playable): Promise<PlaybackIndex> {
      const { index } = playable;
      const etag = await etagOf(index);
      const known = kept.get(index);
      const entry =
        known?.etag === etag ? known : { etag, read: readIndex(index).then((found) => found ?? write(playable)) };
      // A map keeps the order of insertion: the last used one goes to its end.
      kept.delete(index);
      kept.set(index, entry);
      entry.read.catch(() => kept.delete(index));
      if (kept.size > most) kept.delete(kept.keys().next().value!);
      return entry.read;
    },
    forget(index: string): void {
      kept.delete(index);
    },
    forgetIn(folder: string): void {
      for (const index of kept.keys()) if (dirname(index) === folder) kept.delete(index);
    },
  };
}
