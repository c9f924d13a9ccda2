import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { routes } from '@lectern/contract/route';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createApp } from './app.ts';
import type { World } from './context.ts';
import { feature, serveFeatures } from './serve.ts';

const table = routes({
  change: {
    method: 'POST',
    path: '/change',
    access: 'anyone',
    work: 'cheap',
    query: z.object({ page: z.string().optional() }),
    body: z.object({ known: z.number(), inner: z.object({ known: z.number() }).optional() }),
    reply: z.object({ shown: z.number(), inner: z.array(z.object({ shown: z.number() })) }),
  },
  broken: { method: 'GET', path: '/broken', access: 'anyone', work: 'cheap', reply: z.object({}) },
});

describe('a call', () => {
  let app: FastifyInstance;
  const received: unknown[] = [];
  const lines: Record<string, unknown>[] = [];

  before(async () => {
    app = await createApp('info', {
      logStream: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    });
    const features = [
      feature(table, {
        change: (_ctx, input) => {
          received.push(input);
          const row = { shown: 1, password_hash: 'hidden' };
          return { ...row, inner: [row] };
        },
        broken: () => {
          throw new Error('secret words');
        },
      }),
    ];
    serveFeatures(app, { publicUrlIsSet: false } as World, features, async () => undefined);
  });
  after(() => app.close());

  const send = (payload: string, type = 'application/json', query = '') =>
    app.inject({ method: 'POST', url: `/api/change${query}`, headers: { 'content-type': type }, payload });

  it('answers the fields of its contract alone, when its handler gives more', async () => {
    const { statusCode, body } = await send('{ "known": 1 }');
    assert.deepEqual([statusCode, body], [200, '{"shown":1,"inner":[{"shown":1}]}']);
  });

  it('gives its handler the fields of its contract alone, when more are sent', async () => {
    received.length = 0;
    const sent =
      '{ "known": 1, "is_active": true, "__proto__": { "role": "admin" }, "inner": { "known": 2, "id": 3 } }';
    assert.equal((await send(sent, 'application/json', '?page=%2541&role=admin')).statusCode, 200);
    // `%2541` is `%41`, and not `A`: it is decoded once.
    assert.deepEqual(received, [{ known: 1, inner: { known: 2 }, page: '%41' }]);
  });

  it('rejects a call before its handler, when its body is not a JSON object', async () => {
    received.length = 0;
    for (const [type, body] of [
      ['text/xml', '<known>1</known>'],
      ['text/plain', '{ "known": 1 }'],
      ['application/x-www-form-urlencoded', 'known=1'],
      ['application/json', '{ known: 1 }'],
      ['application/json', '"{ \\"known\\": 1 }"'],
    ] as const)
      assert.equal((await send(body, type)).statusCode, 400, `${type}: ${body}`);
    assert.deepEqual(received, []);
  });

  it('answers a general text and logs the cause, when its handler fails unexpectedly', async () => {
    lines.length = 0;
    const { statusCode, body } = await app.inject({ url: '/api/broken' });
    assert.equal(statusCode, 500);
    assert.equal((JSON.parse(body) as { code: string }).code, 'internal');
    assert.doesNotMatch(body, /secret|Error|\.ts/);
    const told = lines.map(({ level, code, err }) => [level, code, (err as Error).message]);
    assert.deepEqual(told, [[50, 'internal', 'secret words']]);
    assert.match((lines[0]!['err'] as Error).stack ?? '', /serve\.test\.ts/);
  });
});
