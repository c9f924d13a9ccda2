import type { FastifyReply } from 'fastify';
import type { Semaphore } from '../limits/semaphore.ts';
import { whenClosed } from './when-closed.ts';

/**
 * Runs a handler when its turn comes, and gives its place back when the answer has been sent or cut off: one that nobody
 * takes fills the memory too. Throws what the handler and the semaphore throw.
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
