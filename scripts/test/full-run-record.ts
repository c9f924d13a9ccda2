import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { day } from '../../contract/src/rules/durations.ts';

/** A run of everything. Times in seconds; `processor` is undefined where the system does not tell. */
export type FullRun = {
  date: Date;
  /** The tested commit; `isClean`: the folder held no other changes. */
  commit: string;
  isClean: boolean;
  passed: number;
  failed: readonly string[];
  wall: number;
  processor: number | undefined;
  levels: readonly { name: string; files: number; passed: number; failed: number; seconds: number }[];
  versions: Readonly<Record<string, string>>;
  passedLater: readonly string[];
  slowest: readonly { name: string; seconds: number }[];
  /** The output of the benches. */
  guard: string;
};

/** A line of the list of runs. */
export type RecordedRun = { date: string; commit: string; isClean: boolean; passed: number; failed: number };

const path = (root: string): string => join(root, 'records/full-run.md');

/** Lines of the list that are kept. */
const mostRuns = 12;

const head = `# Full runs

\`npm run test:full\` writes this file. A release needs a green run of its own tree (\`npm run release\`).

| Date (UTC) | Commit | Passed | Failed | Passed later | Minutes | Processor, s |
|---|---|---|---|---|---|---|
`;

const row = /^\| (\d{4}-\d\d-\d\d \d\d:\d\d) \| ([0-9a-f]{12})( and changes)? \| (\d+) \| (\d+) \|.*$/gm;

const git = (root: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The commit a folder is at, and whether nothing in it differs from it. */
export function readTree(root: string): { commit: string; isClean: boolean } {
  return { commit: git(root, 'rev-parse', 'HEAD'), isClean: git(root, 'status', '--porcelain') === '' };
}

/** The runs on record, the newest first. */
export function readRuns(root: string): RecordedRun[] {
  if (!existsSync(path(root))) return [];
  return [...readFileSync(path(root), 'utf8').matchAll(row)].map(([, date, commit, changes, passed, failed]) => ({
    date: date!,
    commit: commit!,
    isClean: changes === undefined,
    passed: Number(passed),
    failed: Number(failed),
  }));
}

/** Days since a recorded run. */
export const daysSince = ({ date }: RecordedRun): number =>
  (Date.now() - Date.parse(`${date.replace(' ', 'T')}:00Z`)) / day;

/** Files that may differ between the tree of a full run and the release. */
const isProse = (file: string): boolean => /^(?:docs|decisions|records)\/|\.md$/.test(file);

/** Why the tree at HEAD may not be released, or undefined. */
export function findReleaseObstacle(root: string): string | undefined {
  const [newest] = readRuns(root);
  if (!newest) return 'no full run is on record';
  if (newest.failed > 0) return `${newest.failed} tests failed in the full run of ${newest.date}`;
  if (!newest.isClean) return `the full run of ${newest.date} tested changes that were not committed`;
  if (!readTree(root).isClean) return 'there are changes that are not committed';
  try {
    const changed = git(root, 'diff', '--name-only', newest.commit, 'HEAD').split('\n').filter(Boolean);
    const [first] = changed.filter((file) => !isProse(file));
    return first && `${first} has changed since the full run of ${newest.date}`;
  } catch {
    return `the commit of the full run of ${newest.date}, ${newest.commit}, is not here`;
  }
}

const table = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('');

/** Puts a run on top of the list and says what it was in full; of those before, the line of the list stays. */
export function recordRun(root: string, run: FullRun): void {
  const earlier = existsSync(path(root))
    ? [...readFileSync(path(root), 'utf8').matchAll(row)].map(([line]) => line)
    : [];
  const date = run.date.toISOString().slice(0, 16).replace('T', ' ');
  const newest = table([
    [
      date,
      run.commit.slice(0, 12) + (run.isClean ? '' : ' and changes'),
      run.passed,
      run.failed.length,
      run.passedLater.length,
      Math.round(run.wall / 60),
      run.processor === undefined ? 'unknown' : Math.round(run.processor),
    ],
  ]);
  const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}\n`).join('') || 'None.\n';
  const text = `${head}${newest}${earlier
    .slice(0, mostRuns - 1)
    .map((line) => `${line}\n`)
    .join('')}
## The newest

| Level | Files | Passed | Failed | Seconds of its tests |
|---|---|---|---|---|
${table(run.levels.map(({ name, files, passed, failed, seconds }) => [name, files, passed, failed, Math.round(seconds)]))}
| With | Version |
|---|---|
${table(Object.entries(run.versions))}
### Failed

${list(run.failed)}
### Failed first and passed later

${list(run.passedLater)}
### The slowest files

| File | Seconds |
|---|---|
${table(run.slowest.map(({ name, seconds }) => [name, Math.round(seconds)]))}
### Speed

\`\`\`
${run.guard.trim()}
\`\`\`
`;
  mkdirSync(dirname(path(root)), { recursive: true });
  writeFileSync(path(root), text);
}
