import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Problem } from '@lectern/contract/problem';
import { attachment } from '../../../platform/attachment.ts';
import { checkedKey, checkedPrefix } from '../keys.ts';
import type { ByteRange, Sending, Storage, StoredObject } from '../port.ts';
import { createCopies } from '../../../platform/copies.ts';
import { asProblem, isMissing } from './failures.ts';

export type S3Options = {
  bucket: string;
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket in the path and not in the name of the host. */
  forcePathStyle: boolean;
  /** Before all keys, without a slash at its ends; empty for none. */
  prefix: string;
  /** Folder of this process for copies of objects, and the bytes they may take while nobody uses them. */
  copies: { folder: string; most: number };
};

/** Bytes: parts are this long or longer (S3 wants 5 MiB or more), and there are at most 10,000 of them. */
const partSize = 8 * 1024 ** 2;
const mostParts = 10_000;

/** Objects that one request may delete. */
const deletedAtOnce = 1000;

/** Milliseconds. */
const connecting = 5_000;
const silent = 60_000;

/** Fails with the signal: the SDK's own abort leaves the parts that were sent. */
async function* until(
  signal: AbortSignal | undefined,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    signal?.throwIfAborted();
    yield chunk;
  }
}

/** Objects in a bucket of a service that speaks the protocol of S3. */
export async function createS3Storage(options: S3Options): Promise<Storage> {
  const { bucket: Bucket, accessKeyId, secretAccessKey } = options;
  const client = new S3Client({
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    region: options.region,
    forcePathStyle: options.forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // With the SDK's own, streams are sent in a framing that Ceph answers with 411.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connecting, socketTimeout: silent },
  });
  const copies = await createCopies(options.copies.folder, options.copies.most);
  const before = options.prefix === '' ? '' : `${options.prefix}/`;
  const at = (key: string) => ({ Bucket, Key: before + checkedKey(key) });

  async function told<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw asProblem(error, signal);
    }
  }

  async function find(key: string): Promise<StoredObject | undefined> {
    try {
      const head = await client.send(new HeadObjectCommand(at(key)));
      return { key, size: head.ContentLength!, etag: head.ETag!, changedAt: head.LastModified! };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw asProblem(error);
    }
  }

  async function present(key: string): Promise<StoredObject> {
    const found = await find(key);
    if (!found) throw new Problem('not_found');
    return found;
  }

  const get = (key: string, { range, etag }: { range?: ByteRange | undefined; etag?: string }): Promise<Readable> =>
    told(async () => {
      const { Body } = await client.send(
        new GetObjectCommand({
          ...at(key),
          ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
          ...(etag === undefined ? {} : { IfMatch: etag }),
        }),
      );
      return Body as Readable;
    });

  async function put(key: string, content: Buffer | AsyncIterable<Buffer>, { size, signal }: Sending = {}) {
    const place = at(key);
    await told(async () => {
      signal?.throwIfAborted();
      if (content instanceof Buffer && content.length <= partSize) {
        const command = new PutObjectCommand({ ...place, Body: content, ContentLength: content.length });
        return void (await client.send(command, signal ? { abortSignal: signal } : {}));
      }
      // It becomes visible with its last part; when its source fails, its parts are removed.
      const upload = new Upload({
        client,
        params: { ...place, Body: Readable.from(until(signal, Buffer.isBuffer(content) ? [content] : content)) },
        partSize: Math.max(partSize, Math.ceil((size ?? 0) / (mostParts - 1))),
        queueSize: 2,
      });
      await upload.done();
    }, signal);
  }

  async function* list(prefix: string): AsyncGenerator<StoredObject> {
    const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: before + checkedPrefix(prefix) });
    try {
      for await (const { Contents = [] } of pages)
        for (const { Key, Size, ETag, LastModified } of Contents)
          yield { key: Key!.slice(before.length), size: Size!, etag: ETag!, changedAt: LastModified! };
    } catch (error) {
      throw asProblem(error);
    }
  }

  /** Parts of what never became an object; they cost as much as objects do. */
  async function endUnfinished(Prefix: string): Promise<void> {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
    for (const { Key, UploadId } of Uploads)
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
  }

  return {
    kind: 's3',
    put,
    find,
    list,
    async publish(file, key, how) {
      await put(key, createReadStream(file), { ...how, size: (await stat(file)).size });
      await rm(file, { force: true });
    },
    async open(key) {
      const { size, etag } = await present(key);
      return {
        size,
        etag,
        async read(into, at) {
          const end = Math.min(size, at + into.length);
          if (at >= end) return 0;
          const bytes = await get(key, { range: { start: at, end: end - 1 }, etag });
          let read = 0;
          await told(async () => {
            for await (const chunk of bytes as AsyncIterable<Buffer>) read += chunk.copy(into, read);
          });
          return read;
        },
        [Symbol.asyncDispose]: async () => undefined,
      };
    },
    read: (key, range) => get(key, { range }),
    async localCopy(key, signal) {
      signal?.throwIfAborted();
      const found = await present(key);
      return copies.of(found, () => get(key, { etag: found.etag }));
    },
    link: (key, { seconds, name, type }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          ...at(key),
          ...(name === undefined ? {} : { ResponseContentDisposition: attachment(name) }),
          ...(type === undefined ? {} : { ResponseContentType: type }),
        }),
        { expiresIn: seconds },
      ),
    async remove(prefix) {
      const all = before + checkedPrefix(prefix);
      await told(async () => {
        await endUnfinished(all);
        let some: { Key: string }[] = [];
        const flush = async (): Promise<void> => {
          if (some.length === 0) return;
          const { Errors = [] } = await client.send(
            new DeleteObjectsCommand({ Bucket, Delete: { Objects: some, Quiet: true } }),
          );
          if (Errors.length > 0) throw new Error(`${Errors[0]?.Key}: ${Errors[0]?.Message}`);
          some = [];
        };
        for await (const { key } of list(prefix)) {
          some.push({ Key: before + key });
          if (some.length === deletedAtOnce) await flush();
        }
        await flush();
      });
    },
    async close() {
      client.destroy();
      await copies.close();
    },
  };
}
