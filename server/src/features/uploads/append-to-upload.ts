import type { Readable } from 'node:stream';
import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/http/context.ts';
import type { AppendResult } from '../../ports/storage/port.ts';
import { storageKeys } from '../storage/keys.ts';
import type { UploadLease } from './lease.ts';
import { lastPart } from './parts.ts';
import { tooLarge } from './upload-problems.ts';
import { reserveSpace } from './reserve-space.ts';
import { advanceReservationBytes, withinRoom } from './within-room.ts';

/** `first`: where in the file the stream begins; `told`: how many bytes it brings, where anybody has said. */
type Sent = { first: number; told: number | undefined };

/**
 * Appends new bytes of a stream to an upload. Unannounced bytes reserve room as they arrive. Interrupted streams keep
 * their bytes; refused or partly stored ones are removed.
 */
export async function appendToUpload(
  world: World,
  claim: UploadLease,
  stream: Readable,
  { first, told }: Sent,
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
    const came = await storage.append(part.key, body, { at: part.size, skip: received - first, limit });
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
