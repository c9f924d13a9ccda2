import { setTimeout as delay } from 'node:timers/promises';
import type { Findings } from '../findings.ts';
import type { Wire } from '../wire.ts';

/** With which the server lets the proof read its metrics. */
export const metricsToken = 'the-chaos-reads-the-metrics';

/** Seconds in which nothing gets on; the longest wait before another attempt is 300. */
const patience = 420;
/** Seconds after which it is too long, though something does. */
const longest = 1800;

/** Jobs that wait for their time, however far away that is. */
const clocks = /name="(?:sweep|sandbox-renewals)"/;

/** The lines of the metrics that say what is not done; undefined where no answer comes. */
async function atWork(wire: Wire): Promise<string[] | undefined> {
  const answer = await wire.raw('proof: metrics', '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
  if (answer?.status !== 200) return undefined;
  const lines = (await answer.text()).split('\n').filter((line) => !line.endsWith(' 0'));
  return lines.filter(
    (line) =>
      line.startsWith('lectern_job_queue_depth') ||
      /^lectern_jobs\{.*state="active"/.test(line) ||
      (/^lectern_jobs\{.*state="(?:created|retry)"/.test(line) && !clocks.test(line)),
  );
}

/** Waits until no job is at work, due, or to be tried again, for as long as they get on: a busy machine is no fault. */
export async function waitForAllJobs(findings: Findings, wire: Wire): Promise<void> {
  let left: string[] | undefined;
  let before = '';
  let until = 0;
  for (const end = Date.now() + longest * 1000; Date.now() < end; await delay(500)) {
    left = await atWork(wire);
    if (left?.length === 0) break;
    const now = left?.join('\n') ?? '';
    if (now !== before) until = Date.now() + patience * 1000;
    before = now;
    if (Date.now() > until) break;
  }
  findings.check('every job comes to its end', left?.length === 0, left?.join('\n') ?? 'no answer');
}
