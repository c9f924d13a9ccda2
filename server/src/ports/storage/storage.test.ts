import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import { CreateBucketCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { Problem } from '@lectern/contract/problem';
import { type Ceph, hasCeph, startCeph } from '../../../test/ceph.ts';
import { createDiskStorage } from './disk.ts';
import type { Storage, StoredObject } from './port.ts';
import { createS3Storage } from './s3/s3.ts';

/** Longer than one part of S3. */
const long = randomBytes(9 * 1024 ** 2);
const small = Buffer.from('a small picture');

const isProblem = (code: string) => (error: unknown) => error instanceof Problem && error.code === code;

async function listed(storage: Storage, prefix: string): Promise<StoredObject[]> {
  const found: StoredObject[] = [];
  for await (const each of storage.list(prefix)) found.push(each);
  return found;
}

async function* pieces(bytes: Buffer, failing?: Error): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1_000_000) yield bytes.subarray(at, at + 1_000_000);
  if (failing) throw failing;
}

async function readAll(storage: Storage, key: string, range?: { start: number; end: number }): Promise<Buffer> {
  return buffer(await storage.read(key, range));
}

type Bench = {
  storage: Storage;
  /** What never became an object and is still kept somewhere. */ unfinished(): Promise<string[]>;
};

/** What every store does. */
function conforms(name: string, open: () => Promise<Bench>): void {
  suite(`objects in ${name}`, () => {
    let bench: Bench;
    let storage: Storage;
    let work: string;
    before(async () => {
      bench = await open();
      ({ storage } = bench);
      work = await mkdtemp(join(tmpdir(), 'lectern-objects-'));
    });
    after(async () => {
      await storage?.close();
      await rm(work, { recursive: true, force: true });
    });

    test('are read as they were stored, whole and in parts', async () => {
      await storage.put('videos/a/thumbnail.jpg', small);
      await storage.put('videos/a/original', pieces(long), { size: long.length });
      assert.ok((await readAll(storage, 'videos/a/thumbnail.jpg')).equals(small));
      assert.ok((await readAll(storage, 'videos/a/original')).equals(long));
      const range = { start: 8_000_000, end: 8_999_999 };
      assert.ok((await readAll(storage, 'videos/a/original', range)).equals(long.subarray(8_000_000, 9_000_000)));
      await storage.put('videos/a/empty', Buffer.alloc(0));
      assert.equal((await storage.find('videos/a/empty'))?.size, 0);
    });

    test('are opened for reading here and there, to the end and not past it', async () => {
      await storage.put('videos/b/original', pieces(long));
      await using object = await storage.open('videos/b/original');
      assert.equal(object.size, long.length);
      const into = Buffer.alloc(1000);
      assert.equal(await object.read(into, 5_000_000), 1000);
      assert.ok(into.equals(long.subarray(5_000_000, 5_001_000)));
      assert.equal(await object.read(into, long.length - 10), 10);
      assert.ok(into.subarray(0, 10).equals(long.subarray(-10)));
      assert.equal(await object.read(into, long.length), 0);
    });

    test('take the place of others at once, and whoever reads the old one never gets a mixture', async () => {
      await storage.put('videos/c/original', pieces(long));
      const etag = (await storage.find('videos/c/original'))!.etag;
      await using old = await storage.open('videos/c/original');
      assert.equal(old.etag, etag);
      const other = Buffer.from(long).reverse();
      await storage.put('videos/c/original', pieces(other));
      const into = Buffer.alloc(1000);
      const read = await old.read(into, 0).catch(isProblem('storage_unavailable'));
      assert.ok(read === true || into.equals(long.subarray(0, 1000)));
      assert.ok((await readAll(storage, 'videos/c/original')).equals(other));
      assert.notEqual((await storage.find('videos/c/original'))!.etag, etag);
    });

    test('are not there before they are whole, and leave nothing when they do not become so', async () => {
      await storage.put('videos/d/kept', small);
      const lost = new Error('the sender has gone');
      for (const key of ['videos/d/kept', 'videos/d/new'])
        await assert.rejects(storage.put(key, pieces(long, lost)), (error) =>
          [error, (error as Error).cause].includes(lost),
        );
      const gone = new AbortController();
      const stopped = storage.put(
        'videos/d/new',
        (async function* () {
          yield* pieces(long);
          assert.equal(await storage.find('videos/d/new'), undefined);
          gone.abort(lost);
          yield* pieces(long);
        })(),
        { signal: gone.signal },
      );
      await assert.rejects(stopped);
      assert.deepEqual(
        (await listed(storage, 'videos/d/')).map(({ key }) => key),
        ['videos/d/kept'],
      );
      assert.ok((await readAll(storage, 'videos/d/kept')).equals(small));
      assert.deepEqual(await bench.unfinished(), []);
    });

    test('are made of files, which are gone then', async () => {
      const file = join(work, 'clip.mp4');
      await writeFile(file, long);
      await storage.publish(file, 'videos/e/clips/1.mp4');
      assert.ok(!existsSync(file));
      assert.ok((await readAll(storage, 'videos/e/clips/1.mp4')).equals(long));
      const gone = new AbortController();
      gone.abort(new Error('stopped'));
      await writeFile(file, small);
      await assert.rejects(storage.publish(file, 'videos/e/clips/1.mp4', { signal: gone.signal }), /stopped/);
      assert.ok((await readAll(storage, 'videos/e/clips/1.mp4')).equals(long));
    });

    test('are lent as files', async () => {
      await storage.put('videos/f/original', pieces(long));
      const copies = await Promise.all([1, 2, 3].map(() => storage.localCopy('videos/f/original')));
      for (const copy of copies) assert.ok((await readFile(copy.path)).equals(long));
      assert.equal(new Set(copies.map(({ path }) => path)).size, 1);
      await copies[0]![Symbol.asyncDispose]();
      assert.ok((await readFile(copies[1]!.path)).equals(long), 'to each for as long as it needs it');
      for (const copy of copies) await copy[Symbol.asyncDispose]();
    });

    test('are told about, and what is missing is missing everywhere', async () => {
      await storage.put('videos/g/one', small);
      const found = await storage.find('videos/g/one');
      assert.equal(found?.size, small.length);
      assert.ok(Math.abs(Date.now() - found.changedAt.getTime()) < 3_600_000);
      assert.equal(await storage.find('videos/g/none'), undefined);
      // Where keys are paths, a folder is none, and nothing lies below a file.
      for (const key of ['videos/g/none', 'videos/g', 'videos/g/one/more']) {
        assert.equal(await storage.find(key), undefined, key);
        await assert.rejects(storage.open(key), isProblem('not_found'), key);
        await assert.rejects(readAll(storage, key), isProblem('not_found'), key);
        await assert.rejects(storage.localCopy(key), isProblem('not_found'), key);
      }
    });

    test('are listed and removed by what their keys begin with', async () => {
      for (const key of ['videos/h/b/2', 'videos/h/a', 'videos/h/b/1', 'videos/hh/a', 'imports/h.zip'])
        await storage.put(key, small);
      const all = await listed(storage, 'videos/h/');
      assert.deepEqual(
        all.map(({ key, size }) => [key, size]),
        ['videos/h/a', 'videos/h/b/1', 'videos/h/b/2'].map((key) => [key, small.length]),
      );
      assert.equal(all[0]!.etag, (await storage.find('videos/h/a'))!.etag);
      await storage.remove('videos/h/');
      await storage.remove('videos/h/');
      assert.deepEqual(await listed(storage, 'videos/h/'), []);
      assert.equal((await listed(storage, 'videos/hh/')).length, 1);
      assert.ok(await storage.find('imports/h.zip'));
    });

    test('have keys that lead nowhere else', async () => {
      for (const key of [
        '../secret',
        'videos/../../secret',
        '/etc/passwd',
        'videos//a',
        'videos/a/',
        '',
        'a b',
        '.hidden',
      ])
        await assert.rejects(storage.put(key, small), /is no key/, key);
      for (const prefix of ['../', '/', '', 'videos', 'videos/a/../'])
        await assert.rejects(storage.remove(prefix), /is no prefix/, prefix);
    });
  });
}

conforms('a folder', async () => {
  const root = await mkdtemp(join(tmpdir(), 'lectern-objects-'));
  const storage = createDiskStorage(root);
  return {
    storage: { ...storage, close: () => rm(root, { recursive: true, force: true }) },
    unfinished: () => readdir(join(root, 'scratch')),
  };
});

const otherDisk = '/dev/shm';

suite('a folder', () => {
  test('takes files from another disk', { skip: !existsSync(otherDisk) }, async () => {
    const root = await mkdtemp(join(tmpdir(), 'lectern-objects-'));
    const elsewhere = await mkdtemp(join(otherDisk, 'lectern-objects-'));
    try {
      const file = join(elsewhere, 'clip.mp4');
      await writeFile(file, small);
      const storage = createDiskStorage(root);
      await storage.publish(file, 'videos/a/clip.mp4');
      assert.ok((await readAll(storage, 'videos/a/clip.mp4')).equals(small));
      assert.ok(!existsSync(file));
      assert.deepEqual(await readdir(join(root, 'videos/a')), ['clip.mp4']);
    } finally {
      for (const folder of [root, elsewhere]) await rm(folder, { recursive: true, force: true });
    }
  });
});

if (hasCeph()) {
  let ceph: Ceph;
  let work: string;
  before(async () => {
    ceph = await startCeph();
    work = await mkdtemp(join(tmpdir(), 'lectern-copies-'));
  });
  after(async () => {
    await ceph?.stop();
    await rm(work, { recursive: true, force: true });
  });
  const openBucket = async (
    bucket: string,
    change: { endpoint?: string; secretAccessKey?: string } = {},
  ): Promise<Bench> => {
    const { endpoint, accessKeyId, secretAccessKey } = { ...ceph, ...change };
    const credentials = { accessKeyId, secretAccessKey };
    const storage = await createS3Storage({
      bucket,
      endpoint,
      region: 'us-east-1',
      ...credentials,
      forcePathStyle: true,
      prefix: 'lectern',
      copies: { folder: join(work, bucket), most: 0 },
    });
    const administrator = new S3Client({
      endpoint: ceph.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey: ceph.secretAccessKey },
    });
    await administrator.send(new CreateBucketCommand({ Bucket: bucket }));
    return {
      storage,
      async unfinished() {
        const { Uploads = [] } = await administrator.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
        return Uploads.map(({ Key }) => Key!);
      },
    };
  };

  conforms("a bucket of Ceph's gateway", () => openBucket('conforming'));

  suite('S3', () => {
    test('hands objects out by addresses that end and cannot be changed', async () => {
      const { storage } = await openBucket('addresses');
      await storage.put('videos/a/original', small);
      await storage.put('videos/b/original', long);
      const link = (await storage.link('videos/a/original', { seconds: 60, name: 'Größe.mp4', type: 'video/mp4' }))!;
      const response = await fetch(link, { headers: { range: 'bytes=2-6' } });
      assert.equal(response.status, 206);
      assert.equal(await response.text(), 'small');
      assert.equal(response.headers.get('content-type'), 'video/mp4');
      assert.match(response.headers.get('content-disposition') ?? '', /^attachment; .*Gr%C3%B6%C3%9Fe\.mp4$/);
      const forged = await fetch(link.replace('videos/a', 'videos/b'));
      assert.equal(forged.status, 403);
      await forged.arrayBuffer();
      await storage.close();
    });

    test('gives room back when nobody uses a copy any more', async () => {
      const { storage } = await openBucket('copies');
      await storage.put('videos/a/original', small);
      const copy = await storage.localCopy('videos/a/original');
      await copy[Symbol.asyncDispose]();
      assert.ok(!existsSync(copy.path));
      await storage.close();
    });

    test('that is away or refuses is a failure of its own, and is no object that is missing', async () => {
      const away = await openBucket('away', { endpoint: 'http://127.0.0.1:9' });
      const refusing = await openBucket('refusing', { secretAccessKey: 'another' });
      for (const { storage } of [away, refusing]) {
        await assert.rejects(storage.find('videos/a/original'), isProblem('storage_unavailable'));
        await assert.rejects(storage.put('videos/a/original', small), isProblem('storage_unavailable'));
        await assert.rejects(listed(storage, 'videos/'), isProblem('storage_unavailable'));
        await storage.close();
      }
    });
  });
} else
  console.log(
    'Ceph is not installed here: storage on S3 is not tested (Debian: apt-get install --no-install-recommends radosgw ceph-mon ceph-osd).',
  );
