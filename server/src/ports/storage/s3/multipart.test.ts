import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp } from 'node:fs/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { S3Client } from '@aws-sdk/client-s3';
import { startLocalServer } from '../../../../test/local-server.ts';
import { joinObjectParts } from './multipart.ts';
import { createS3Storage } from './s3.ts';

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
  const storage = await createS3Storage({
    bucket: 'bucket',
    endpoint: server.url,
    region: 'us-east-1',
    forcePathStyle: true,
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    prefix: '',
    copies: { folder, most: 0 },
  });
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
