import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import '../../../../test/on-disk.ts';
import { type CannedAnswer, startFaultServer } from '../../../../test/fault-server.ts';
import { hasProblemCode } from '../conformance.ts';
import type { Storage } from '../port.ts';
import { createS3Storage } from './s3.ts';

const xml = (body: string, status = 200): CannedAnswer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body,
});
const refusal = (code: string): CannedAnswer => xml(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`, 404);
const list = (contents = ''): CannedAnswer =>
  xml(
    `<?xml version="1.0"?><ListBucketResult><Name>b</Name><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`,
  );

/** Answers of other servers in place of a missing service. */
const others: readonly (readonly [string, CannedAnswer])[] = [
  [
    'a proxy without its service',
    { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' },
  ],
  ['a page of somebody', { status: 404, headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>Gone' }],
  ['a service that has no such bucket', refusal('NoSuchBucket')],
];

describe('a service of S3 that is not itself', () => {
  let folder: string;
  let storage: Storage;
  let server: Awaited<ReturnType<typeof startFaultServer>>;
  /** A HEAD is answered without a body, as HTTP has it. */
  let answer: (path: string, method: string) => CannedAnswer;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-s3-'));
    server = await startFaultServer(({ path, method }) => answer(path, method));
    storage = await createS3Storage({
      bucket: 'b',
      endpoint: server.url,
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      forcePathStyle: true,
      prefix: '',
      copies: { folder, most: 0 },
    });
  });
  after(async () => {
    await storage?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const key = 'videos/a/original';
  for (const [name, said] of others)
    it(`reports storage_away and no missing object, when ${name} answers`, async () => {
      answer = () => said;
      const away = hasProblemCode('storage_away');
      await assert.rejects(storage.find(key), away);
      await assert.rejects(storage.open(key), away);
      await assert.rejects(storage.read(key), away);
      await assert.rejects(storage.localCopy(key), away);
      await assert.rejects(storage.remove('videos/a/'), away);
      await assert.rejects(storage.join([{ key: 'videos/a/part', size: 1 }], key), away);
      await assert.rejects(storage.names('videos/'), away);
    });

  it('reports storage_away, when a web page comes in place of the list', async () => {
    answer = (_path, method) => (method === 'HEAD' ? refusal('') : xml('<html><body>Welcome</body></html>'));
    await assert.rejects(storage.find(key), hasProblemCode('storage_away'));
  });

  it('misses an object when the bucket itself says so', async () => {
    answer = (path, method) =>
      method === 'HEAD' ? refusal('') : path.includes('list-type=2') ? list() : refusal('NoSuchKey');
    assert.equal(await storage.find(key), undefined);
    await assert.rejects(storage.open(key), hasProblemCode('not_found'));
    await assert.rejects(storage.read(key), hasProblemCode('not_found'));
  });

  it('finds an object that appears between HEAD and list, and ignores longer keys', async () => {
    const object = (name: string): string =>
      `<Contents><Key>${name}</Key><Size>7</Size><ETag>"e"</ETag><LastModified>2026-11-27T00:00:00.000Z</LastModified></Contents>`;
    answer = (_path, method) => (method === 'HEAD' ? refusal('') : list(object(key)));
    assert.equal((await storage.find(key))?.size, 7);
    answer = (_path, method) => (method === 'HEAD' ? refusal('') : list(object(`${key}.part`)));
    assert.equal(await storage.find(key), undefined);
  });
});
