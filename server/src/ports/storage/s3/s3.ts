import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Problem } from '@lectern/contract/problem';
import { attachment } from '../../../platform/http/send-object.ts';
import { checkKeyOrPrefix, checkedKey, checkedPrefix } from '../keys.ts';
import { readPlaces } from '../../../platform/files/read-ranges.ts';
import type { ByteRange, ObjectPiece, PutOptions, Storage, StoredObject } from '../port.ts';
import { createLocalObjectCache } from '../../../platform/cache/local-object-cache.ts';
import { appendBy, joinedParts, type Range, abortUnfinishedUploads, joinObjectParts } from './multipart.ts';
import {
  copyTimeoutsMs,
  openClient,
  shortTimeouts,
  type S3Options,
  mapS3Error,
  isNotFound,
  isAlreadyExists,
  UnansweredError,
} from './client.ts';

/** Bytes: parts are this long or longer (S3 wants 5 MiB or more), and there are at most 10,000 of them. */
const partSize = 8 * 1024 ** 2;
const mostParts = 10_000;

/** Milliseconds for the bytes of a few places, which nobody slow is waiting to take. */
const reading = 30_000;

/** Bytes between two places that are cheaper to fetch than another request. */
const worthReading = 1024 ** 2;

/** A key that nothing has. */
const anyKey = 'videos/check';

/** Objects that one request may delete. */
const deletedAtOnce = 1000;

/** Bytes that one call copies. */
const copiedAtOnce = 1024 ** 3;

/** The body of an answer, whose failures are the product's. */
function toldOf(body: Readable): Readable {
  async function* bytes(): AsyncGenerator<Buffer> {
    try {
      yield* body as AsyncIterable<Buffer>;
    } catch (error) {
      throw mapS3Error(error);
    }
  }
  return Readable.from(bytes(), { objectMode: false });
}

/** Objects in a bucket of a service that speaks the protocol of S3. */
export async function createS3Storage(options: S3Options): Promise<Storage> {
  const { bucket: Bucket } = options;
  const client = openClient(options);
  const copies = await createLocalObjectCache(options.copies.folder, options.copies.most);
  const before = options.prefix === '' ? '' : `${options.prefix}/`;
  const full = (key: string): string => before + checkedKey(key);
  const at = (key: string) => ({ Bucket, Key: full(key) });

  async function told<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw mapS3Error(error, signal);
    }
  }

  async function find(key: string): Promise<StoredObject | undefined> {
    try {
      const head = await client.send(new HeadObjectCommand(at(key)), shortTimeouts);
      return { key, size: head.ContentLength!, etag: head.ETag!, changedAt: head.LastModified! };
    } catch (error) {
      if (isNotFound(error)) return told(() => findInList(key));
      throw mapS3Error(error);
    }
  }

  /** Whether a key is free, by an answer that only the bucket itself gives. */
  async function findInList(key: string): Promise<StoredObject | undefined> {
    const wanted = full(key);
    const list = await client.send(new ListObjectsV2Command({ Bucket, Prefix: wanted, MaxKeys: 1 }), shortTimeouts);
    // Another page that is answered with 200 is no list.
    if (list.IsTruncated === undefined) throw new UnansweredError('The bucket was not listed.');
    const [first] = list.Contents ?? [];
    if (first?.Key !== wanted) return undefined;
    return { key, size: first.Size!, etag: first.ETag!, changedAt: first.LastModified! };
  }

  async function present(object: string | StoredObject): Promise<StoredObject> {
    const found = typeof object === 'string' ? await find(object) : object;
    if (!found) throw new Problem('not_found');
    return found;
  }

  const get = (
    key: string,
    { range, etag, signal }: { range?: ByteRange | undefined; etag?: string; signal?: AbortSignal },
  ): Promise<Readable> =>
    told(async () => {
      const { Body } = await client.send(
        new GetObjectCommand({
          ...at(key),
          ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
          ...(etag === undefined ? {} : { IfMatch: etag }),
        }),
        { ...shortTimeouts, ...(signal ? { abortSignal: signal } : {}) },
      );
      return toldOf(Body as Readable);
    });

  async function put(
    key: string,
    content: Buffer | AsyncIterable<Buffer>,
    { size, signal, ifAbsent = false }: PutOptions = {},
  ): Promise<void> {
    const place = { ...at(key), ...(ifAbsent ? { IfNoneMatch: '*' } : {}) };
    let lost: { error: unknown } | undefined;
    /** The SDK's own abort would leave the parts that were sent. */
    async function* source(): AsyncGenerator<Buffer> {
      try {
        for await (const chunk of Buffer.isBuffer(content) ? [content] : content) {
          signal?.throwIfAborted();
          yield chunk;
        }
      } catch (error) {
        lost = { error };
        throw error;
      }
    }
    await told(async () => {
      signal?.throwIfAborted();
      if (content instanceof Buffer && content.length <= partSize) {
        const command = new PutObjectCommand({ ...place, Body: content, ContentLength: content.length });
        return void (await client.send(command, signal ? { abortSignal: signal } : {}));
      }
      // It becomes visible with its last part; when its source fails, its parts are removed.
      const upload = new Upload({
        client,
        params: { ...place, Body: Readable.from(source()) },
        partSize: Math.max(partSize, Math.ceil((size ?? 0) / (mostParts - 1))),
        queueSize: 2,
      });
      await upload.done();
    }, signal).catch((error: unknown) => {
      if (lost) throw lost.error;
      if (!ifAbsent || !isAlreadyExists(error)) throw error;
    });
  }

  async function* list(prefix: string): AsyncGenerator<StoredObject> {
    const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: before + checkedPrefix(prefix) }, shortTimeouts);
    try {
      for await (const { Contents = [] } of pages)
        for (const { Key, Size, ETag, LastModified } of Contents)
          yield { key: Key!.slice(before.length), size: Size!, etag: ETag!, changedAt: LastModified! };
    } catch (error) {
      throw mapS3Error(error);
    }
  }

  async function names(prefix: string): Promise<string[]> {
    const Prefix = before + checkedPrefix(prefix);
    const found: string[] = [];
    await told(async () => {
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix, Delimiter: '/' }, shortTimeouts)) {
        for (const { Key } of page.Contents ?? []) found.push(Key!.slice(Prefix.length));
        for (const { Prefix: common } of page.CommonPrefixes ?? []) found.push(common!.slice(Prefix.length));
      }
    });
    return found.toSorted((a, b) => (a < b ? -1 : 1));
  }

  const inBucket = { client, Bucket, full };
  const bytesOf = async ({ key, start, end }: Range): Promise<Buffer> =>
    buffer(await get(key, { range: { start, end } }));
  const join = (pieces: readonly ObjectPiece[], key: string): Promise<void> =>
    told(() => joinObjectParts(inBucket, key, joinedParts(pieces.filter(({ size }) => size > 0)), bytesOf));

  async function copy({ key, size }: StoredObject, to: string): Promise<void> {
    if (size > copiedAtOnce) await join([{ key, size }], to);
    else {
      const command = new CopyObjectCommand({ ...at(to), CopySource: `${Bucket}/${full(key)}` });
      await told(() => client.send(command, copyTimeoutsMs));
    }
  }

  async function removeObjects(keys: readonly string[]): Promise<void> {
    for (let from = 0; from < keys.length; from += deletedAtOnce) {
      const Objects = keys.slice(from, from + deletedAtOnce).map((key) => ({ Key: full(key) }));
      const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
      if (Errors.length > 0) throw new Error(`${Errors[0]?.Key}: ${Errors[0]?.Message}`);
    }
  }

  async function within(what: string): Promise<StoredObject[]> {
    const objects: StoredObject[] = [];
    if (what.endsWith('/')) for await (const object of list(what)) objects.push(object);
    else {
      const only = await find(what);
      if (only) objects.push(only);
    }
    return objects;
  }

  return {
    kind: 's3',
    place: `the bucket ${Bucket}${before && `, ${before}`}`,
    put,
    find,
    names,
    list,
    appends: false,
    append: (piece, stream, how) => appendBy((content) => put(piece, content), stream, how),
    async cut({ key, size }) {
      const found = await find(key);
      if (found && found.size > size) await told(() => client.send(new DeleteObjectCommand(at(key))));
    },
    async join(pieces, key) {
      const size = pieces.reduce((sum, piece) => sum + piece.size, 0);
      if (await find(key)) return;
      await join(pieces, key);
      const stored = (await find(key))?.size;
      if (stored !== size) throw new Error(`${stored} of ${size} bytes are stored for ${key}.`);
    },
    check: async () => void (await told(() => findInList(anyKey))),
    room: async () => undefined,
    async move(from, to) {
      const objects = await within(from);
      // All of them, before the first one goes.
      for (const object of objects) await copy(object, to + object.key.slice(from.length));
      await told(() => removeObjects(objects.map(({ key }) => key)));
    },
    sweep: (moment) => told(() => abortUnfinishedUploads(inBucket, before, moment)),
    async publish(file, key, how) {
      await put(key, createReadStream(file), { ...how, size: (await stat(file)).size });
      await rm(file, { force: true });
    },
    async open(object) {
      const { key, size, etag } = await present(object);
      async function read(into: Buffer, at: number): Promise<number> {
        const end = Math.min(size, at + into.length);
        if (at >= end) return 0;
        const range = { start: at, end: end - 1 };
        const bytes = await get(key, { range, etag, signal: AbortSignal.timeout(reading) });
        let filled = 0;
        await told(async () => {
          for await (const chunk of bytes as AsyncIterable<Buffer>) filled += chunk.copy(into, filled);
        });
        return filled;
      }
      return {
        size,
        etag,
        // A segment of an ordinary recording is one request.
        pieceSize: 8 * 1024 ** 2,
        read,
        readEach: (places) => readPlaces(places, worthReading, read),
        [Symbol.asyncDispose]: async () => undefined,
      };
    },
    read: (key, range) => get(key, { range }),
    async localCopy(object, signal) {
      signal?.throwIfAborted();
      const found = await present(object);
      const open = async (signal: AbortSignal) => ({
        content: await get(found.key, { etag: found.etag, signal }),
        size: found.size,
      });
      return copies.of(found, open, signal);
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
    async remove(what) {
      const all = before + checkKeyOrPrefix(what);
      await told(async () => {
        if (what.endsWith('/')) await abortUnfinishedUploads(inBucket, all);
        await removeObjects((await within(what)).map(({ key }) => key));
      });
    },
    async close() {
      client.destroy();
      await copies.close();
    },
  };
}
