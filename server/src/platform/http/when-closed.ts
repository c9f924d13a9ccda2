import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Semaphore } from '../limits/semaphore.ts';

/** Why work for a caller was given up. Nobody is left who could be told. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected';
}

/**
 * Aborts with `ClientDisconnected` when the connection ends before the answer has been sent; a server that stops cuts
 * it off too.
 */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const look = (): void => {
    if (!raw.writableFinished) gone.abort(new ClientDisconnected('The caller has gone.'));
  };
  if (raw.closed) look();
  else raw.once('close', look);
  return gone.signal;
}

/**
 * Runs a handler in turn and frees its place once the answer is sent or cut off, because unread answers fill memory.
 * Throws what handler and semaphore throw.
 */
export function untilSent<T>(
  places: Semaphore,
  admission: { owner: string; signal: AbortSignal },
  { raw }: FastifyReply,
  handle: () => Promise<T>,
): Promise<T> {
  const admitted = Promise.withResolvers<T>();
  places(async () => {
    try {
      admitted.resolve(await handle());
    } catch (error) {
      admitted.reject(error);
    }
    await whenClosed(raw);
  }, admission).catch((error: unknown) => admitted.reject(error));
  return admitted.promise;
}

const known = new WeakMap<ServerResponse, Promise<void>>();

/** Resolves when an answer has been sent or cut off, for however many want to know: it is listened for once. */
export function whenClosed(raw: ServerResponse): Promise<void> {
  const before = known.get(raw);
  if (before) return before;
  const { promise, resolve } = Promise.withResolvers<void>();
  if (raw.closed) resolve();
  else raw.once('close', resolve);
  known.set(raw, promise);
  return promise;
}
