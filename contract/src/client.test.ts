import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CallError, createClient } from './client.ts';
import { videoRoutes } from './videos.ts';

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
  it('has not been answered, whatever the status says', async () => {
    await assert.rejects(list(cut(200)), isCallError(0));
    await assert.rejects(list(new Response('<html>', { status: 200 })), isCallError(0));
  });

  it('has failed all the same when it is a failure', async () => {
    await assert.rejects(list(cut(503)), isCallError(503));
  });
});
