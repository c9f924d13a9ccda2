import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, test } from 'node:test';
import '../../../../test/on-disk.ts';
import { type CannedAnswer, startFaultServer } from '../../../../test/fault-server.ts';
import { hasProblemCode } from '../conformance.ts';
import type { Storage } from '../port.ts';
import { createS3Storage } from './s3.ts';
import { Problem } from '@lectern/contract/problem';
import { mapS3Error, isRequestTimeout } from './client.ts';
import { joinedParts, joinObjectParts } from './multipart.ts';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { S3Client } from '@aws-sdk/client-s3';
import { startLocalServer } from '../../../../test/local-server.ts';

const openBucket = (endpoint: string, folder: string): Promise<Storage> =>
  createS3Storage({
    bucket: 'b',
    endpoint,
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    forcePathStyle: true,
    prefix: '',
    copies: { folder, most: 0 },
  });

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
    storage = await openBucket(server.url, folder);
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

/** As the SDK throws them. */
const timeout = (code?: string): Error => Object.assign(new Error('it says why'), { name: 'TimeoutError', code });
const answered = (httpStatusCode: number, name = 'Unknown'): Error =>
  Object.assign(new Error('it says why'), { name, $metadata: { httpStatusCode } });

test('a connection that was reset is no silence: it is tried again', () => {
  for (const code of ['ECONNRESET', 'EPIPE']) assert.equal(isRequestTimeout(timeout(code)), false, code);
  for (const code of [undefined, 'ETIMEDOUT']) assert.equal(isRequestTimeout(timeout(code)), true, String(code));
});

test('reports storage_away for silence or foreign answers, and storage_unavailable for refusals', () => {
  const rows: [Error, string][] = [
    [timeout(), 'storage_away'],
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'storage_away'],
    [answered(500), 'storage_away'],
    [answered(503, 'SlowDown'), 'storage_away'],
    [answered(403), 'storage_unavailable'],
    [answered(412), 'storage_unavailable'],
    [answered(404, 'NoSuchKey'), 'not_found'],
    [answered(404, 'NoSuchUpload'), 'not_found'],
    // The answer to a HEAD request.
    [answered(404, 'NotFound'), 'storage_away'],
    [answered(404), 'storage_away'],
  ];
  for (const [error, code] of rows) {
    const problem = mapS3Error(error);
    assert.ok(problem instanceof Problem && problem.code === code, code);
  }
});

const mebibyte = 1024 ** 2;

test('pieces of any length become parts that S3 takes, and no byte is left out or taken twice', () => {
  const rows = [
    [3],
    [30, 30, 30, 4],
    [1, 1, 1],
    [3, 30, 2, 2, 2, 30, 1],
    [5, 5, 5],
    [2000, 1, 600],
    Array.from({ length: 4000 }, () => 0.25),
  ];
  for (const sizes of rows) {
    const pieces = sizes.map((size, n) => ({ key: `piece-${n}`, size: size * mebibyte }));
    const parts = joinedParts(pieces);
    const rangesOf = (part: (typeof parts)[number]) => ('sent' in part ? part.sent : [part.copied]);
    const lengths = parts.map((part) => rangesOf(part).reduce((sum, { start, end }) => sum + end - start + 1, 0));
    assert.equal(
      lengths.slice(0, -1).find((length) => length < 5 * mebibyte),
      undefined,
    );
    const joined: { key: string; start: number; end: number }[] = [];
    for (const range of parts.flatMap(rangesOf)) {
      const last = joined.at(-1);
      if (last?.key === range.key && last.end + 1 === range.start) last.end = range.end;
      else joined.push({ ...range });
    }
    assert.deepEqual(
      joined,
      pieces.map(({ key, size }) => ({ key, start: 0, end: size - 1 })),
    );
  }
});

const problem = (code: string): string => `<Error><Code>${code}</Code><Message>no</Message></Error>`;

/**
 * A fake of a bucket that refuses the second part at once, takes the others when that is known, and has trouble with
 * the end as well.
 */
async function startBucket() {
  const events: string[] = [];
  const refused = Promise.withResolvers<void>();
  const onAnswer = (message: unknown): void => {
    const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
    if (request.path.includes('partNumber=2')) response.once('close', () => setImmediate(refused.resolve));
  };
  subscribe('http.client.response.finish', onAnswer);
  const server = await startLocalServer((request, reply) => {
    const part = new URL(request.url!, 'http://bucket').searchParams.get('partNumber');
    request.resume();
    if (request.method === 'POST')
      return void reply.end('<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>');
    if (request.method === 'DELETE') {
      events.push('aborted');
      return void reply.writeHead(403).end(problem('TroubleWithTheEnd'));
    }
    if (part === '2') return void reply.writeHead(403).end(problem('PartRefused'));
    events.push(`part ${part} begun`);
    void refused.promise.then(() => {
      events.push(`part ${part} ended`);
      reply.writeHead(200, { etag: `"${part}"` }).end();
    });
  });
  const client = new S3Client({
    endpoint: server.url,
    region: 'us-east-1',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  });
  return { ...server, client, events, stopListening: () => unsubscribe('http.client.response.finish', onAnswer) };
}

test('a part that is refused is told of as it was, when nothing is on its way any more', async (t) => {
  const { client, events, close, stopListening } = await startBucket();
  t.after(() => {
    stopListening();
    client.destroy();
    return close();
  });
  const parts = Array.from({ length: 9 }, (_, n) => ({ sent: [{ key: `piece-${n}`, start: 0, end: 9 }] }));
  const written = joinObjectParts({ client, Bucket: 'bucket', full: (key) => key }, 'whole', parts, async () =>
    Buffer.alloc(10),
  );
  await assert.rejects(written, { name: 'PartRefused' });
  assert.equal(events.at(-1), 'aborted');
  // The three beside the one that was refused, and none after it.
  assert.deepEqual(
    events.slice(0, -1).toSorted(),
    ['1', '3', '4'].flatMap((n) => [`part ${n} begun`, `part ${n} ended`]),
  );
});

test('parts are longer, where the usual ones would be more than S3 takes', async (t) => {
  const asked: string[] = [];
  const server = await startLocalServer((request, reply) => {
    request.resume().on('end', () => {
      asked.push(`${request.method} ${new URL(request.url!, server.url).searchParams.has('uploads')}`);
      reply.writeHead(200, { etag: '"one"' }).end();
    });
  });
  const folder = await mkdtemp(join(tmpdir(), 'lectern-parts-'));
  const storage = await openBucket(server.url, folder);
  t.after(async () => {
    await storage.close();
    await server.close();
  });
  const mebibyte = 1024 ** 2;
  async function* beginning(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(9 * mebibyte);
  }
  await storage.put('videos/a/original', beginning(), { size: 100_000 * mebibyte });
  // Nine mebibytes are two of the usual parts, and one of those that 100,000 need.
  assert.deepEqual(asked, ['PUT false']);
});
