import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { PlayableRecording } from '../port.ts';
import { listIndexFiles, type PlaybackIndex } from './index/playback-index.ts';
import { writeIndex } from './prepare.ts';

/** Writes the index of what is played where it lies, in place of one that an older version wrote. */
export async function writeIndexAnew({ file, index: name, sound, storage }: PlayableRecording): Promise<PlaybackIndex> {
  const heard = sound === undefined ? {} : { sound };
  if (!storage) return writeIndex({ file, index: name, ...heard });
  await using media = await storage.localCopy(file);
  const folder = await mkdtemp(join(tmpdir(), 'lectern-index-'));
  try {
    const index = await writeIndex({ file: media.path, index: join(folder, basename(name)), ...heard });
    for (const written of listIndexFiles(join(folder, basename(name))))
      await storage.publish(written, `${dirname(name)}/${basename(written)}`);
    return index;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
