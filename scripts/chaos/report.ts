import type { FaultTotals } from './faults.ts';
import type { Findings } from './findings.ts';
import type { Oracle } from './oracle.ts';
import { growth } from './prove-stores.ts';
import type { Footprint } from './servers.ts';
import type { OutcomeCounts } from './wire.ts';

/** Tells whoever watches a run how far it is. */
export const logLine = (line: string): void => console.log(`${new Date().toISOString()} ${line}`);

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const all = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, n) => Math.max(...all.map((row) => row[n]!.length)));
  return all
    .map((row) =>
      row
        .map((cell, n) => (n === 0 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => a.localeCompare(b);

/**
 * Requests without an answer: nothing listened, the server broke off or its process ended, the proxy gave up on a
 * frozen process, or the line was cut.
 */
const lost = ['503', '507', 'nobody there', 'broken off', 'given up', 'line cut', 'no line', 'too late'] as const;
const outcomes = ['done', 'refused', ...lost, 'failed'] as const;

export type ChaosRun = {
  tally: OutcomeCounts;
  suffered: FaultTotals;
  findings: Findings;
  oracle: Oracle;
  footprints: readonly Footprint[];
  starts: number;
};

/** Sums up all acknowledged work. */
function promised({ uploads, videos, purchases }: Oracle): string {
  const bytes = uploads.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  const edits = [...videos.values()].reduce((sum, { fields }) => sum + fields.size, 0);
  const paid = purchases.filter(({ state }) => state === 'paid');
  const cents = paid.reduce((sum, { cents: each }) => sum + each, 0);
  return (
    `Acknowledged: ${bytes} bytes of ${uploads.length} uploads, edits of ${edits} fields, ` +
    `${cents} cents in ${paid.length} payments for tokens; ${videos.size} videos.`
  );
}

/** Reports the requests, the faults and the proved findings. */
export function report({ tally, suffered, findings, oracle, footprints, starts }: ChaosRun): string {
  const kinds = [...tally].sort(byName);
  const sum = (outcome: string): number => kinds.reduce((all, [, counts]) => all + (counts.get(outcome) ?? 0), 0);
  const { minutes, first, last } = growth(footprints);
  const mb = (bytes: number): string => (bytes / 1e6).toFixed(0);
  return [
    table(
      ['requests', ...outcomes],
      [
        ...kinds.map(([kind, counts]) => [kind, ...outcomes.map((outcome) => counts.get(outcome) ?? 0)]),
        ['all', ...outcomes.map(sum)],
      ],
    ),
    table(
      ['faults', 'times', 'seconds'],
      [...suffered].sort(byName).map(([name, { times, lasted }]) => [name, times, (lasted / 1000).toFixed(0)]),
    ),
    promised(oracle),
    `The server was started ${starts} times. The process that lived longest (${minutes.toFixed(1)} min) took ` +
      `${mb(first.resident)} MB and ${first.descriptors} descriptors in its first quarter, ` +
      `${mb(last.resident)} MB and ${last.descriptors} in its last; the most was ` +
      `${mb(Math.max(0, ...footprints.map(({ resident }) => resident)))} MB and ` +
      `${Math.max(0, ...footprints.map(({ descriptors }) => descriptors))}.`,
    table(
      ['proved', 'examined', 'broken'],
      [...findings.checks].sort(byName).map(([name, { examined, broken }]) => [name, examined, broken.length]),
    ),
    ...[...findings.checks]
      .filter(([, { examined }]) => examined === 0)
      .map(([name]) => `${name}: nothing was left to look at, so this run proves nothing.`),
    ...[...findings.checks]
      .filter(([, { broken }]) => broken.length > 0)
      .map(
        ([name, { broken }]) =>
          `${name}:\n${broken
            .slice(0, 10)
            .map((what) => `  ${what}`)
            .join('\n')}`,
      ),
  ].join('\n\n');
}
