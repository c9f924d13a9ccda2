import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { routes } from '@lectern/contract/route';
import { z } from 'zod';
import { createApp } from './app.ts';
import type { World } from './context.ts';
import { feature, serveFeatures } from './serve.ts';

const table = routes({
  open: {
    method: 'GET',
    path: '/open/:key',
    access: 'anyone',
    work: 'cheap',
    params: z.object({ key: z.string() }),
    reply: z.object({}),
  },
  own: { method: 'GET', path: '/own', access: 'member', reply: z.object({}) },
  picture: { method: 'GET', path: '/picture', access: 'capability', work: 'cheap', reply: 'stream' },
});

async function serve(level: string) {
  const lines: Record<string, unknown>[] = [];
  const app = await createApp(level, {
    logStream: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  });
  const features = [
    feature(table, {
      open: (_ctx, { key }) => {
        if (key === 'fine') return {};
        throw new Problem(key === 'often' ? 'too_many_tries' : 'bad_request');
      },
      own: () => ({}),
      picture: (_ctx, _input, { reply }) => {
        void reply.header('cache-control', 'public, max-age=60');
        throw new Problem('not_found');
      },
    }),
  ];
  serveFeatures(app, { publicUrlIsSet: false } as World, features, async () => undefined);
  return { app, lines };
}

it('tells in the log who was refused, by the route and without the keys in the address', async () => {
  const { app, lines } = await serve('warn');
  await app.inject({ url: '/api/own', headers: { authorization: 'Bearer secret-of-somebody' } });
  await app.inject({ url: '/api/open/often?token=secret-of-somebody' });
  await app.inject({ url: '/api/open/secret-of-somebody' });
  assert.deepEqual(
    lines.map(({ level, code, route, from }) => [level, code, route, from]),
    [
      [40, 'unauthorized', 'GET /api/own', '127.0.0.1'],
      [40, 'too_many_tries', 'GET /api/open/:key', '127.0.0.1'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(lines), /secret-of-somebody/);
  // Each under the id of its request, which is said once.
  assert.equal(new Set(lines.flatMap(({ request }) => (typeof request === 'string' ? [request] : []))).size, 2);
  assert.doesNotMatch(JSON.stringify(lines), /reqId/);
  await app.close();
});

it('tells of every refusal at info', async () => {
  const { app, lines } = await serve('info');
  await app.inject({ url: '/api/open/secret-of-somebody' });
  assert.deepEqual(
    lines.map(({ level, code, route }) => [level, code, route]),
    [[30, 'bad_request', 'GET /api/open/:key']],
  );
  await app.close();
});

it('sends no-store with every answer of a call, and with failures of cacheable routes', async () => {
  const { app } = await serve('fatal');
  for (const url of ['/api/open/fine', '/api/open/often', '/api/own', '/picture'])
    assert.equal((await app.inject({ url })).headers['cache-control'], 'no-store', url);
  await app.close();
});
