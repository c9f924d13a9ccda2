import type { Findings } from '../findings.ts';
import type { Footprint } from '../server.ts';

/** Limits that a server of a few members never reaches: resident bytes, and open descriptors. */
const most = { resident: 1.5e9, descriptors: 1000 };

/** From so many measurements of one process on its beginning and its end can be compared. */
const enough = 40;

/** Growth below this counts as noise: a factor, plus room for caches not yet full. */
const noise = { share: 1.3, resident: 150e6, descriptors: 60 };

const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** The longest-lived process, and what it took in its first and its last quarter. */
export function growth(footprints: readonly Footprint[]) {
  const lives = [...Map.groupBy(footprints, ({ incarnation }) => incarnation).values()];
  const longest = lives.sort((a, b) => b.length - a.length)[0] ?? [];
  const quarter = Math.ceil(longest.length / 4);
  const at = (part: readonly Footprint[]) => ({
    resident: median(part.map(({ resident }) => resident)),
    descriptors: median(part.map(({ descriptors }) => descriptors)),
  });
  return {
    measured: longest.length,
    minutes: longest.length === 0 ? 0 : (longest.at(-1)!.at - longest[0]!.at) / 60_000,
    first: at(longest.slice(0, quarter)),
    last: at(longest.slice(-quarter)),
  };
}

/** Memory and descriptors stay within bounds, and do not grow while a process lives. */
export function proveFootprint(findings: Findings, footprints: readonly Footprint[]): void {
  for (const { resident, descriptors } of footprints)
    findings.check(
      'the server stays under 1.5 GB and 1,000 descriptors',
      resident < most.resident && descriptors < most.descriptors,
      `${(resident / 1e6).toFixed(0)} MB, ${descriptors} descriptors`,
    );
  const { measured, first, last } = growth(footprints);
  if (measured < enough) return;
  const text = JSON.stringify({ first, last });
  findings.check('memory does not grow', last.resident < first.resident * noise.share + noise.resident, text);
  const { descriptors } = first;
  findings.check('descriptors do not grow', last.descriptors < descriptors * noise.share + noise.descriptors, text);
}
