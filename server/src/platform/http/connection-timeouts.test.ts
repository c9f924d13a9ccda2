import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { assertEvery } from '../../../test/assert-every.ts';
import { eventually } from '../../../test/member.ts';
import { createApp } from './app.ts';
import { itInFullRun } from '../../../test/rare.ts';
import { drainRequestsOnClose } from './graceful-shutdown.ts';

/** Shortens waits of a minute to seconds. */
const patience = { head: 4_000, window: 4_000, least: 100, linger: 300, connections: 300 };

describe('a server with little patience', () => {
  let app: Awaited<ReturnType<typeof createApp>>;
  let port: number;
  const sockets: Socket[] = [];
  let readers = 0;
  let begun = false;
  const waiting = Promise.withResolvers<void>();
  /** The server has given up the rest of a request. */
  const gone = Promise.withResolvers<void>();

  before(async () => {
    app = await createApp('silent', { patience });
    app.get('/hello', async () => 'hello');
    app.get('/thinks', async () => {
      await waiting.promise;
      return 'thought';
    });
    app.get('/large', (request, reply) => {
      request.raw.socket.once('close', () => (readers -= 1));
      readers += 1;
      begun = true;
      void reply.send(Buffer.alloc(64 * 1024 * 1024));
    });
    app.put('/body', (request, reply) => {
      let size = 0;
      request.raw.on('data', (bytes: Buffer) => (size += bytes.length));
      request.raw.on('end', () => void reply.send(String(size)));
    });
    app.put('/gone', (request, reply) => {
      // Simulates the request Node leaves when its connection ends at the wrong moment.
      const { raw } = request;
      Object.assign(raw, { socket: null });
      const destroy = raw.destroy.bind(raw);
      raw.destroy = (error) => {
        setImmediate(gone.resolve);
        return destroy(error);
      };
      void reply.send('answered');
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    port = (app.server.address() as { port: number }).port;
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await app?.close();
  });

  async function open(to = port): Promise<Socket> {
    const socket = connect(to, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  }
  /** However it ends: what is written to it at that moment may be refused. */
  const ended = (socket: Socket): Promise<unknown> => {
    socket.resume();
    return socket.closed ? Promise.resolve() : new Promise((resolve) => socket.once('close', resolve));
  };
  const say = (path: string): Promise<string> =>
    fetch(`http://127.0.0.1:${port}${path}`).then((response) => response.text());

  it('ends 250 heads that never end, and answers others meanwhile', async () => {
    const slow = await Promise.all(Array.from({ length: 250 }, () => open()));
    for (const socket of slow) socket.write('GET /hello HTTP/1.1\r\nhost: x\r\nx-more: ');
    const drip = setInterval(() => {
      for (const socket of slow) socket.write('a');
    }, 50);
    try {
      assert.equal(await say('/hello'), 'hello');
      await Promise.all(slow.map(ended));
    } finally {
      clearInterval(drip);
    }
  });

  it('ends connections on which nothing ever comes', async () => {
    await ended(await open());
  });

  it('ends a body that does not get on, and keeps one that does', async () => {
    const head = 'PUT /body HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n';
    const [slow, long] = [await open(), await open()];
    slow.write(head);
    long.write(head);
    let sent = 0;
    const answer = once(long, 'data') as Promise<[Buffer]>;
    const drip = setInterval(() => {
      if (!slow.destroyed) slow.write('a');
      // Longer than a window, and never fast.
      if (sent < 100_000) long.write(Buffer.alloc(5_000));
      sent += 5_000;
    }, 400);
    await ended(slow);
    const [bytes] = await answer.finally(() => clearInterval(drip));
    assert.match(bytes.toString(), /^HTTP\/1\.1 200 [\s\S]*100000$/);
  });

  it('ends an answer that the client does not read, and lets a slow call finish', async () => {
    const thinking = say('/thinks');
    const reader = await open();
    reader.pause();
    reader.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n');
    // A client that does not read does not see the end either; the server does.
    await eventually(async () => (begun && readers === 0) || undefined, 'the end of the answer');
    waiting.resolve();
    assert.equal(await thinking, 'thought');
  });

  it('outlives a connection that is gone before the rest of its request came', async () => {
    const socket = await open();
    socket.write('PUT /gone HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\nabc');
    await once(socket, 'data');
    await gone.promise;
    assert.equal(await say('/hello'), 'hello');
  });

  it('takes so many connections of one network, and more when some have ended', async () => {
    const few = await createApp('silent', { patience: { ...patience, head: 60_000, window: 60_000, connections: 5 } });
    few.get('/hello', async () => 'hello');
    await few.listen({ port: 0, host: '127.0.0.1' });
    const there = (few.server.address() as { port: number }).port;
    try {
      const held = await Promise.all(Array.from({ length: 8 }, () => open(there)));
      const refused = await Promise.all(held.slice(5).map(ended));
      assert.equal(refused.length, 3);
      assertEvery(held.slice(0, 5), ({ closed }) => !closed);
      for (const socket of held.slice(0, 5)) socket.destroy();
      let answer: string | undefined;
      while (answer === undefined)
        answer = await fetch(`http://127.0.0.1:${there}/hello`).then(
          (response) => response.text(),
          () => undefined,
        );
      assert.equal(answer, 'hello');
    } finally {
      await few.close();
    }
  });
});

/** Takes its 13 seconds: Fastify, which is not to end it after ten, has timers that cannot be told from others. */
itInFullRun('closes without a failure after a while, when a handler never ends', async () => {
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
