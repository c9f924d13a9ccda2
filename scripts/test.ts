import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { type EventData, run } from 'node:test';
import { spec } from 'node:test/reporters';
import { startCluster } from '../server/test/postgres-cluster.ts';
import { findChromium } from '../e2e/chromium.ts';
import { buildWeb } from './build-web.ts';

/**
 * `npm test [-- WORD …]`: every test, or those whose path holds one of the words. Brings what the tests stand on
 * (a private PostgreSQL, a browser, the built web app) and ends with the line `N passed, N failed`.
 */
const root = join(import.meta.dirname, '..');
const words = process.argv.slice(2);
const files = globSync(
  ['{contract,chaptering,server,web,bench,scripts}/**/*.test.ts', 'e2e/*.test.ts', 'e2e/journeys/*.test.ts'],
  {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  },
)
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  // The browser journeys are the longest: they start first.
  .sort((a, b) => Number(b.startsWith('e2e/')) - Number(a.startsWith('e2e/')) || a.localeCompare(b))
  .map((file) => join(root, file));

// Every test file is a process, and starts others: they compile the same modules.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/code');

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

let passed = 0;
let failed = unable.size;
const stream = run({ files: able, concurrency: Math.max(1, availableParallelism()), isolation: 'process' });
const isTest = ({ details }: { details: { type?: string | undefined } }): boolean => details.type !== 'suite';
/** What took its time: each test, and of each file all that stands at its top. */
const testTimes: { name: string; seconds: number }[] = [];
const fileSeconds = new Map<string, number>();
function time({ name, file, nesting, details }: EventData.TestPass | EventData.TestFail): void {
  const seconds = details.duration_ms / 1000;
  const where = file ? relative(root, file) : '';
  if (details.type !== 'suite') testTimes.push({ name: `${where}: ${name}`, seconds });
  if (nesting === 0) fileSeconds.set(where, (fileSeconds.get(where) ?? 0) + seconds);
}
stream.on('test:pass', (event) => {
  time(event);
  if (isTest(event) && event.nesting >= 0 && event.skip === undefined) passed += 1;
});
stream.on('test:fail', (event) => {
  time(event);
  if (isTest(event)) failed += 1;
});
for await (const line of stream.compose(spec())) process.stdout.write(line);
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
for (const [file, why] of unable) console.log(`✖ ${relative(root, file)}: ${why}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
