/**
 * `npm run icons`: draws the icons of the installed app from `web/public/icon.svg`, with Chromium. The results are
 * committed, so this is only for those who change the drawing.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openBrowser } from '../e2e/browser.ts';

const folder = join(import.meta.dirname, '../web/public');
const drawing = await readFile(join(folder, 'icon.svg'), 'utf8');
const ground = /fill="(#\w+)"/.exec(drawing)?.[1] ?? '#1f5140';

/**
 * Systems cut maskable icons into a shape of their own: the mark lies within four fifths, on a ground without corners.
 */
const icons = [
  { name: 'icon-192.png', size: 192, mark: 1, filled: false },
  { name: 'icon-512.png', size: 512, mark: 1, filled: false },
  { name: 'icon-maskable-512.png', size: 512, mark: 0.8, filled: true },
];

const browser = await openBrowser();
try {
  const page = await browser.context.newPage();
  for (const { name, size, mark, filled } of icons) {
    await page.setViewportSize({ width: size, height: size });
    const picture = drawing.replace('<svg ', `<svg width="${size * mark}" height="${size * mark}" `);
    await page.setContent(
      `<body style="margin:0;height:100vh;display:grid;place-content:center;background:${filled ? ground : 'transparent'}">${picture}`,
    );
    await page.screenshot({ path: join(folder, name), omitBackground: true });
    console.log(`web/public/${name}`);
  }
} finally {
  await browser.close();
}
