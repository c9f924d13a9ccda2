import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { PutChunk } from './put-chunk.ts';
import { UploadStopped, uploadFileResumably, type SendOptions, type Standing } from './send-file.ts';

/** The same PUT by `fetch`, for Node has no XMLHttpRequest. */
const putByFetch: PutChunk = async (url, contentRange, body, { signal, isPacked, onSent }) => {
  try {
    const headers = { 'content-range': contentRange, ...(isPacked ? { 'content-encoding': 'gzip' } : {}) };
    const response = await fetch(url, { method: 'PUT', headers, body, signal });
    if (body) onSent?.(body.size);
    return { status: response.status, range: response.headers.get('range'), body: await response.text() };
  } catch {
    return { status: signal.aborted ? -1 : 0, range: null, body: '' };
  }
};

type Wrench = (request: {
  number: number;
  contentRange: string;
}) => { status: number; body?: string } | 'hang up' | 'keep half' | undefined;

/** A server of the upload protocol that keeps the bytes in memory; the wrench makes it fail where a test wants it. */
async function uploadServer(wrench: Wrench = () => undefined) {
  const state = { bytes: Buffer.alloc(0), ranges: [] as string[], packed: undefined as Buffer | undefined };
  const server = createServer((request, response) => {
    const contentRange = String(request.headers['content-range']);
    state.ranges.push(contentRange);
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const trouble = wrench({ number: state.ranges.length, contentRange });
      if (trouble === 'hang up') return request.socket.destroy();
      if (trouble && trouble !== 'keep half') return response.writeHead(trouble.status).end(trouble.body);
      const total = Number(contentRange.split('/')[1]);
      const match = /^bytes (\d+)-/.exec(contentRange);
      const body = Buffer.concat(parts);
      if (request.headers['content-encoding'] === 'gzip') state.packed = body;
      if (match && Number(match[1]) === state.bytes.length)
        state.bytes = Buffer.concat([state.bytes, trouble ? body.subarray(0, body.length / 2) : body]);
      if (trouble) return request.socket.destroy();
      const complete = state.bytes.length === total;
      const range = state.bytes.length > 0 ? { range: `bytes=0-${state.bytes.length - 1}` } : {};
      response.writeHead(complete ? 200 : 308, complete ? {} : range).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/upload/key`;
  return { state, url, [Symbol.asyncDispose]: async () => void server.close() };
}

const options = (url: string, file: Blob, changes: Partial<SendOptions> = {}): SendOptions => ({
  file,
  url,
  put: putByFetch,
  signal: new AbortController().signal,
  resume: false,
  mayGoOn: async () => {},
  onProgress: () => {},
  onStanding: () => {},
  isWhole: async () => false,
  beforeRetry: async () => {},
  ...changes,
});

const content = randomBytes(70 * 1024 * 1024);
const recording = new Blob([content]);

test('a broken connection is announced, and the server is asked how much it kept', async () => {
  await using server = await uploadServer(({ number }) =>
    number === 1 ? 'keep half' : number === 2 ? 'hang up' : undefined,
  );
  const standings: Standing[] = [];
  let asked = 0;
  const isWhole = async (): Promise<boolean> => ++asked > 0;
  await uploadFileResumably(options(server.url, recording, { onStanding: (each) => standings.push(each), isWhole }));
  assert.equal(asked, 0, 'whether all has arrived');
  assert.ok(server.state.bytes.equals(content));
  assert.deepEqual(standings.slice(0, 3), ['offline', 'offline', 'sending']);
  assert.equal(server.state.ranges[2], `bytes */${content.length}`);
  assert.match(server.state.ranges[3] ?? '', new RegExp(`^bytes ${30_720 * 512}-`));
});

test('waits for a server that joins a complete file, however often the connection ends', async () => {
  const standings: Standing[] = [];
  const ranges: string[] = [];
  const put: PutChunk = async (_url, range, body, { onSent }) => {
    ranges.push(range);
    if (body) onSent?.(body.size);
    // Ours gives it up without an answer, a proxy with one.
    if (ranges.length < 9) return { status: ranges.length % 2 ? 0 : 504, range: null, body: '' };
    return { status: 200, range: null, body: '' };
  };
  const small = new Blob([content.subarray(0, 1000)]);
  await uploadFileResumably(
    options('/upload', small, { put, onStanding: (each) => standings.push(each), isWhole: async () => true }),
  );
  assert.deepEqual(new Set(standings), new Set(['joining', 'sending']));
  assert.equal(standings.at(-1), 'sending', 'the answer');
  assert.deepEqual(ranges.slice(0, 2), ['bytes 0-999/1000', 'bytes */1000']);
});

test('503 is tried five times, then the upload stops with its status', async () => {
  await using server = await uploadServer(() => ({ status: 503 }));
  await assert.rejects(uploadFileResumably(options(server.url, recording)), {
    name: 'UploadStopped',
    message: 'Server responded with 503. Stopping upload.',
  });
  assert.equal(server.state.ranges.length, 5);
});

test('a refusal stops at once and says why', async () => {
  await using server = await uploadServer(() => ({ status: 422, body: '{"msg":"This is a text."}' }));
  await assert.rejects(uploadFileResumably(options(server.url, recording)), {
    message: 'This is a text.',
  });
  assert.equal(server.state.ranges.length, 1);
});

test('an upload the server has forgotten is told apart', async () => {
  await using server = await uploadServer(() => ({ status: 410 }));
  await assert.rejects(
    uploadFileResumably(options(server.url, recording, { resume: true })),
    (error) => error instanceof UploadStopped && error.gone,
  );
});

const megabyte = 1024 ** 2;
const start = { chunk: megabyte, tail: content.length - 1000 };

for (const [when, wrench] of [
  ['taken', () => undefined],
  ['refused', ({ number }: { number: number }) => (number === 2 ? { status: 422 } : undefined)],
  ['lost', ({ number }: { number: number }) => (number === 2 ? 'hang up' : undefined)],
] as const)
  test(`sends the end compressed behind the first chunk, and in its turn again, when it was ${when}`, async () => {
    await using server = await uploadServer(wrench);
    await uploadFileResumably(options(server.url, recording, { start }));
    assert.ok(server.state.bytes.equals(content));
    const size = content.length;
    assert.deepEqual(server.state.ranges.slice(0, 3), [
      `bytes 0-${megabyte - 1}/${size}`,
      `bytes ${size - 1000}-${size - 1}/${size}`,
      `bytes ${megabyte}-${2.5 * megabyte - 1}/${size}`,
    ]);
    if (when === 'taken') assert.ok(gunzipSync(server.state.packed!).equals(content.subarray(-1000)));
  });
