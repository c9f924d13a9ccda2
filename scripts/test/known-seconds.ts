import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const list = (root: string): string => join(root, 'scripts/test/seconds.json');

/** Least that is worth a line of the list. */
const least = 2;

/** How long a test file takes, by a run that was kept; one that is not in the list is a short one. */
export function knownSeconds(root: string): (file: string) => number {
  const known = JSON.parse(readFileSync(list(root), 'utf8')) as Record<string, number>;
  return (file) => known[relative(root, file)] ?? 1;
}

/** Keeps what files took in this run (`LECTERN_TEST_RECORD=1 npm test`); of those that did not run, what they took before. */
export function rememberSeconds(root: string, took: ReadonlyMap<string, number>): void {
  const known = JSON.parse(readFileSync(list(root), 'utf8')) as Record<string, number>;
  for (const [file, seconds] of took) known[file] = Math.round(seconds);
  const lines = Object.entries(known)
    .filter(([, seconds]) => seconds >= least)
    .toSorted(([a], [b]) => a.localeCompare(b));
  writeFileSync(list(root), `${JSON.stringify(Object.fromEntries(lines), undefined, 2)}\n`);
}
