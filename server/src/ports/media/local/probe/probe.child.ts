import { open } from 'node:fs/promises';
import { Problem } from '@lectern/contract/problem';
import { FilePathSource } from 'mediabunny';
import { answer } from '../../../../platform/confined/answer.ts';
import type { MediaInfo } from '../../port.ts';
import { hasEncryptedTrack } from './ebml.ts';
import { findPieces } from './find-pieces.ts';
import { probeMp4 } from './probe-mp4.ts';
import { probePieces } from './probe-pieces.ts';
import { probeStreams } from './probe-streams.ts';
import { isScrambled } from './scrambled.ts';

/** Null for a file that neither parser knows. */
async function probe(file: string, sound: number | undefined): Promise<MediaInfo | null> {
  await using handle = await open(file, 'r');
  const { size } = await handle.stat();
  if (size === 0) throw new Problem('empty_file');
  if (hasEncryptedTrack(handle.fd, size) || isScrambled(handle.fd)) throw new Problem('protected_media');
  const pieces = findPieces(handle.fd, size);
  const joined = pieces.length > 1 ? await probePieces(file, pieces) : undefined;
  return joined ?? (await probeMp4(handle, size, sound)) ?? (await probeStreams(new FilePathSource(file))) ?? null;
}

await answer('media_unread', ({ file, sound }: { file: string; sound?: number }) => probe(file, sound));
