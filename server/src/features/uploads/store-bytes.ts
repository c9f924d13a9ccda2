import type { Readable } from 'node:stream';
import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/http/context.ts';
import { receivedBytes } from '../../platform/log/metrics.ts';
import { runInSubprocess } from '../../platform/subprocess/in-child.ts';
import { appendToUpload, readUploadHead } from './append-to-upload.ts';
import { LeaseLostError, type UploadLease } from './lease.ts';
import { readRecordingAhead } from './read-ahead.ts';
import { acknowledge } from './store.ts';

/** Bytes at the start of a file that tell what it is. */
const sniffLength = 4100;

const module = new URL('./sniff.child.ts', import.meta.url);

/**
 * Checks the head of a file early: false only for content that is surely neither audio nor video. The inspect step
 * checks thoroughly later.
 */
async function looksLikeMedia(head: Buffer, owner: string): Promise<boolean> {
  try {
    return await runInSubprocess<boolean>(module, { head }, { owner, processor: 5 });
  } catch (error) {
    // Nobody has said that it is anything else.
    if (error instanceof Problem && !error.retryable) return true;
    throw error;
  }
}

/** How many bytes are stored of how many; `size` is undefined while nobody has told it. */
export type Stored = { received: number; size: number | undefined };

type Sent = {
  /** Where in the file the stream begins. */
  first: number;
  /** Bytes that it brings, and bytes of the file, where anybody has said. */
  told: number | undefined;
  size: number | undefined;
  /** Whether the end of the stream, which has come, is that of the file. */
  isEnd(): boolean;
  /** Whether the stream was to bring the last byte of the file. */
  isLast: boolean;
};

/**
 * Stores a stream of a recording and acknowledges it. Resolves with the length now durable; undefined when the stream
 * broke off. Throws as `appendToUpload`, `not_media` and `LeaseLostError`.
 */
export async function storeBytes(
  world: World,
  claim: UploadLease,
  stream: Readable,
  { first, told, size, isEnd, isLast }: Sent,
): Promise<Stored | undefined> {
  const { upload, writer } = claim;
  const { received } = upload;
  if (world.storage.appends && world.jobs.runsHere()) world.media.expectRecording();
  const { bytesTaken, endedNormally, error } = await appendToUpload(world, claim, stream, {
    first,
    told,
    onWritten: isLast && size !== undefined ? () => readRecordingAhead(world, claim, size) : undefined,
  });
  const stored = Math.max(received, first + bytesTaken);
  receivedBytes.inc(stored - received);
  // The end of the stream was the end of the file where nobody has told its size.
  const isWhole = size === undefined && endedNormally && isEnd();
  const end = size ?? (isWhole ? stored : sniffLength);
  if (
    received < sniffLength &&
    stored >= Math.min(sniffLength, end) &&
    !(await looksLikeMedia(
      await readUploadHead(world.storage, claim, { length: sniffLength, stored }),
      upload.workspace_id,
    ))
  )
    throw new Problem('not_media');
  const finalSize = isWhole ? { size: stored } : {};
  if (!(await acknowledge(world.database.kysely, { id: upload.id, writer, received: stored, ...finalSize })))
    throw new LeaseLostError(upload.id);
  if (!endedNormally) {
    world.log.info(
      { upload: upload.id, stored, cause: String(error) },
      'An upload was interrupted; its bytes are kept.',
    );
    return undefined;
  }
  return { received: stored, size, ...finalSize };
}
