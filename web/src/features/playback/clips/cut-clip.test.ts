import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { CallError } from '@lectern/contract/client';
import { waitForClip } from './cut-clip.ts';

/** A server of one download whose looks are answered in turn; the last answer stays. */
async function downloadServer(answers: (number | 'hang up')[], text = '{"msg":"The recording has no such part."}') {
  const seen: string[] = [];
  const answer: RequestListener = (request, response) => {
    seen.push(String(request.method));
    const next = answers[Math.min(seen.length, answers.length) - 1]!;
    if (next === 'hang up') request.socket.destroy();
    else response.writeHead(next).end(request.method === 'HEAD' ? undefined : text);
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/clip.mp4`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const unending = (): AbortSignal => new AbortController().signal;

test('looks at once and needs no pause when the clip is there', async () => {
  await using server = await downloadServer([200]);
  await waitForClip(server.address, unending(), 60_000);
  assert.deepEqual(server.seen, ['HEAD']);
});

test('goes on looking while the clip is being cut and while the network is down', async () => {
  await using server = await downloadServer([404, 'hang up', 503, 'hang up', 404, 200]);
  await waitForClip(server.address, unending(), 1);
  assert.deepEqual(
    server.seen.filter((method) => method !== 'HEAD'),
    [],
  );
  assert.ok(server.seen.length >= 6);
});

test('tells the server’s reason when the cut failed', async () => {
  await using server = await downloadServer([404, 422]);
  await assert.rejects(
    waitForClip(server.address, unending(), 1),
    (error) => error instanceof CallError && error.status === 422 && error.msg === 'The recording has no such part.',
  );
});

test('gives up after 120 looks with the specified text', async () => {
  await using server = await downloadServer([404]);
  await assert.rejects(waitForClip(server.address, unending(), 0), { message: 'Error to cut video' });
  assert.equal(server.seen.length, 120);
});

test('stops when the page is left', async () => {
  await using server = await downloadServer([404]);
  const page = new AbortController();
  const waiting = waitForClip(server.address, page.signal, 60_000);
  page.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
});
