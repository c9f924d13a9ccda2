import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';

/**
 * Runs a module in a thread of its own with `input` and resolves with the message it posts, so that a second of
 * computing does not hold up the requests of everybody else. The module reads `workerData` and posts once.
 */
export function inThread<Result>(module: URL, input: unknown, signal?: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const compiled = getCompileCacheDir();
    const worker = new Worker(module, {
      workerData: input,
      // What the server keeps of compiled code serves a thread only where its environment says so.
      env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },
    });
    const stop = (): void => {
      void worker.terminate();
      reject(signal?.reason);
    };
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop, { once: true });
    const settle = (finish: () => void): void => {
      signal?.removeEventListener('abort', stop);
      finish();
      void worker.terminate();
    };
    worker.once('message', (result: Result) => settle(() => resolve(result)));
    worker.once('error', (error) => settle(() => reject(error)));
    worker.once('exit', (code) => settle(() => reject(new Error(`The thread ended with code ${code} and no result.`))));
  });
}
