/**
 * `npm run lighthouse [-- --runs N]`: runs desktop Lighthouse on the built public pages from the real server. Prints
 * median performance and accessibility; fails below the target.
 */
import { parseArgs } from 'node:util';
import { openPagesPlace } from '@lectern/server/test/databases';
import { openTestWorld } from '@lectern/server/test/world';
import lighthouse, { desktopConfig } from 'lighthouse';
import { chromium } from 'playwright-core';
import { buildWebWhenStale } from '../scripts/build-web.ts';
import { findChromium } from './chromium.ts';

const pages = { landing: '/', login: '/login' };
const categories = ['performance', 'accessibility'] as const;
const aim = 0.98;
/** Any free one would do; Lighthouse must be told which. */
const port = 9333;

const { runs } = parseArgs({ options: { runs: { type: 'string', default: '3' } } }).values;
const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

async function scoresOf(url: string): Promise<number[]> {
  const result = await lighthouse(
    url,
    { port, output: 'json', logLevel: 'error', onlyCategories: [...categories] },
    desktopConfig,
  );
  if (!result || result.lhr.runtimeError)
    throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse has failed.');
  return categories.map((category) => result.lhr.categories[category]?.score ?? 0);
}

buildWebWhenStale();
const server = await openTestWorld({ open: openPagesPlace });
const browser = await chromium.launch({
  executablePath: findChromium().path,
  args: ['--no-sandbox', `--remote-debugging-port=${port}`],
});
try {
  for (const [name, path] of Object.entries(pages)) {
    const scores: number[][] = [];
    for (let run = 0; run < Number(runs); run += 1) scores.push(await scoresOf(server.origin + path));
    const medians = categories.map((_, n) => middle(scores.map((each) => each[n]!)));
    console.log(
      `${name.padEnd(8)} ${categories.map((category, n) => `${category} ${medians[n]!.toFixed(2)}`).join('   ')}   aim ${aim}`,
    );
    if (medians.some((score) => score < aim)) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.close();
}
