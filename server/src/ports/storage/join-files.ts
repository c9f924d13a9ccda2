import { randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, open, rm, stat, truncate } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { unlessMissing } from '../../platform/files/local-files.ts';

type Piece = { path: string; size: number };

/** Discards bytes past the end, written by requests that were cut off or refused. */
export async function truncateFile(path: string, bytes: number): Promise<void> {
  const found = await stat(path).catch(unlessMissing);
  if (found && found.size > bytes) await truncate(path, bytes);
}

/**
 * Joins pieces into a file that never replaces an existing one. A single piece is renamed; several are copied, because
 * a silent sender may still write to one.
 */
export async function joinFiles(pieces: readonly Piece[], target: string): Promise<void> {
  const [first] = pieces;
  if (!first) throw new Error(`Nothing was stored for ${target}.`);
  const copy = `${first.path}.${randomUUID()}`;
  const whole = pieces.length === 1 ? first.path : await copyTogether(pieces, copy);
  const size = pieces.reduce((sum, piece) => sum + piece.size, 0);
  try {
    await truncateFile(whole, size);
    const stored = (await stat(whole)).size;
    if (stored !== size) throw new Error(`${stored} of ${size} bytes are stored for ${target}.`);
    await link(whole, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(copy, { force: true });
  }
}

async function copyTogether(pieces: readonly Piece[], copy: string): Promise<string> {
  let at = 0;
  for (const { path, size } of pieces) {
    if (at === 0) {
      // Some file systems copy without reading.
      await copyFile(path, copy, constants.COPYFILE_FICLONE);
      await truncateFile(copy, size);
    } else if (size > 0)
      await pipeline(createReadStream(path, { end: size - 1 }), createWriteStream(copy, { flags: 'r+', start: at }));
    at += size;
  }
  await using handle = await open(copy, 'r+');
  await handle.sync();
  return copy;
}
