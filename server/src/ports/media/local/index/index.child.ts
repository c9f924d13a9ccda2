import { open, rename } from 'node:fs/promises';
import { serveSubprocess } from '../../../../platform/subprocess/answer.ts';
import type { PlayableRecording } from '../../port.ts';
import { buildIndex } from './build-index.ts';
import { type PlaybackIndex, samplesFile } from './playback-index.ts';

async function writeDurably(file: string, data: string | Iterable<Buffer>): Promise<void> {
  const partial = `${file}.partial`;
  {
    await using handle = await open(partial, 'w');
    await handle.writeFile(data);
    await handle.sync();
  }
  await rename(partial, file);
}

/** The index is there when its first file is: the records come before it. */
async function writeIndex({ file, index: indexFile, sound }: PlayableRecording): Promise<PlaybackIndex> {
  const { index, records } = await buildIndex(file, sound);
  await writeDurably(samplesFile(indexFile), records);
  await writeDurably(indexFile, JSON.stringify(index));
  return index;
}

await serveSubprocess('media_unread', writeIndex);
