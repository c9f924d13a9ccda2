import type { ObjectPiece, OpenObject, Storage } from '../../ports/storage/port.ts';
import { readPlaces } from '../../platform/files/read-ranges.ts';
import { storageKeys } from '../storage/keys.ts';
import type { UploadPart } from './store.ts';

/** The stored parts of an upload of `size` bytes; the last one may not exist yet. */
export const piecesOf = (id: string, parts: readonly UploadPart[], size: number): ObjectPiece[] =>
  parts.map(({ part_number: n, first_byte: first }, i) => ({
    key: storageKeys.part(id, n),
    size: (parts[i + 1]?.first_byte ?? size) - first,
  }));

/** Pieces, read as the one object they will be. Those of which nobody reads are not opened. */
export async function openPieces(
  storage: Pick<Storage, 'open'>,
  [head, ...rest]: readonly ObjectPiece[],
): Promise<OpenObject> {
  const first = await storage.open(head!.key);
  const opened = new Map([[head!, Promise.resolve(first)]]);
  async function read(into: Buffer, at: number): Promise<number> {
    let [filled, start] = [0, 0];
    for (const piece of [head!, ...rest]) {
      const from = at + filled - start;
      start += piece.size;
      if (from >= piece.size || filled === into.length) continue;
      const object = opened.get(piece) ?? storage.open(piece.key);
      opened.set(piece, object);
      filled += await (await object).read(into.subarray(filled, filled + piece.size - from), from);
    }
    return filled;
  }
  return {
    size: rest.reduce((sum, { size }) => sum + size, head!.size),
    etag: first.etag,
    pieceSize: first.pieceSize,
    read,
    readEach: (places) => readPlaces(places, first.pieceSize / 8, read),
    async [Symbol.asyncDispose]() {
      for (const result of await Promise.allSettled(opened.values()))
        if (result.status === 'fulfilled') await result.value[Symbol.asyncDispose]();
    },
  };
}
