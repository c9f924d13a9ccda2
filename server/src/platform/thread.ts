import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import { createSemaphore, type Turn } from './semaphore.ts';

/** Threads that members' requests wait for, which each load what they compute with: a member may ask a hundred times at once. */
const asked = createSemaphore({ atOnce: 2, waiting: 200, each: 8 });

/** Whose turn it must be for a thread, and until when it is wanted. */
export type Asker = { turn: Turn; signal?: AbortSignal | undefined };

/** A member whose request waits for it: members take turns. Throws `busy` beyond the bounds. */
export const askedBy = (memberId: string, signal: AbortSignal): Asker => ({
  turn: (work, until) => asked(work, { owner: memberId, signal: until }),
  signal,
});

/** A job, which has a place of its kind already; and the start of the server. */
export const inOwnPlace = (signal?: AbortSignal): Asker => ({ turn: (work) => work(), signal });

/**
 * Runs a module in a thread of its own with `input` and resolves with the message it posts, so that a second of
 * computing does not hold up the requests of everybody else. The module reads `workerData` and posts once. Each thread
 * takes a core and its own memory: whoever wants one says whose turn it takes.
 */
export const inThread = <Result>(module: URL, input: unknown, { turn, signal }: Asker): Promise<Result> =>
  turn(() => start<Result>(module, input, signal), signal);

/** Over when the thread has ended: until then it has its core and its memory. */
async function start<Result>(module: URL, input: unknown, signal: AbortSignal | undefined): Promise<Result> {
  signal?.throwIfAborted();
  const compiled = getCompileCacheDir();
  const worker = new Worker(module, {
    workerData: input,
    // What the server keeps of compiled code serves a thread only where its environment says so.
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const stop = (): void => reject(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', (code) => reject(new Error(`The thread ended with code ${code} and no result.`)));
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
