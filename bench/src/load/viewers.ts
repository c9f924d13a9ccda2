import { processorSeconds } from '../media/measure.ts';
import { fetchWithRetry, type BareServer } from './bare.ts';
import { middleAndWorst } from './figures.ts';

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
