import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CallError, createClient } from './client.ts';
import { promptRoutes } from './editing/prompts.ts';
import { videoRoutes } from './videos/videos.ts';

/** An answer whose connection is cut after half of it. */
const cut = (status: number): Response =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"data":['));
        controller.error(new TypeError('terminated'));
      },
    }),
    { status },
  );

const list = (answer: Response) =>
  createClient({ fetch: async () => answer })(videoRoutes.list, { userId: crypto.randomUUID() });

const isCallError = (status: number) => (error: unknown) => error instanceof CallError && error.status === status;

describe('a call whose answer breaks off', () => {
  it('rejects with status 0, when a successful answer breaks off', async () => {
    await assert.rejects(list(cut(200)), isCallError(0));
    await assert.rejects(list(new Response('<html>', { status: 200 })), isCallError(0));
  });

  it('keeps the error status, when a failed answer breaks off', async () => {
    await assert.rejects(list(cut(503)), isCallError(503));
  });
});

describe('a call that is not answered', () => {
  /** A server that takes a call and says nothing, or answers at a moment. */
  const silent = (moment?: Promise<void>) =>
    createClient({
      patience: 30,
      fetch: (_, init) =>
        new Promise((resolve, reject) => {
          const { signal } = init!;
          // As a connection does, it keeps the process alive; the clock of a signal does not.
          const open = setInterval(() => undefined, 1000);
          signal?.addEventListener('abort', () => {
            clearInterval(open);
            reject(signal.reason as Error);
          });
          void moment?.then(() => {
            clearInterval(open);
            resolve(Response.json({ data: [] }));
          });
        }),
    });
  const whose = { userId: crypto.randomUUID() };

  it('rejects with status 0, when no answer comes in time', async () => {
    await assert.rejects(silent()(videoRoutes.list, whose), isCallError(0));
  });

  it('may have done its work, where it saves something', async () => {
    const save = silent()(videoRoutes.save, { passthrough: crypto.randomUUID(), title: 'A title' });
    await assert.rejects(save, (error) => error instanceof CallError && /may have been saved/.test(error.message));
    await assert.rejects(silent()(videoRoutes.list, whose), { msg: undefined });
  });

  it('rejects with AbortError, when the caller aborts an unanswered call', async () => {
    const leaving = new AbortController();
    const listed = silent()(videoRoutes.list, whose, { signal: leaving.signal });
    leaving.abort();
    await assert.rejects(listed, { name: 'AbortError' });
  });

  it('waits without a limit, when a model answers or a file is sent', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const patient = [
      silent(promise)(promptRoutes.search, { passthrough: crypto.randomUUID(), prompt: 'Who?' }),
      silent(promise)(videoRoutes.list, whose, { body: 'a file' }),
    ];
    // One that began later is given up already.
    await assert.rejects(silent()(videoRoutes.list, whose), isCallError(0));
    resolve();
    await Promise.all(patient);
  });
});
