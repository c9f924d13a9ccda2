import { Readable } from 'node:stream';
import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/http/context.ts';
import type { AppendOptions, AppendResult, Storage } from '../../ports/storage/port.ts';
import { storageKeys } from '../storage/keys.ts';
import type { UploadLease } from './lease.ts';
import { openPieces, piecesOf } from './parts.ts';
import { tooLarge } from './upload-problems.ts';
import { reserveSpace } from './reserve-space.ts';
import type { UploadPart } from './store.ts';

/** Bytes that are promised ahead to what has not told its length, so that it does not ask at every turn. */
export const advanceReservationBytes = 256 * 1024 ** 2;

/**
 * Passes a stream on while there is room. Beyond `promised` bytes, `grow` gives the new limit; when it throws, output
 * stops and `refusal` returns the error.
 */
export function withinRoom(
  stream: Readable,
  promised: number,
  grow: (bytes: number) => Promise<number>,
): { body: Readable; refusal(): unknown } {
  let at = 0;
  let most = promised;
  let refusal: unknown;
  async function* passed(): AsyncGenerator<Buffer> {
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      at += chunk.length;
      if (at > most)
        most = await grow(at).catch((error: unknown) => {
          refusal = error;
          throw error;
        });
      yield chunk;
    }
  }
  return { body: Readable.from(passed(), { objectMode: false }), refusal: () => refusal };
}

/** The part being written now. */
const lastPart = ({ parts }: Pick<UploadLease, 'parts'>): UploadPart => parts.at(-1)!;

/** So many bytes from the start of an upload, of which so many are stored, or as many as there are. */
export async function readUploadHead(
  storage: Storage,
  { upload, parts }: UploadLease,
  { length, stored }: { length: number; stored: number },
) {
  const head = Buffer.alloc(Math.min(length, stored));
  await using whole = await openPieces(storage, piecesOf(upload.id, parts, stored));
  return head.subarray(0, await whole.read(head, 0));
}

/** Gives a whole upload of so many bytes its place, once; what it came in goes. */
export async function publishParts(
  storage: Storage,
  { upload: { id }, parts }: UploadLease,
  size: number,
): Promise<void> {
  await storage.join(piecesOf(id, parts, size), storageKeys.original(id));
  for await (const { key } of storage.list(`${storageKeys.folder(id)}/`))
    if (key.startsWith(storageKeys.part(id))) await storage.remove(key);
}

/** `first`: where in the file the stream begins; `told`: how many bytes it brings, where anybody has said. */
type Sent = { first: number; told: number | undefined } & Pick<AppendOptions, 'onWritten'>;

/**
 * Appends new bytes of a stream to an upload. Unannounced bytes reserve room as they arrive. Interrupted streams keep
 * their bytes; refused or partly stored ones are removed.
 */
export async function appendToUpload(
  world: World,
  claim: UploadLease,
  stream: Readable,
  { first, told, onWritten }: Sent,
): Promise<Pick<AppendResult, 'bytesTaken' | 'endedNormally' | 'error'>> {
  const { storage, maxFileSize } = world;
  const { id, received } = claim.upload;
  const { part_number: n, first_byte: partFirst } = lastPart(claim);
  const part = { key: storageKeys.part(id, n), size: received - partFirst };
  const limit = told ?? maxFileSize;
  const grow = async (bytes: number): Promise<number> => {
    if (bytes > limit) throw tooLarge(maxFileSize);
    const upTo = Math.max(received, first + bytes);
    const promised = await reserveSpace(world, claim, {
      upTo,
      isEnd: false,
      ahead: advanceReservationBytes,
      written: upTo,
    });
    return promised - first;
  };
  // Where all of it is told, the room has been taken before.
  const { body, refusal } = withinRoom(stream, told ?? 0, told === undefined ? grow : async () => Infinity);
  try {
    const came = await storage.append(part.key, body, { at: part.size, skip: received - first, limit, onWritten });
    const { bytesTaken: taken, endedNormally: whole } = came;
    // To the storage it is a stream that broke off.
    if (refusal() !== undefined) throw refusal();
    if (taken > limit || (whole && taken < (told ?? 1)))
      throw new Problem(taken === 0 ? 'empty_file' : 'chunk_mismatch');
    return came;
  } catch (error) {
    await storage
      .cut(part)
      .catch((cause: unknown) =>
        world.log.warn({ err: cause, upload: id }, 'Bytes of an upload that do not count could not be cut off.'),
      );
    throw error;
  } finally {
    body.destroy();
  }
}
