import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Problem } from '@lectern/contract/problem';
import { uploadLimits } from '@lectern/contract/uploads/uploads';
import type { World } from '../../platform/http/context.ts';
import { storageKeys } from '../storage/keys.ts';
import { roomLeft } from './reserve-space.ts';
import type { UploadRow } from './store.ts';

/** The bytes of a request, which outlives whoever stops reading. */
const bytesOf = (request: Readable): AsyncIterable<Buffer> => request.iterator({ destroyOnReturn: false });

async function* unpacked(request: Readable): AsyncGenerator<Buffer> {
  const unpacking = createGunzip();
  // Failures surface where the result is read.
  pipeline(Readable.from(bytesOf(request)), unpacking).catch(() => undefined);
  yield* unpacking as AsyncIterable<Buffer>;
}

async function* exactly(stream: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let came = 0;
  for await (const chunk of stream) {
    came += chunk.length;
    if (came > bytes) break;
    yield chunk;
  }
  if (came !== bytes) throw new Problem('chunk_mismatch');
}

/**
 * Keeps the last `bytes` of a file, sent ahead, where there is room beside what is promised. They come again in their
 * turn.
 */
export async function keepTail(
  { storage, database, log }: Pick<World, 'storage' | 'database' | 'log'>,
  { id, received }: Pick<UploadRow, 'id' | 'received'>,
  { request, isPacked, bytes, size }: { request: Readable; isPacked: boolean; bytes: number; size: number },
): Promise<void> {
  if (bytes > uploadLimits.tail) return;
  try {
    const space = await storage.room();
    const left = await database.transaction((tx) => roomLeft(tx, space, id));
    if (left < size - received + bytes) return;
    await storage.put(storageKeys.tail(id), exactly(isPacked ? unpacked(request) : bytesOf(request), bytes), {
      size: bytes,
    });
  } catch (error) {
    log.info({ upload: id, cause: String(error) }, 'The end of an upload was not kept ahead.');
  }
}
