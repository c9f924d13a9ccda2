import { open } from 'node:fs/promises';
import { answer } from '../../../../platform/confined/answer.ts';
import type { MediaInfo } from '../../port.ts';
import { findPieces } from './find-pieces.ts';
import { probePieces } from './probe-pieces.ts';

/** Where each of several recordings in a file lies; null for a file of one. */
async function piecesOf(file: string): Promise<MediaInfo['pieces'] | null> {
  await using handle = await open(file, 'r');
  const pieces = findPieces(handle.fd, (await handle.stat()).size);
  return pieces.length > 1 ? ((await probePieces(file, pieces))?.pieces ?? null) : null;
}

await answer('media_unread', ({ file }: { file: string }) => piecesOf(file));
