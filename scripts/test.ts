import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { type EventData, run } from 'node:test';
import { spec } from 'node:test/reporters';
import { minute } from '../contract/src/rules/durations.ts';
import { startCluster } from '../server/test/postgres-cluster.ts';
import { quickToCompile } from '../server/test/quick-to-compile.ts';
import { findChromium } from '../e2e/chromium.ts';
import { buildWeb } from './build-web.ts';
import { batchesOf } from './test/batches.ts';
import { openTemporaryFolder } from './test/temporary-folder.ts';
import { knownSeconds, rememberSeconds } from './test/known-seconds.ts';
import { preferQuickFfmpeg } from './test/quick-ffmpeg.ts';

/**
 * `npm test [-- WORD …]`: every test, or those whose path holds one of the words. Brings what the tests stand on
 * (a private PostgreSQL, a browser, the built web app) and ends with the line `N passed, N failed`. With `--quick`, what
 * can be asked while one works: the files that do not take long, on one database.
 */
const root = join(import.meta.dirname, '..');
const isQuick = process.argv.includes('--quick');
const words = process.argv.slice(2).filter((word) => word !== '--quick');
const secondsOf = knownSeconds(root);
const found = globSync(
  ['{contract,chaptering,server,web,bench,scripts}/**/*.test.ts', 'e2e/*.test.ts', 'e2e/journeys/*.test.ts'],
  {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  },
)
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort()
  .map((file) => join(root, file));
/** Seconds on one database up to which a file belongs to a quick run: all of them together take some eight minutes. */
const quickest = 25;
const isShort = (file: string): boolean =>
  secondsOf(file) / (readFileSync(file, 'utf8').includes('eachDatabase(') ? 2 : 1) <= quickest;
const files = isQuick ? found.filter(isShort) : found;
if (isQuick) {
  process.env.LECTERN_TEST_QUICK = 'true';
  console.log(
    `A quick run: ${found.length - files.length} files that take longer are left out, and PostgreSQL's turns.`,
  );
}

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
    'PostgreSQL is not installed here: its half of the database tests does not run (Debian: apt-get install postgresql).',
  );
/** Why a file cannot run here, by what it needs and this machine cannot be given. */
const unable = new Map<string, string>();
function bring(needing: RegExp, what: () => void): void {
  const those = files.filter((file) => needing.test(file) && !unable.has(file));
  if (those.length === 0) return;
  try {
    what();
  } catch (error) {
    for (const file of those) unable.set(file, (error as Error).message);
  }
}
bring(/\/e2e\/journeys\//, () => {
  const { path, version, from } = findChromium();
  process.env.LECTERN_TEST_CHROMIUM = path;
  console.log(`Browser: ${version} (${from}).`);
});
// The server draws the pages of portals with what is built.
bring(/\/(?:e2e\/journeys|portal|shares|chaos)\//, buildWeb);
const able = files.filter((file) => !unable.has(file));

/**
 * Milliseconds after which a test is stuck: one that failed may leave the next waiting for what will not come. Several times
 * what the longest takes.
 */
const stuck = 20 * minute;
/** The same where a file runs alone: what hung once must not hang for as long again. */
const stuckAlone = 8 * minute;

/** What took its time: each test, and of each file all that stands at its top. */
const testTimes: { name: string; seconds: number }[] = [];
const fileSeconds = new Map<string, number>();
function time({ name, file, nesting, details }: EventData.TestPass | EventData.TestFail): void {
  const seconds = details.duration_ms / 1000;
  const where = file ? relative(root, file) : '';
  if (details.type !== 'suite') testTimes.push({ name: `${where}: ${name}`, seconds });
  if (nesting === 0) fileSeconds.set(where, (fileSeconds.get(where) ?? 0) + seconds);
}
type Outcome = { passed: number; failed: string[] };
/** Runs test files and prints what they say: the outcome of each by its path. */
async function runFiles(paths: readonly string[], concurrency: number, timeout: number): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const outcomeOf = (file = ''): Outcome => {
    const known = outcomes.get(file) ?? { passed: 0, failed: [] };
    outcomes.set(file, known);
    return known;
  };
  const isTest = ({ details }: { details: { type?: string | undefined } }): boolean => details.type !== 'suite';
  const stream = run({ files: [...paths], concurrency, isolation: 'process', timeout, execArgv: [quickToCompile] });
  stream.on('test:pass', (event) => {
    time(event);
    if (isTest(event) && event.nesting >= 0 && event.skip === undefined) outcomeOf(event.file).passed += 1;
  });
  stream.on('test:fail', (event) => {
    time(event);
    if (isTest(event)) outcomeOf(event.file).failed.push(event.name);
  });
  for await (const line of stream.compose(spec())) process.stdout.write(line);
  return outcomes;
}

/** More than there are cores: half of a file's time it waits, for a lease to run out, a process to die or a page to draw. */
const lanes = 2 * Math.max(1, availableParallelism());

const batches = batchesOf(able, secondsOf, join(folder, 'batches'));
const entries = batches.map(({ entry }) => entry);
const outcomes = await runFiles(entries, lanes, stuck);
/**
 * A browser on a machine that does too much at once may meet a page half drawn. What it alone has seen, and in few
 * files, is looked at once more when nothing else runs, and said even if it passes then. Never a test of the server:
 * what goes wrong there once has gone wrong.
 */
const again = [...outcomes].filter(([file, { failed }]) => failed.length > 0 && file.includes('/e2e/'));
const secondTries: string[] = [];
if (again.length > 0 && again.length <= 3) {
  console.log('Once more, with nothing beside it:');
  const second = await runFiles(
    again.map(([file]) => file),
    1,
    stuckAlone,
  );
  for (const [file, outcome] of second) {
    outcomes.set(file, outcome);
    if (outcome.failed.length > 0) continue;
    const names = again.find(([other]) => other === file)?.[1].failed ?? [];
    secondTries.push(`${relative(root, file)}: ${names.join('; ')}`);
  }
}
await cluster?.stop();
function slowest(what: string, of: readonly { name: string; seconds: number }[]): void {
  console.log(`The slowest ${what}:`);
  for (const { name, seconds } of of.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
slowest('tests', testTimes);
slowest(
  'files',
  [...fileSeconds].map(([name, seconds]) => ({ name, seconds })),
);
if (process.env.LECTERN_TEST_RECORD) rememberSeconds(root, fileSeconds);
for (const [file, why] of unable) console.log(`✖ ${relative(root, file)}: ${why}`);
for (const line of secondTries) console.log(`Passed at the second try only, which is worth a look: ${line}`);
const passed = [...outcomes.values()].reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = [...outcomes.values()].reduce((sum, outcome) => sum + outcome.failed.length, unable.size);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
