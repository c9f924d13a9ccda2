import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { mutate, randomFrom } from './mutate.ts';
import { targets } from './targets.ts';

/** An order from the watching thread: inputs starting at `from`, limited by number or seconds. */
export type Order = { target: string; seed: number; from: number; inputs: number; seconds: number; at: BigInt64Array };
export type FuzzResult = { done: number } | { n: number; bytes: Uint8Array; why: string };

const { target: name, seed, from, inputs, seconds, at } = workerData as Order;
const target = targets[name]!;
const corpus = target.corpus();
// In memory where there is such a folder: a million files are written.
const scratch = join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `lectern-fuzz-${process.pid}-${name}`);

const inputOf = async (n: number): Promise<Buffer> => {
  const random = randomFrom(seed, n);
  if (target.another && random(2) === 0) return target.another(random);
  return mutate(corpus[random(corpus.length)]!, target.pieces, random);
};

async function failure(bytes: Buffer): Promise<string | undefined> {
  try {
    await target.check(bytes, scratch);
    return undefined;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

/** Milliseconds spent on making an input short: less than the watching thread waits for one. */
const longestSearch = 10_000;

/** The shortest input found that fails by the same kind of error. */
async function minimised(bytes: Buffer, why: string): Promise<Buffer> {
  const kind = why.split(':', 1)[0]!;
  let best = bytes;
  const end = Date.now() + longestSearch;
  for (let size = best.length >> 1; size > 0; size >>= 1)
    for (let start = 0; start + size <= best.length && Date.now() < end; start += size) {
      const shorter = Buffer.concat([best.subarray(0, start), best.subarray(start + size)]);
      if ((await failure(shorter))?.startsWith(kind)) best = shorter;
    }
  return best;
}

// The time that loading takes is not theirs.
const until = Date.now() + seconds * 1000;
let n = from;
for (; n < from + inputs && Date.now() < until; n += 1) {
  at[0] = BigInt(n);
  const bytes = await inputOf(n);
  const why = await failure(bytes);
  if (why === undefined) continue;
  parentPort!.postMessage({ n, bytes: await minimised(bytes, why), why } satisfies FuzzResult);
  break;
}
rmSync(scratch, { force: true });
parentPort!.postMessage({ done: n - from } satisfies FuzzResult);
