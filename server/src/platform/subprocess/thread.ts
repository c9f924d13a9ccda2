import { getCompileCacheDir } from 'node:module';
import { Tinypool } from 'tinypool';
import { createSemaphore, type Turn } from '../limits/semaphore.ts';

/** Threads that members' requests wait for: a member may ask a hundred times at once, and leaves a core to the others. */
const asked = createSemaphore({ maxConcurrent: 2, maxConcurrentPerOwner: 1, maxQueued: 200, maxPerOwner: 8 });

/** Whose turn it must be for a thread, and until when it is wanted. */
export type Asker = { turn: Turn; signal?: AbortSignal | undefined };

/** A member whose request waits for it: members take turns. Throws `busy` beyond the bounds. */
export const askedBy = (memberId: string, signal: AbortSignal): Asker => ({
  turn: (work, until) => asked(work, { owner: memberId, signal: until }),
  signal,
});

/** A job, which has a place of its kind already; and the start of the server. */
export const inOwnPlace = (signal?: AbortSignal): Asker => ({ turn: (work) => work(), signal });

/** What the server keeps of compiled code serves a thread only where its environment says so. */
export function threadEnvironment(): Record<string, string> {
  const compiled = getCompileCacheDir();
  return compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled };
}

/**
 * Threads, and those that wait for more work for a while: to load what chapters are written with took half a second each
 * time. Their number is bounded by the turns of those who ask.
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
 * Runs the default function of a module with `input` in a thread, so that a second of computing does not hold up the
 * requests of everybody else. Each thread takes a core and its own memory: whoever wants one says whose turn it takes.
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
