import assert from 'node:assert/strict';
import { it } from 'node:test';
import { routes } from '@lectern/contract/route';
import { z } from 'zod';
import { eventually } from '../../../test/member.ts';
import { createApp } from './app.ts';
import type { World } from './context.ts';
import { feature, serveFeatures } from './serve.ts';

const table = routes({
  page: {
    method: 'GET',
    path: '/page/:name',
    access: 'anyone',
    work: 'page',
    params: z.object({ name: z.string() }),
    reply: z.object({}),
  },
  question: { method: 'GET', path: '/question', access: 'anyone', work: 'cheap', reply: z.object({}) },
});

/** A server that does one thing at a time for strangers. */
async function serve() {
  const lines: Record<string, unknown>[] = [];
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const given: unknown[] = [];
  const asked: string[] = [];
  const left: string[] = [];
  const app = await createApp('info', {
    logStream: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  });
  app.addHook('onRequest', async ({ url }, { raw: reply }) => {
    asked.push(url);
    reply.once('close', () => !reply.writableFinished && left.push(url));
  });
  const handlers = feature(table, {
    async page(_ctx, { name }) {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return {};
    },
    async question({ signal }) {
      begun.push('question');
      const { promise, reject } = Promise.withResolvers<Record<string, never>>();
      signal.addEventListener('abort', () => {
        given.push(signal.reason);
        reject(signal.reason);
      });
      return promise;
    },
  });
  const one = { maxConcurrent: 1, maxQueued: 9, maxPerOwner: 9, requests: 1000 };
  const publicWork = { page: one, picture: one, media: one, making: one };
  serveFeatures(app, { publicUrlIsSet: false } as World, [handlers], async () => undefined, { limits: { publicWork } });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, origin, begun, ends, given, lines, asked, left };
}

it('does nothing for a stranger who went while waiting', async () => {
  const { app, origin, begun, ends, asked, left } = await serve();
  const first = fetch(`${origin}/api/page/first`);
  await eventually(async () => begun.at(0), 'the first page');
  const leaving = new AbortController();
  const second = fetch(`${origin}/api/page/second`, { signal: leaving.signal });
  await eventually(async () => asked.at(1), 'the second page to be asked for');
  const third = fetch(`${origin}/api/page/third`);
  await eventually(async () => asked.at(2), 'the third page to be asked for');
  leaving.abort();
  await assert.rejects(second);
  await eventually(async () => left.at(0), 'the server to notice');
  ends.get('first')!();
  assert.equal((await first).status, 200);
  await eventually(async () => begun.at(1), 'the next page');
  assert.deepEqual(begun, ['first', 'third']);
  ends.get('third')!();
  assert.equal((await third).status, 200);
  await app.close();
});

it('lets a handler know that its caller has gone, which is no failure', async () => {
  const { app, origin, begun, given, lines } = await serve();
  const leaving = new AbortController();
  const asked = fetch(`${origin}/api/question`, { signal: leaving.signal });
  await eventually(async () => begun.at(0), 'the question');
  leaving.abort();
  await assert.rejects(asked);
  await eventually(async () => given.at(0), 'the end of the question');
  await app.close();
  assert.deepEqual(given.map(String), ['ClientDisconnected: The caller has gone.']);
  assert.deepEqual(
    lines.filter(({ level }) => Number(level) >= 40),
    [],
  );
});
