import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { whenClosed } from './when-closed.ts';

/** Milliseconds for answers under way to be finished, and then for their handlers to put away what they have. */
const grace = 3_000;
const handlerGraceMs = 10_000;

/** Whether all of it has ended; waits no longer than this. */
async function allEnded(work: ReadonlySet<Promise<unknown>>, milliseconds: number): Promise<void> {
  const late = new AbortController();
  const time = delay(milliseconds, undefined, { signal: late.signal, ref: false }).catch(() => undefined);
  await Promise.race([time, Promise.allSettled(work)]);
  late.abort();
}

/**
 * Lets requests end before the server closes, within limits: refuses new ones, finishes answers, then cuts off the
 * rest. Resolves with the wrapper for every handler.
 */
export function drainRequestsOnClose(
  app: FastifyInstance,
): <T>(reply: FastifyReply, handler: () => Promise<T>) => Promise<T> {
  const handlers = new Set<Promise<unknown>>();
  const answers = new Set<Promise<unknown>>();
  const noted = (where: Set<Promise<unknown>>, work: Promise<unknown>): void => {
    const settled = work.catch(() => undefined).finally(() => where.delete(settled));
    where.add(settled);
  };
  app.addHook('preClose', async () => {
    await allEnded(new Set([...handlers, ...answers]), grace);
    app.server.closeAllConnections();
    await allEnded(handlers, handlerGraceMs);
  });
  return (reply, handler) => {
    const work = handler();
    noted(handlers, work);
    if (!reply.raw.closed) noted(answers, whenClosed(reply.raw));
    return work;
  };
}
