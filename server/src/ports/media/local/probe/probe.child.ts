import { open } from 'node:fs/promises';
import { Problem } from '@lectern/contract/problem';
import { answer } from '../../../../platform/confined/answer.ts';
import type { MediaInfo } from '../../port.ts';
import { probeMp4 } from './probe-mp4.ts';
import { probeStreams } from './probe-streams.ts';

/** Null for a file that neither parser knows. */
async function probe(file: string): Promise<MediaInfo | null> {
  await using handle = await open(file, 'r');
  const { size } = await handle.stat();
  if (size === 0) throw new Problem('empty_file');
  return (await probeMp4(handle, size)) ?? (await probeStreams(file)) ?? null;
}

await answer('media_unread', ({ file }: { file: string }) => probe(file));
