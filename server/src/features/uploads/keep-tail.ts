import type { Readable } from 'node:stream';
import { Problem } from '@lectern/contract/problem';
import { uploadLimits } from '@lectern/contract/uploads/uploads';
import type { World } from '../../platform/http/context.ts';
import { storageKeys } from '../storage/keys.ts';
import { roomLeft } from './reserve-space.ts';
import type { UploadRow } from './store.ts';

async function* exactly(stream: Readable, bytes: number): AsyncGenerator<Buffer> {
  let came = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    came += chunk.length;
    if (came > bytes) break;
    yield chunk;
  }
  if (came !== bytes) throw new Problem('chunk_mismatch');
}

/**
 * Keeps the last `bytes` of a file, sent ahead, where there is room beside what is promised. They are a hint: they come
 * again in their turn.
 */
export async function keepTail(
  { storage, database, log }: Pick<World, 'storage' | 'database' | 'log'>,
  { id, received }: Pick<UploadRow, 'id' | 'received'>,
  { stream, bytes, size }: { stream: Readable; bytes: number; size: number },
): Promise<void> {
  if (bytes > uploadLimits.tail) return;
  try {
    const space = await storage.room();
    const left = await database.transaction((tx) => roomLeft(tx, space, id));
    if (left < size - received + bytes) return;
    await storage.put(storageKeys.tail(id), exactly(stream, bytes), { size: bytes });
  } catch (error) {
    log.info({ upload: id, cause: String(error) }, 'The end of an upload was not kept ahead.');
  }
}
