import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds after which a start is over, and who waited for it is served. */
const afterStart = 60_000;

/**
 * Gives back, once, what a start has left in this thread: 40 MB and more. A process at rest allocates nothing, so that
 * nothing else would collect it.
 */
export function returnMemoryAfterStart(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    void (runInNewContext('gc') as NodeJS.GCFunction)({ type: 'major', execution: 'async', flavor: 'last-resort' });
  }, afterStart).unref();
}
