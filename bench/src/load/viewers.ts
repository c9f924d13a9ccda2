import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processorSeconds } from '../media/measure.ts';
import { middleAndWorst } from './figures.ts';

export type Watched = {
  where: Where;
  viewers: number;
  perSecond: number;
  perProcessorSecond: number;
  p50: number;
  p99: number;
};

/** A connection that the server has just closed for being idle is no answer; browsers ask again, too. */
async function ask(address: string): Promise<Response> {
  for (let tries = 10; ; tries -= 1)
    try {
      return await fetch(address);
    } catch (error) {
      if (tries === 0) throw error;
    }
}

/** `together`: all are within a minute of each other, as when a webinar is announced. */
export type Where = 'together' | 'scattered';

/** Segments that are a minute. */
const minute = 10;

/** Segments are asked for by so many viewers at once, each from a place on, one after the other. */
async function watch(
  address: (segment: number) => string,
  {
    pid,
    segments,
    viewers,
    seconds,
    where,
  }: { pid: number; segments: number; viewers: number; seconds: number; where: Where },
): Promise<Watched> {
  const ms: number[] = [];
  const until = performance.now() + seconds * 1000;
  const before = processorSeconds(pid);
  await Promise.all(
    Array.from({ length: viewers }, async (_, viewer) => {
      const among = where === 'together' ? minute : segments;
      for (let n = Math.floor((viewer / viewers) * among); performance.now() < until; n = (n + 1) % segments) {
        const begun = performance.now();
        const answer = await ask(address(n));
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
        ms.push(performance.now() - begun);
      }
    }),
  );
  const spent = processorSeconds(pid) - before;
  return {
    where,
    viewers,
    perSecond: ms.length / seconds,
    perProcessorSecond: ms.length / spent,
    ...middleAndWorst(ms),
  };
}

/**
 * Viewers of one recording at a web process, beside a bare server that streams the same segments from files, with the
 * same number of viewers, one after the other.
 */
export async function viewersBeside(
  address: (segment: number) => string,
  {
    pid,
    segments,
    folder,
    seconds,
    counts,
    where,
  }: {
    pid: number;
    segments: number;
    /** Where the files of the bare server go. */
    folder: string;
    seconds: number;
    counts: readonly number[];
    where: Where;
  },
): Promise<{ ours: Watched; bare: Watched }[]> {
  const files = join(folder, 'bare');
  await mkdir(files, { recursive: true });
  const results: { ours: Watched; bare: Watched }[] = [];
  const bare = fork(join(import.meta.dirname, 'bare.child.ts'), [files]);
  try {
    const [port] = (await once(bare, 'message')) as [number];
    for (const viewers of counts) {
      const ours = await watch(address, { pid, segments, viewers, seconds, where });
      if (results.length === 0)
        for (let n = 0; n < segments; n += 1)
          await writeFile(join(files, String(n)), Buffer.from(await (await ask(address(n))).arrayBuffer()));
      // Files that were just written are on their way to the disk.
      await delay(1000);
      const direct = await watch((n) => `http://127.0.0.1:${port}/${n}`, {
        pid: bare.pid!,
        segments,
        viewers,
        seconds,
        where,
      });
      results.push({ ours, bare: direct });
    }
    return results;
  } finally {
    bare.kill();
  }
}
