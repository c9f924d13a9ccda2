import type { FastifyReply } from 'fastify';
import type { Semaphore } from '../limits/semaphore.ts';
import { whenClosed } from './when-closed.ts';

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
