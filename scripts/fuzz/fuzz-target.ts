import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FuzzResult, Order } from './worker.ts';

export type FuzzRun = { inputs: number; seconds: number; finding?: string };

/** Milliseconds that one input may take, on however busy a machine. */
const patience = 30_000;
/** Bytes the whole process may hold. */
const mostMemory = 1.5 * 1024 ** 3;

/**
 * Reads mutated inputs in a watched thread. Hangs, excessive memory, unexpected errors and impossible results are
 * findings, saved with their bytes as short as possible.
 */
export async function fuzzTarget(
  target: string,
  { seed, inputs, seconds, from = 0 }: { seed: number; inputs: number; seconds: number; from?: number },
): Promise<FuzzRun> {
  const began = performance.now();
  const at = new BigInt64Array(new SharedArrayBuffer(8));
  const order: Order = { target, seed, from, inputs, seconds, at };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: 768 },
  });
  let done = 0;
  let finding: string | undefined;
  worker.on('message', (message: FuzzResult) => {
    if ('done' in message) done = message.done;
    else finding = `${message.why}\n  ${save(target, seed, message)}`;
  });
  worker.on('error', (error) => (finding ??= `input ${at[0]}: ${String(error)}`));
  let [last, since] = [-1n, performance.now()];
  const watch = setInterval(() => {
    if (at[0] !== last) [last, since] = [at[0]!, performance.now()];
    const hangs = performance.now() - since > patience;
    const rss = process.memoryUsage.rss();
    if (!hangs && rss < mostMemory) return;
    finding ??= `input ${at[0]} ${hangs ? 'hangs' : `made the process hold ${rss} bytes`}`;
    void worker.terminate();
  }, 200);
  await new Promise((resolve) => worker.once('exit', resolve));
  clearInterval(watch);
  const ran = { inputs: done, seconds: (performance.now() - began) / 1000 };
  return finding === undefined ? ran : { ...ran, finding: `${target}: ${finding}\n  seed ${seed}` };
}

function save(target: string, seed: number, { n, bytes }: Extract<FuzzResult, { n: number }>): string {
  const folder = join(import.meta.dirname, 'found');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${target}-${seed}-${n}`);
  writeFileSync(file, bytes);
  return `saved as ${file}\n  again: npm run fuzz -- ${target} --file ${file}`;
}
