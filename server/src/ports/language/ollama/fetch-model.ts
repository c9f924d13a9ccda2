import { setTimeout as pause } from 'node:timers/promises';
import { OllamaRefusal, streamOllamaChunks } from './ollama-api.ts';

/**
 * Milliseconds before a fetch that broke off goes on, doubled each time, and without any news until it counts as broken
 * off.
 */
export type PullTimeouts = { first: number; silence: number };
export const defaultPullTimeoutsMs: PullTimeouts = { first: 2000, silence: 120_000 };

/** Times in a row that nothing more has come. */
const tries = 6;

/** Bytes so far of those that are known of; `total` is 0 while nothing is known. */
export type Fetched = { completed: number; total: number };

/**
 * Makes a server fetch a model from Ollama's library. Interrupted downloads resume. Throws the last failure, and at
 * once when the model does not exist.
 */
export async function pullOllamaModel(
  server: string,
  model: string,
  {
    patience,
    signal,
    onProgress,
  }: { patience: PullTimeouts; signal: AbortSignal; onProgress: (fetched: Fetched) => void },
): Promise<void> {
  let most = 0;
  for (let failures = 0; ;) {
    const layers = new Map<string, Fetched>();
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(new Error('Nothing more came.')), patience.silence);
    try {
      let done = false;
      const body = { model };
      for await (const { status, digest, total, completed } of streamOllamaChunks(
        server,
        '/api/pull',
        body,
        AbortSignal.any([signal, silence.signal]),
      )) {
        timer.refresh();
        done ||= status === 'success';
        if (digest === undefined || !total) continue;
        layers.set(digest, { total, completed: Math.min(total, completed ?? 0) });
        const fetched = sumOf(layers);
        if (fetched.completed > most) {
          most = fetched.completed;
          failures = 0;
        }
        onProgress(fetched);
      }
      if (done) return;
      throw new Error(`${server}/api/pull: ended before the model was there.`);
    } catch (error) {
      signal.throwIfAborted();
      if (isFinal(error) || ++failures === tries) throw error;
    } finally {
      clearTimeout(timer);
    }
    await pause(patience.first * 2 ** (failures - 1), undefined, { signal });
  }
}

const sumOf = (layers: ReadonlyMap<string, Fetched>): Fetched =>
  [...layers.values()].reduce(
    (sum, { completed, total }) => ({ completed: sum.completed + completed, total: sum.total + total }),
    { completed: 0, total: 0 },
  );

/** Such a name nobody will ever find. */
const isFinal = (error: unknown): boolean =>
  error instanceof OllamaRefusal &&
  (error.status < 500 || /does not exist|not found|invalid model|no such/i.test(error.message));
