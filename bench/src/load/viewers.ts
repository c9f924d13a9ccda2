import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processorSeconds, quantile } from '../media/measure.ts';

/** The median and the 99th percentile of milliseconds. */
export function middleAndWorst(ms: readonly number[]): { p50: number; p99: number } {
  const sorted = ms.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}

export const formatFigures = ({ p50, p99 }: { p50: number; p99: number }): string =>
  `p50 ${p50.toFixed(0).padStart(5)} ms   p99 ${p99.toFixed(0).padStart(5)} ms`;

/** A server that does nothing but stream the segments of one recording from files, at `/0`, `/1` and so on. */
export type BareServer = { origin: string; pid: number; stop(): void };

/** A connection that the server has just closed for being idle is no answer; browsers ask again, too. */
async function fetchWithRetry(address: string): Promise<Response> {
  for (let tries = 10; ; tries -= 1)
    try {
      return await fetch(address);
    } catch (error) {
      if (tries === 0) throw error;
    }
}

/** Starts one with the segments that the product has at these addresses, as files in this folder. */
export async function startBare(
  address: (segment: number) => string,
  { segments, folder }: { segments: number; folder: string },
): Promise<BareServer> {
  const files = join(folder, 'bare');
  await mkdir(files, { recursive: true });
  for (let n = 0; n < segments; n += 1)
    await writeFile(join(files, String(n)), Buffer.from(await (await fetchWithRetry(address(n))).arrayBuffer()));
  const child = fork(join(import.meta.dirname, 'bare.child.ts'), [files]);
  const [port] = (await once(child, 'message')) as [number];
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => void child.kill() };
}

export type ViewerMeasurement = {
  where: Where;
  viewers: number;
  perSecond: number;
  perProcessorSecond: number;
  p50: number;
  p99: number;
};

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
): Promise<ViewerMeasurement> {
  const ms: number[] = [];
  const until = performance.now() + seconds * 1000;
  const before = processorSeconds(pid);
  await Promise.all(
    Array.from({ length: viewers }, async (_, viewer) => {
      const among = where === 'together' ? minute : segments;
      for (let n = Math.floor((viewer / viewers) * among); performance.now() < until; n = (n + 1) % segments) {
        const begun = performance.now();
        const answer = await fetchWithRetry(address(n));
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
export async function compareWithBareServer(
  address: (segment: number) => string,
  {
    pid,
    bare,
    segments,
    seconds,
    counts,
    where,
  }: {
    pid: number;
    bare: BareServer;
    segments: number;
    seconds: number;
    counts: readonly number[];
    where: Where;
  },
): Promise<{ ours: ViewerMeasurement; bare: ViewerMeasurement }[]> {
  const results: { ours: ViewerMeasurement; bare: ViewerMeasurement }[] = [];
  for (const viewers of counts) {
    const same = { segments, viewers, seconds, where };
    const ours = await watch(address, { pid, ...same });
    const direct = await watch((n) => `${bare.origin}/${n}`, { pid: bare.pid, ...same });
    results.push({ ours, bare: direct });
  }
  return results;
}
