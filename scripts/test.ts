import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { startCluster } from '../server/test/postgres-cluster.ts';
import { findChromium } from '../e2e/chromium.ts';
import { buildWebWhenStale } from './build-web.ts';

/**
 * `npm test [-- WORD …]`: every test, or those whose path holds one of the words. Brings what the tests stand on
 * (a private PostgreSQL, a browser, the built web app) and ends with the line `N passed, N failed`.
 */
const root = join(import.meta.dirname, '..');
const words = process.argv.slice(2);
const files = globSync(['{contract,chaptering,server,web,bench,scripts}/**/*.test.ts', 'e2e/journeys/*.test.ts'], {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
})
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  // The browser journeys are the longest: they start first.
  .sort((a, b) => Number(b.startsWith('e2e/')) - Number(a.startsWith('e2e/')) || a.localeCompare(b))
  .map((file) => join(root, file));

const cluster = await startCluster();
if (cluster) process.env.LECTERN_TEST_POSTGRES = cluster.url;
else
  console.log(
    'PostgreSQL is not installed here: its half of the database tests does not run (Debian: apt-get install postgresql).',
  );
if (files.some((file) => file.includes('/e2e/'))) process.env.LECTERN_TEST_CHROMIUM = findChromium();
// The server draws the pages of portals with what is built.
if (files.some((file) => /\/(?:e2e|portal)\//.test(file))) buildWebWhenStale();

let passed = 0;
let failed = 0;
const stream = run({ files, concurrency: Math.max(1, availableParallelism()), isolation: 'process' });
const isTest = ({ details }: { details: { type?: string | undefined } }): boolean => details.type !== 'suite';
stream.on('test:pass', (event) => {
  if (isTest(event) && event.nesting >= 0 && event.skip === undefined) passed += 1;
});
stream.on('test:fail', (event) => {
  if (isTest(event)) failed += 1;
});
for await (const line of stream.compose(spec())) process.stdout.write(line);
await cluster?.stop();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
