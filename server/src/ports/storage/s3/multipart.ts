import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type MultipartUpload,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { copyTimeoutsMs, shortTimeouts, isObjectMissingError } from './client.ts';
import type { ByteRange, ObjectPiece, AppendResult, AppendOptions } from '../port.ts';
import type { Readable } from 'node:stream';

/** Sends what a stream brings on to `put`; see `Storage.append`. Where nothing new comes, nothing is put. */
export async function appendBy(
  put: (content: AsyncIterable<Buffer>) => Promise<void>,
  stream: Readable,
  { skip, limit }: Omit<AppendOptions, 'at'>,
): Promise<AppendResult> {
  const came: AppendResult = { bytesTaken: 0, endedNormally: true };

  async function* fresh(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        const before = came.bytesTaken;
        came.bytesTaken += chunk.length;
        if (came.bytesTaken > limit) return;
        const rest = before < skip ? chunk.subarray(skip - before) : chunk;
        if (rest.length > 0) yield rest;
      }
    } catch (error) {
      // Bytes received until then are kept.
      Object.assign(came, { endedNormally: false, error });
    }
  }

  const chunks = fresh();
  const first = await chunks.next();
  if (first.done) return came;
  await put(
    (async function* () {
      yield first.value;
      yield* chunks;
    })(),
  );
  return came;
}

/** Source of one multipart part: a range the service copies itself, or bytes that are read and sent. */
type JoinedPart = { copied: Range } | { sent: Range[] };
export type Range = ByteRange & { key: string };

/** Bytes: S3 wants every part but the last to be this long, and takes 10,000 of them. */
const shortest = 5 * 1024 ** 2;
const most = 9_000;

/** Bytes the service copies in one call. */
const longest = 512 * 1024 ** 2;

const lengthOf = ({ start, end }: ByteRange): number => end - start + 1;

/**
 * The parts of an object that is made of pieces. What is too short for a part is read, with the beginning of what
 * follows.
 */
export function joinedParts(pieces: readonly ObjectPiece[]): JoinedPart[] {
  const least = Math.max(shortest, Math.ceil(pieces.reduce((sum, { size }) => sum + size, 0) / most));
  const parts: JoinedPart[] = [];
  let short: Range[] = [];
  const missing = (): number => least - short.reduce((sum, range) => sum + lengthOf(range), 0);
  for (const { key, size } of pieces) {
    let at = 0;
    if (short.length > 0) {
      at = Math.min(size, missing());
      short.push({ key, start: 0, end: at - 1 });
      if (missing() > 0) continue;
      parts.push({ sent: short });
      short = [];
    }
    while (size - at >= least) {
      const end = Math.min(size, at + Math.max(longest, least));
      parts.push({ copied: { key, start: at, end: end - 1 } });
      at = end;
    }
    if (at < size) short.push({ key, start: at, end: size - 1 });
  }
  return short.length > 0 ? [...parts, { sent: short }] : parts;
}

/** Parts that are made at a time. */
const atOnce = 4;

type Bucket = {
  client: S3Client;
  Bucket: string;
  /** Maps our key to the key in the bucket. */ full(key: string): string;
};

/** Builds an object from parts already in the bucket. It appears only as a whole, and a failure leaves nothing. */
export async function joinObjectParts(
  { client, Bucket, full }: Bucket,
  key: string,
  parts: readonly JoinedPart[],
  read: (range: Range) => Promise<Buffer>,
): Promise<void> {
  const place = { Bucket, Key: full(key) };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
  const etags: (string | undefined)[] = [];

  async function write(part: JoinedPart, PartNumber: number): Promise<string | undefined> {
    const where = { ...place, UploadId, PartNumber };
    if ('sent' in part) {
      const Body = Buffer.concat(await Promise.all(part.sent.map(read)));
      return (await client.send(new UploadPartCommand({ ...where, Body }))).ETag;
    }
    const { key: from, start, end } = part.copied;
    const { CopyPartResult } = await client.send(
      new UploadPartCopyCommand({
        ...where,
        CopySource: `${Bucket}/${full(from)}`,
        CopySourceRange: `bytes=${start}-${end}`,
      }),
      copyTimeoutsMs,
    );
    return CopyPartResult?.ETag;
  }

  try {
    await writeAll(parts, async (part, n) => {
      etags[n] = await write(part, n + 1);
    });
    const Parts = etags.map((ETag, n) => ({ ETag, PartNumber: n + 1 }));
    const command = new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } });
    await client.send(command, copyTimeoutsMs);
  } catch (error) {
    // The sweep removes what abort cannot; the original error is thrown.
    await abort({ client, Bucket }, { Key: place.Key, UploadId }).catch(() => undefined);
    throw error;
  }
}

/**
 * Several at a time. When one fails no other begins, and it is told of when those under way have ended: nothing is
 * still sent.
 */
async function writeAll(
  parts: readonly JoinedPart[],
  write: (part: JoinedPart, n: number) => Promise<void>,
): Promise<void> {
  const left = parts.entries();
  let failed: { error: unknown } | undefined;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [n, part] of left) {
        if (failed) return;
        await write(part, n).catch((error: unknown) => (failed ??= { error }));
      }
    }),
  );
  if (failed) throw failed.error;
}

async function abort(
  { client, Bucket }: Pick<Bucket, 'client' | 'Bucket'>,
  { Key, UploadId }: Pick<MultipartUpload, 'Key' | 'UploadId'>,
): Promise<void> {
  await client
    .send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), shortTimeouts)
    .catch((error: unknown) => {
      if (!isObjectMissingError(error)) throw error;
    });
}

/**
 * Ends multipart uploads that never became an object, or only those begun before a moment. Their parts cost as much as
 * objects do.
 */
export async function abortUnfinishedUploads(
  { client, Bucket }: Pick<Bucket, 'client' | 'Bucket'>,
  Prefix: string,
  before?: Date,
): Promise<void> {
  let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  for (;;) {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...from }), shortTimeouts);
    for (const upload of page.Uploads ?? [])
      if (!before || (upload.Initiated && upload.Initiated < before)) await abort({ client, Bucket }, upload);
    if (!page.IsTruncated) return;
    from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}
