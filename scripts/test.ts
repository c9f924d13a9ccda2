import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { minute } from '../contract/src/rules/durations.ts';
import { startCluster } from '../server/test/postgres-cluster.ts';
import { findChromium } from '../e2e/chromium.ts';
import { buildWeb } from './build-web.ts';
import { type Batch, groupIntoBatches } from './test/batches.ts';
import { daysSince, readRuns, readTree, recordRun } from './test/full-run-record.ts';
import { findTests, type TestFile } from './test/levels.ts';
import { readProcessorSeconds, preferQuickFfmpeg, runGuard, readVersions } from './test/machine.ts';
import { type Outcomes, runFiles, type TestTime } from './test/run-files.ts';
import { findTouched } from './test/touched.ts';
import { addModelEngine } from './test/add-model-engine.ts';
import { openTemporaryFolder } from './test/temporary-folder.ts';

/**
 * `npm test [-- WORD …]`: gate or matching files. `npm run test:touched [-- COMMIT]`: tests reached by changes. `npm
 * run test:full`: all tests and benches; writes `records/full-run.md`.
 */
const root = join(import.meta.dirname, '..');
const began = performance.now();
const isFull = process.argv.includes('--full');
const isTouched = process.argv.includes('--touched');
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const all = findTests(root);
const gate = all.filter(({ fullOnly }) => fullOnly === undefined);
const chosen = chooseFiles().map(({ path }) => path);
if (isFull) process.env.LECTERN_TEST_FULL = 'true';
if (isFull || (words.length > 0 && !isTouched)) process.env.LECTERN_TEST_RARE = 'true';
// Read before anything runs: what a run leaves behind is no change of the tree.
const tree = isFull ? readTree(root) : undefined;

// Every test file is a process, and starts others: they compile the same modules.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/code');

const folder = openTemporaryFolder();
process.env.LECTERN_TEST_STAGES = join(folder, 'stages');
mkdirSync(process.env.LECTERN_TEST_STAGES);
preferQuickFfmpeg();
const cluster = await startCluster();
if (cluster) process.env.LECTERN_TEST_POSTGRES = cluster.url;
else
  console.log(
    'PostgreSQL is not installed here: its tests do not run, all others use the embedded database (Debian: apt-get install postgresql).',
  );

/** Why a file cannot run here, by its path: what it needs this machine cannot be given. */
const unable = new Map<string, string>();
function bring(needing: RegExp, what: () => void): void {
  const those = chosen.filter((path) => needing.test(path) && !unable.has(path));
  if (those.length === 0) return;
  try {
    what();
  } catch (error) {
    for (const path of those) unable.set(path, (error as Error).message);
  }
}
const journeys = /^e2e\/journeys\//;
bring(journeys, () => {
  const { path, version, from } = findChromium();
  process.env.LECTERN_TEST_CHROMIUM = path;
  console.log(`Browser: ${version} (${from}).`);
});
// The server draws the pages of portals with what is built.
bring(/(?:^e2e\/journeys|\/portal|\/shares|\/chaos)\//, buildWeb);

bring(/^server\/src\/ports\/language\/local\//, addModelEngine);

/** More than there are cores: half of a file's time it waits, for a process to die or a page to draw. */
const lanes = 2 * Math.max(1, availableParallelism());
/** Milliseconds after which a file is stuck; what hung once must not hang for as long again when it runs alone. */
const stuckAfter = (isFull ? 20 : 8) * minute;
const stuckAlone = 8 * minute;

const able = chosen.filter((path) => !unable.has(path));
const batches = groupIntoBatches(root, able, join(folder, 'batches'), isFull && cluster !== undefined);
const times: TestTime[] = [];
const entries = batches.map(({ entry }) => entry);
const outcomes = await runFiles(entries, lanes, times, stuckAfter);

/** Tests that failed and then passed: a fault in the test or the product. */
const passedLater: string[] = [];
async function runAgain(files: readonly string[], atOnce: number): Promise<void> {
  for (const [file, outcome] of await runFiles(files, atOnce, times, stuckAlone)) {
    const before = outcomes.get(file)?.failed ?? [];
    if (outcome.failed.length === 0 && before.length > 0)
      passedLater.push(`${relative(root, file)}: ${before.join('; ')}`);
    outcomes.set(file, outcome);
  }
}

// Files that share a process share its end: whose fault it was is seen by running each alone.
const endedEarly = ({ files }: Batch): boolean =>
  files.length > 1 && files.some((file) => outcomes.get(file)?.isCancelled ?? true);
const ended = batches.filter(endedEarly).flatMap(({ files }) => files);
if (ended.length > 0) {
  console.log('A process that files shared has ended before they did; each of them alone:');
  await runAgain(ended, lanes);
}

/**
 * A busy machine may show a half-drawn page to the browser. A few failing journey files therefore run once more alone
 * (decision 58).
 */
const inBrowser = [...outcomes].filter(
  ([file, { failed }]) => failed.length > 0 && journeys.test(relative(root, file)),
);
if (inBrowser.length > 0 && inBrowser.length <= 3) {
  console.log('Once more, with nothing beside it:');
  await runAgain(
    inBrowser.map(([file]) => file),
    1,
  );
}
await cluster?.stop();

type Row = { name: string; seconds: number };
const slowest = (rows: readonly Row[]): Row[] => rows.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
function print(what: string, rows: readonly Row[]): void {
  console.log(`The slowest ${what}:`);
  for (const { name, seconds } of rows) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
const slowFiles = slowest([...outcomes].map(([file, { seconds }]) => ({ name: relative(root, file), seconds })));
print(
  'tests',
  slowest(times.map(({ file, name, seconds }) => ({ name: `${relative(root, file)}: ${name}`, seconds }))),
);
print('files', slowFiles);
for (const [path, why] of unable) console.log(`✖ ${path}: ${why}`);
for (const line of passedLater) console.log(`Failed first and passed later, which is a fault of ours: ${line}`);

const passed = [...outcomes.values()].reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = [...outcomes].flatMap(([file, outcome]) =>
  outcome.failed.map((name) => `${relative(root, file)}: ${name}`),
);
failed.push(...[...unable].map(([path, why]) => `${path}: ${why}`));
const processor = readProcessorSeconds();
const wall = (performance.now() - began) / 1000;
const used = processor === undefined ? '' : `, ${Math.round(processor)} s of processor`;
console.log(`It took ${Math.floor(wall / 60)} min ${Math.round(wall % 60)} s${used}.`);

if (tree) {
  const guard = runGuard(root);
  if (!guard.holds) failed.push('bench guard: a ceiling is exceeded');
  recordRun(root, {
    ...tree,
    date: new Date(),
    passed,
    failed,
    wall,
    processor,
    levels: sumByLevel(outcomes),
    versions: readVersions(),
    passedLater,
    slowest: slowFiles,
    guard: guard.said,
  });
  console.log('Written to records/full-run.md.');
} else if (words.length === 0 && !isTouched) {
  const left = all.length - chosen.length;
  const rare = gate.reduce((sum, { rareTests }) => sum + rareTests, 0);
  const [last] = readRuns(root);
  const then = last
    ? `the last was of ${last.date} at ${last.commit}: ${last.passed} passed, ${last.failed} failed`
    : 'there was none yet';
  const old = last && daysSince(last) > 3 ? ' It is older than three days.' : '';
  console.log(
    `${left} files, and ${rare} tests of others, are left to the full run (npm run test:full); ${then}.${old}`,
  );
}
console.log(`${passed} passed, ${failed.length} failed`);
process.exit(failed.length === 0 && passed > 0 ? 0 : 1);

function chooseFiles(): TestFile[] {
  if (isTouched) {
    const touched = new Set(
      findTouched(
        root,
        gate.map(({ path }) => path),
        words[0],
      ),
    );
    return gate.filter(({ path }) => touched.has(path));
  }
  if (words.length > 0) return all.filter(({ path }) => words.some((word) => path.includes(word)));
  return isFull ? all : gate;
}

/** Sums of a run by the upper folders of its test files. */
function sumByLevel(of: Outcomes) {
  const levels = new Map<string, { files: number; passed: number; failed: number; seconds: number }>();
  for (const [file, { passed, failed, seconds }] of of) {
    const [name = ''] = /^(?:server\/src\/\w+|server\/test|e2e\/journeys|\w+)/.exec(relative(root, file)) ?? [];
    const level = levels.get(name) ?? { files: 0, passed: 0, failed: 0, seconds: 0 };
    levels.set(name, {
      files: level.files + 1,
      passed: level.passed + passed,
      failed: level.failed + failed.length,
      seconds: level.seconds + seconds,
    });
  }
  return [...levels].map(([name, sums]) => ({ name, ...sums })).toSorted((a, b) => a.name.localeCompare(b.name));
}
