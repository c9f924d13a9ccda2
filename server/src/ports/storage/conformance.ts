import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { hour } from '@lectern/contract/rules/durations';
import type { Storage, StoredObject } from './port.ts';

/** Longer than one part of S3. */
export const long = randomBytes(9 * 1024 ** 2);
export const small = Buffer.from('a small picture');

export const hasProblemCode = (code: string) => (error: unknown) => error instanceof Problem && error.code === code;

export async function listObjects(storage: Storage, prefix: string): Promise<StoredObject[]> {
  const found: StoredObject[] = [];
  for await (const each of storage.list(prefix)) found.push(each);
  return found;
}

async function* pieces(bytes: Buffer, failing?: Error): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1_000_000) yield bytes.subarray(at, at + 1_000_000);
  if (failing) throw failing;
}

export async function readAll(storage: Storage, key: string, range?: { start: number; end: number }): Promise<Buffer> {
  return buffer(await storage.read(key, range));
}

export type Bench = {
  storage: Storage;
  /** Data that never became an object but is still stored. */ unfinished(): Promise<string[]>;
};

/** Tests the behaviour every storage must have. */
export function conforms(name: string, open: () => Promise<Bench>): void {
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

    test('are read in many places at once, wherever these lie', async () => {
      await storage.put('videos/i/original', pieces(long));
      await using object = await storage.open((await storage.find('videos/i/original'))!);
      const at = [7_000_000, 100, 1100, 40_000, 7_001_000, 3_000_000, long.length - 500];
      const places = at.map((start) => ({ into: Buffer.alloc(500), at: start }));
      await object.readEach(places);
      for (const { into, at: start } of places)
        assert.ok(into.equals(long.subarray(start, start + 500)), String(start));
      await object.readEach([]);
      // The buffer may still hold bytes of an earlier read, which must not pass for the object's.
      const past = [{ into: Buffer.alloc(500), at: long.length - 100 }];
      await assert.rejects(object.readEach(past), hasProblemCode('storage_unavailable'));
      await assert.rejects(
        object.readEach([{ into: Buffer.alloc(100), at: long.length - 200 }, ...past]),
        hasProblemCode('storage_unavailable'),
      );
    });

    test('are not opened as what was found when another one has come into their place', async () => {
      await storage.put('videos/k/original', pieces(long));
      const found = (await storage.find('videos/k/original'))!;
      await storage.put('videos/k/original', pieces(Buffer.from(long).reverse()));
      const read = async (): Promise<number> => {
        await using object = await storage.open(found);
        return await object.read(Buffer.alloc(10), 0);
      };
      await assert.rejects(read(), hasProblemCode('storage_unavailable'));
    });

    test('take the place of others at once, and whoever reads the old one never gets a mixture', async () => {
      await storage.put('videos/c/original', pieces(long));
      const etag = (await storage.find('videos/c/original'))!.etag;
      await using old = await storage.open('videos/c/original');
      assert.equal(old.etag, etag);
      const other = Buffer.from(long).reverse();
      await storage.put('videos/c/original', pieces(other));
      const into = Buffer.alloc(1000);
      const read = await old.read(into, 0).catch(hasProblemCode('storage_unavailable'));
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
        (await listObjects(storage, 'videos/d/')).map(({ key }) => key),
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
      const found = (await storage.find('videos/f/original'))!;
      const copies = await Promise.all([found, found.key, found.key].map((each) => storage.localCopy(each)));
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
      assert.ok(Math.abs(Date.now() - found.changedAt.getTime()) < hour);
      assert.equal(await storage.find('videos/g/none'), undefined);
      // Where keys are paths, a folder is none, and nothing lies below a file.
      for (const key of ['videos/g/none', 'videos/g', 'videos/g/one/more']) {
        assert.equal(await storage.find(key), undefined, key);
        await assert.rejects(storage.open(key), hasProblemCode('not_found'), key);
        await assert.rejects(readAll(storage, key), hasProblemCode('not_found'), key);
        await assert.rejects(storage.localCopy(key), hasProblemCode('not_found'), key);
      }
    });

    test('are listed and removed by what their keys begin with', async () => {
      for (const key of ['videos/h/b/2', 'videos/h/a', 'videos/h/b/1', 'videos/hh/a', 'imports/h.zip'])
        await storage.put(key, small);
      const all = await listObjects(storage, 'videos/h/');
      assert.deepEqual(
        all.map(({ key, size }) => [key, size]),
        ['videos/h/a', 'videos/h/b/1', 'videos/h/b/2'].map((key) => [key, small.length]),
      );
      assert.equal(all[0]!.etag, (await storage.find('videos/h/a'))!.etag);
      await storage.remove('videos/h/');
      await storage.remove('videos/h/');
      assert.deepEqual(await listObjects(storage, 'videos/h/'), []);
      assert.equal((await listObjects(storage, 'videos/hh/')).length, 1);
      assert.ok(await storage.find('imports/h.zip'));
    });

    test('come in pieces, of which those that broke off count as far as they came', async () => {
      const stream = (from: number, to: number, failing?: Error) =>
        Readable.from(pieces(long.subarray(from, to), failing), { objectMode: false });
      const key = 'videos/j/original';
      const cuts = [0, 900_000, 1_000_000, 8_500_000, long.length];
      const parts: { key: string; size: number }[] = [];
      const append = async (n: number, sent: Readable, skip: number) => {
        const piece = storage.appends ? `${key}.part` : `${key}.part.${n}`;
        const at = storage.appends ? cuts[n]! : 0;
        const answer = await storage.append(piece, sent, { at, skip, limit: long.length });
        if (!storage.appends) parts.push({ key: piece, size: cuts[n + 1]! - cuts[n]! });
        return answer;
      };
      const lost = new Error('the sender has gone');
      const broken = await append(0, stream(0, 900_000, lost), 0);
      assert.deepEqual([broken.bytesTaken, broken.endedNormally, broken.error], [900_000, false, lost]);
      // Sends bytes again that are already stored.
      const again = await append(1, stream(500_000, 1_000_000), 400_000);
      assert.deepEqual([again.bytesTaken, again.endedNormally], [500_000, true]);
      await append(2, stream(1_000_000, 8_500_000), 0);
      await append(3, stream(8_500_000, long.length), 0);
      if (storage.appends) parts.push({ key: `${key}.part`, size: long.length });
      await storage.join(parts, key);
      assert.ok((await readAll(storage, key)).equals(long));
      await storage.join(parts, key);

      const refused = await storage.append('videos/j/other.part', stream(0, 3_000_000), {
        at: 0,
        skip: 0,
        limit: 2_000_000,
      });
      assert.ok(refused.bytesTaken > 2_000_000);
      await storage.cut({ key: 'videos/j/other.part', size: 0 });
      assert.equal((await storage.find('videos/j/other.part'))?.size ?? 0, 0);
      for (const { key: piece } of parts) await storage.remove(piece);
      await storage.remove('videos/j/other.part');
      assert.deepEqual(
        (await listObjects(storage, 'videos/j/')).map((each) => each.key),
        [key],
      );
      assert.deepEqual(await bench.unfinished(), []);
    });

    test('are put where nothing is yet', async () => {
      await storage.put('installation', small, { ifAbsent: true });
      await storage.put('installation', Buffer.from('another'), { ifAbsent: true });
      assert.ok((await readAll(storage, 'installation')).equals(small));
      await storage.put('installation', Buffer.from('another'));
      assert.equal((await readAll(storage, 'installation')).toString(), 'another');
    });

    test('are moved, alone or with all that lies beside them', async () => {
      for (const key of ['videos/k/original', 'videos/k/clips/1.mp4', 'imports/k.zip']) await storage.put(key, small);
      assert.deepEqual(await storage.names('videos/k/'), ['clips/', 'original']);
      await storage.move('videos/k/', 'set-aside/now.k/');
      await storage.move('imports/k.zip', 'set-aside/now.k.zip');
      await storage.move('videos/k/', 'set-aside/never/');
      assert.deepEqual(await storage.names('set-aside/'), ['now.k.zip', 'now.k/']);
      assert.deepEqual(await storage.names('videos/k/'), []);
      assert.ok((await readAll(storage, 'set-aside/now.k/clips/1.mp4')).equals(small));
      await storage.move('set-aside/now.k/', 'videos/k/');
      assert.ok((await readAll(storage, 'videos/k/original')).equals(small));
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
      for (const what of ['../', '/', '', 'videos/a/../', '../secret'])
        await assert.rejects(storage.remove(what), /is no (?:prefix|key)/, what);
      await assert.rejects(storage.names('videos'), /is no prefix/);
    });
  });
}
