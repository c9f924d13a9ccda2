import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { routes } from '@lectern/contract/route';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../http/app.ts';
import type { World, HttpExchange } from '../http/context.ts';
import { usualPublicWork } from './admission.ts';
import { feature, serveFeatures } from '../http/serve.ts';

const table = routes({
  page: { method: 'GET', path: '/page', access: 'anyone', work: 'page', reply: 'stream' },
  picture: { method: 'GET', path: '/picture', access: 'anyone', work: 'picture', reply: 'stream' },
  media: { method: 'GET', path: '/media', access: 'anyone', work: 'media', reply: 'stream' },
});

/** Exceeds what any system buffers for a client that does not read; shared by all requests. */
const bytes = Buffer.alloc(48 * 1024 * 1024);

describe('readers of one site who take nothing', () => {
  let app: FastifyInstance;
  let origin: string;
  before(async () => {
    app = await createApp('silent', { proxies: 1 });
    const send = (_ctx: unknown, _input: unknown, { reply }: HttpExchange) =>
      reply.type('application/octet-stream').send(bytes);
    const sent = feature(table, { page: send, picture: send, media: send });
    serveFeatures(app, { publicUrlIsSet: false } as World, [sent], async () => undefined);
    await app.listen({ host: '127.0.0.1', port: 0 });
    origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  });
  after(() => app?.close());

  for (const kind of ['page', 'picture', 'media'] as const)
    it(`leave places to others (${kind})`, { timeout: 60_000 }, async () => {
      const { maxConcurrent, maxConcurrentPerOwner } = usualPublicWork[kind];
      const gone = new AbortController();
      const ask = (ip: string): ClientRequest =>
        get(`${origin}/${kind}`, { agent: false, headers: { 'x-forwarded-for': ip }, signal: gone.signal });
      let begun = 0;
      const enough = Promise.withResolvers<void>();
      for (let n = 0; n < maxConcurrent; n += 1)
        // As many networks as readers, and all of them in the hands of one.
        ask(`2001:db8:1:${n.toString(16)}::1`)
          .on('error', () => undefined)
          .on('response', (answer) => {
            answer.on('error', () => undefined).pause();
            if ((begun += 1) === maxConcurrentPerOwner) enough.resolve();
          });
      await enough.promise;
      const other = ask('2001:db8:2::1').on('error', () => undefined);
      const [answer] = await once(other, 'response');
      assert.equal(answer.statusCode, 200);
      assert.equal(begun, maxConcurrentPerOwner);
      gone.abort();
    });
});
