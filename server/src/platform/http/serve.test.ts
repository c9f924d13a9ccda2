import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { routes } from '@lectern/contract/route';
import { z } from 'zod';
import { eventually } from '../../../test/member.ts';
import { createApp } from './app.ts';
import type { World } from './context.ts';
import { feature, serveFeatures } from './serve.ts';

const cheap = { access: 'anyone', work: 'cheap', method: 'GET', reply: z.object({}) } as const;

const table = routes({
  change: {
    ...cheap,
    method: 'POST',
    path: '/change',
    query: z.object({ page: z.string().optional() }),
    body: z.object({ known: z.number(), inner: z.object({ known: z.number() }).optional() }),
    reply: z.object({ shown: z.number(), inner: z.array(z.object({ shown: z.number() })) }),
  },
  broken: { ...cheap, path: '/broken' },
  open: { ...cheap, path: '/open/:key', params: z.object({ key: z.string() }) },
  own: { method: 'GET', path: '/own', access: 'person', reply: z.object({}) },
  picture: { method: 'GET', path: '/picture', access: 'capability', work: 'cheap', reply: 'stream' },
  page: { ...cheap, work: 'page', path: '/page/:name', params: z.object({ name: z.string() }) },
  question: { ...cheap, path: '/question' },
});

describe('a call', () => {
  let app: Awaited<ReturnType<typeof createApp>>;
  afterEach(() => app.close());

  /** A server that makes one page at a time for strangers. */
  async function serve(level = 'info') {
    const lines: Record<string, unknown>[] = [];
    const received: unknown[] = [];
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    app = await createApp(level, {
      logStream: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    });
    const handlers = feature(table, {
      change(_ctx, input) {
        received.push(input);
        const row = { shown: 1, password_hash: 'hidden' };
        return { ...row, inner: [row] };
      },
      broken() {
        throw new Error('secret words');
      },
      open(_ctx, { key }) {
        if (key === 'fine') return {};
        throw new Problem(key === 'often' ? 'too_many_tries' : 'bad_request');
      },
      own: () => ({}),
      picture(_ctx, _input, { reply }) {
        void reply.header('cache-control', 'public, max-age=60');
        throw new Problem('not_found');
      },
      async page(_ctx, { name }) {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return {};
      },
      async question({ signal }) {
        begun.push('question');
        return new Promise<never>((_, reject) =>
          signal.addEventListener('abort', () => {
            received.push(String(signal.reason));
            reject(signal.reason as Error);
          }),
        );
      },
    });
    const one = { maxConcurrent: 1, maxQueued: 9, maxPerOwner: 9, requests: 1000 };
    const limits = { publicWork: { page: one, picture: one, media: one, making: one } };
    serveFeatures(app, { publicUrlIsSet: false } as World, [handlers], async () => undefined, { limits });
    return { lines, received, begun, ends };
  }

  const send = (payload: string, type = 'application/json', query = '') =>
    app.inject({ method: 'POST', url: `/api/change${query}`, headers: { 'content-type': type }, payload });

  it('gets and answers the fields of its contract alone, when there are more', async () => {
    const { received } = await serve();
    const sent =
      '{ "known": 1, "is_active": true, "__proto__": { "role": "admin" }, "inner": { "known": 2, "id": 3 } }';
    const { statusCode, body } = await send(sent, 'application/json', '?page=%2541&role=admin');
    assert.deepEqual([statusCode, body], [200, '{"shown":1,"inner":[{"shown":1}]}']);
    // `%2541` is `%41`, and not `A`: it is decoded once.
    assert.deepEqual(received, [{ known: 1, inner: { known: 2 }, page: '%41' }]);
  });

  it('rejects a call before its handler, when its body is not a JSON object', async () => {
    const { received } = await serve();
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
    const { lines } = await serve();
    const { statusCode, body } = await app.inject({ url: '/api/broken' });
    assert.deepEqual([statusCode, (JSON.parse(body) as { code: string }).code], [500, 'internal']);
    assert.doesNotMatch(body, /secret|Error|\.ts/);
    const told = lines.map(({ level, code, err }) => [level, code, (err as Error).message]);
    assert.deepEqual(told, [[50, 'internal', 'secret words']]);
    assert.match((lines[0]!['err'] as Error).stack ?? '', /serve\.test\.ts/);
  });

  it('tells in the log who was refused, by the route and without the keys in the address', async () => {
    const { lines } = await serve('warn');
    await app.inject({ url: '/api/own', headers: { authorization: 'Bearer secret-of-somebody' } });
    await app.inject({ url: '/api/open/often?token=secret-of-somebody' });
    await app.inject({ url: '/api/open/secret-of-somebody' });
    assert.deepEqual(
      lines.map(({ level, code, route, from }) => [level, code, route, from].join(' ')),
      ['40 unauthorized GET /api/own 127.0.0.1', '40 too_many_tries GET /api/open/:key 127.0.0.1'],
    );
    assert.doesNotMatch(JSON.stringify(lines), /secret-of-somebody|reqId/);
    // Each under the id of its request, which is said once.
    assert.equal(new Set(lines.flatMap(({ request }) => (typeof request === 'string' ? [request] : []))).size, 2);
  });

  it('logs every refusal, when the level is info', async () => {
    const { lines } = await serve();
    await app.inject({ url: '/api/open/secret-of-somebody' });
    assert.deepEqual(
      lines.map(({ level, code, route }) => [level, code, route]),
      [[30, 'bad_request', 'GET /api/open/:key']],
    );
  });

  it('sends no-store with every answer of a call, and with failures of cacheable routes', async () => {
    await serve('fatal');
    for (const url of ['/api/open/fine', '/api/open/often', '/api/own', '/picture'])
      assert.equal((await app.inject({ url })).headers['cache-control'], 'no-store', url);
  });

  it('does nothing, when its stranger left while waiting', async () => {
    const { begun, ends } = await serve();
    const [asked, left]: string[][] = [[], []];
    app.addHook('onRequest', async ({ url }, { raw: reply }) => {
      asked!.push(url);
      reply.once('close', () => !reply.writableFinished && left!.push(url));
    });
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const ask = async (name: string, signal?: AbortSignal): Promise<{ answer: Promise<Response> }> => {
      const before = asked!.length;
      const answer = fetch(`${origin}/api/page/${name}`, signal ? { signal } : {});
      await eventually(async () => asked!.at(before), `${name} to be asked for`);
      return { answer };
    };
    const first = await ask('first');
    await eventually(async () => begun.at(0), 'the first page');
    const leaving = new AbortController();
    const second = await ask('second', leaving.signal);
    const third = await ask('third');
    leaving.abort();
    await assert.rejects(second.answer);
    await eventually(async () => left!.at(0), 'the server to notice');
    ends.get('first')!();
    assert.equal((await first.answer).status, 200);
    await eventually(async () => begun.at(1), 'the next page');
    assert.deepEqual(begun, ['first', 'third']);
    ends.get('third')!();
    assert.equal((await third.answer).status, 200);
  });

  it('lets its handler know that its caller has gone, which is no failure', async () => {
    const { begun, received, lines } = await serve();
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const leaving = new AbortController();
    const asked = fetch(`${origin}/api/question`, { signal: leaving.signal });
    await eventually(async () => begun.at(0), 'the question');
    leaving.abort();
    await assert.rejects(asked);
    await eventually(async () => received.at(0), 'the end of the question');
    assert.deepEqual(received, ['ClientDisconnected: The caller has gone.']);
    assert.ok(!lines.some(({ level }) => Number(level) >= 40));
  });
});
