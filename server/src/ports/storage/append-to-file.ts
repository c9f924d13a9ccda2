import { constants, createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open, copyFile, link, rm, stat, truncate } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { AppendResult, AppendOptions } from './port.ts';
import { randomUUID } from 'node:crypto';
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

/** Bytes gathered before one write: large enough to make calls rare, small enough to stay cheap with many uploads. */
const gather = 512 * 1024;

/**
 * Opens a file for writing from a position. Never truncates, and creates only files without stored bytes. Throws if it
 * cannot open or holds fewer bytes than expected.
 */
async function openFor(path: string, position: number): Promise<FileHandle> {
  // 'a' would ignore positions, 'w+' empties the file, 'r+' needs it to exist.
  const handle = await open(path, constants.O_RDWR | (position === 0 ? constants.O_CREAT : 0));
  try {
    const { size } = await handle.stat();
    if (size < position) throw new Error(`${size} of ${position} bytes are stored in ${path}.`);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Writes a stream into a file and makes it durable before it resolves; see `Storage.append`. */
export async function appendToFile(
  path: string,
  stream: Readable,
  { at: position, skip, limit, onWritten }: AppendOptions,
): Promise<AppendResult> {
  const handle = await openFor(path, position);
  let taken = 0;
  let at = position;
  let waiting: Buffer[] = [];
  let size = 0;
  let writing: Promise<unknown> = Promise.resolve();
  let syncing: Promise<unknown> | undefined;
  let lost: unknown;
  /** The disk works while the network brings more, so that little is left to wait for at the end. */
  const syncMeanwhile = (): void => {
    syncing ??= handle
      .datasync()
      // The system tells of a failure once: a later sync would succeed over lost bytes.
      .catch((cause: unknown) => (lost ??= cause))
      .finally(() => (syncing = undefined));
  };
  const flush = async (): Promise<void> => {
    // One write is under way while the next is being gathered.
    await writing;
    if (size === 0) return;
    writing = writeFully(handle, waiting, at).then(syncMeanwhile);
    // Told where it is awaited. Until then the sender may take its time, and a failure that nobody holds ends the process.
    writing.catch(() => undefined);
    at += size;
    waiting = [];
    size = 0;
  };
  let whole = true;
  let error: unknown;
  try {
    // The stream lives on: whoever refuses it still has to answer on the same connection.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      const before = taken;
      taken += chunk.length;
      if (taken > limit) break;
      const fresh = before < skip ? chunk.subarray(skip - before) : chunk;
      if (fresh.length === 0) continue;
      waiting.push(fresh);
      size += fresh.length;
      if (size >= gather) await flush();
    }
  } catch (cause) {
    whole = false;
    error = cause;
  }
  try {
    await flush();
    await writing;
    if (whole && taken <= limit) onWritten?.();
    await syncing;
    await handle.datasync();
    if (lost) throw lost;
  } finally {
    await syncing;
    await handle.close();
  }
  return { bytesTaken: taken, endedNormally: whole, error };
}

async function writeFully(handle: FileHandle, buffers: Buffer[], position: number): Promise<void> {
  let at = position;
  let left = buffers;
  while (left.length > 0) {
    let { bytesWritten } = await handle.writev(left, at);
    at += bytesWritten;
    while (left[0] && bytesWritten >= left[0].length) {
      bytesWritten -= left[0].length;
      left = left.slice(1);
    }
    if (left[0] && bytesWritten > 0) left = [left[0].subarray(bytesWritten), ...left.slice(1)];
  }
}
