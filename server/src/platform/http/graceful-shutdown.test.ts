// full: it waits for the patience of a server that ends
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApp } from './app.ts';
import { drainRequestsOnClose } from './graceful-shutdown.ts';

/** Takes its 13 seconds: Fastify, which is not to end it after ten, has timers that cannot be told from others. */
test('a handler that never ends keeps the server from closing for a while, and does not make it fail', async () => {
  const app = await createApp('silent');
  const run = drainRequestsOnClose(app);
  const asked = Promise.withResolvers<void>();
  app.get('/', (_request, reply) =>
    run(reply, async () => {
      asked.resolve();
      return new Promise<never>(() => undefined);
    }),
  );
  const answer = assert.rejects(fetch(await app.listen({ port: 0, host: '127.0.0.1' })));
  await asked.promise;
  await app.close();
  await answer;
});
