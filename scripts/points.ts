import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from '../e2e/browser.ts';
import { points } from '../e2e/points.ts';
import { openScene } from '../e2e/scene.ts';
import { buildWebWhenStale } from './build-web.ts';

/**
 * `npm run points [-- NAME …]`: takes a picture of each of the twenty audit points, for comparison with earlier ones.
 * Writes to ./screens/points, which git ignores.
 */
const folder = join(import.meta.dirname, '../screens/points');
const usual = { width: 1440, height: 900 };

const { positionals: words } = parseArgs({ allowPositionals: true });
buildWebWhenStale();
if (words.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
console.log('Starting the product with webinars of 20 to 100 minutes …');
const scene = await openScene({ long: true });
const browser = await openBrowser();
try {
  for (const { name, size = usual, forcedColors, take } of points) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
    const page = await browser.context.newPage();
    await page.setViewportSize(size);
    if (forcedColors) await page.emulateMedia({ forcedColors: 'active' });
    await take(page, scene);
    // Lets animations and scrolling finish.
    await page.waitForTimeout(1500);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await page.close();
    await browser.context.setOffline(false);
    console.log(name);
  }
} finally {
  await browser.close();
  await scene.close();
}
console.log(`Look into ${folder}`);
