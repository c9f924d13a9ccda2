import { getCompileCacheDir } from 'node:module';
import { Tinypool } from 'tinypool';
import { createSemaphore, type OwnerSemaphore } from '../limits/semaphore.ts';

/**
 * Threads that members' requests wait for: a member may ask a hundred times at once, and leaves a core to the others.
 */
const asked = createSemaphore({ maxConcurrent: 2, maxConcurrentPerOwner: 1, maxQueued: 200, maxPerOwner: 8 });

/** The turn a thread must wait for, and the signal that cancels it. */
export type Asker = { turn: OwnerSemaphore; signal?: AbortSignal | undefined };

/** A member whose request waits for it: members take turns. Throws `busy` beyond the bounds. */
export const askedBy = (memberId: string, signal: AbortSignal): Asker => ({
  turn: (work, until) => asked(work, { owner: memberId, signal: until }),
  signal,
});

/** A job, which has a place of its kind already; and the start of the server. */
export const inOwnPlace = (signal?: AbortSignal): Asker => ({ turn: (work) => work(), signal });

/** Passes on the compile cache; a thread uses it only when its environment names it. */
export function threadEnvironment(): Record<string, string> {
  const compiled = getCompileCacheDir();
  return compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled };
}

/**
 * Keeps idle threads for a while, because loading the chapter code took half a second each time. The callers' turns
 * bound their number.
 */
let threads: Tinypool | undefined;
const openThreads = (): Tinypool =>
  (threads ??= new Tinypool({
    minThreads: 0,
    maxThreads: 100,
    idleTimeout: 30_000,
    env: threadEnvironment(),
    execArgv: ['--import', new URL('./behind-requests.thread.ts', import.meta.url).href],
    useAtomics: false,
  }));

/**
 * Runs a module's default function in a thread, so long computing does not block other requests. Each thread uses a
 * core and memory, so it needs a turn.
 */
export const inThread = <Result>(module: URL, input: unknown, { turn, signal }: Asker): Promise<Result> =>
  turn(async () => {
    signal?.throwIfAborted();
    try {
      return (await openThreads().run(input, { filename: module.href, signal: signal ?? null })) as Result;
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  }, signal);
