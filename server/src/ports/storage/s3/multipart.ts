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
import { copyTimeoutsMs, shortTimeouts } from './client.ts';
import { isObjectMissingError } from './failures.ts';
import type { JoinedPart, Range } from './join.ts';

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
