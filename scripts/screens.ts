/// <reference lib="dom" />
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from '../e2e/browser.ts';
import { goTo, places } from '../e2e/places.ts';
import { openScene, type PageState } from '../e2e/scene.ts';
import { buildWebWhenStale } from './build-web.ts';

/**
 * `npm run screens [-- NAME …]`: takes pictures of all or matching pages in both themes and three widths. Writes them
 * with an index.html to ./screens.
 */
const folder = join(import.meta.dirname, '../screens');
const widths = {
  wide: { width: 1440, height: 900 },
  middle: { width: 768, height: 1024 },
  narrow: { width: 390, height: 844 },
};
const themes = ['light', 'dark'] as const;

const { positionals: words } = parseArgs({ allowPositionals: true });
const chosen = places.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const fileOf = (place: PageState, width: string, theme: string): string => `${place.name}.${width}.${theme}.png`;

buildWebWhenStale();
if (words.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
console.log('Starting the product with webinars of 20 to 100 minutes …');
const scene = await openScene({ long: true });
const browser = await openBrowser();
try {
  const page = browser.context.pages()[0] ?? (await browser.context.newPage());
  // Reduced motion shows content at once that otherwise fades in on scroll.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const place of chosen) {
    for (const [width, size] of Object.entries(widths))
      for (const theme of themes) {
        await page.setViewportSize(size);
        await goTo(page, scene, place, theme);
        await page.screenshot({
          path: join(folder, fileOf(place, width, theme)),
          // Behind a dialog the page is as people see it.
          fullPage: !(await allThere(page)),
        });
      }
    console.log(place.name);
  }
  await writeFile(join(folder, 'index.html'), index());
} finally {
  await browser.close();
  await scene.close();
}
console.log(`Look at ${join(folder, 'index.html')}`);

/** Brings what waits to be scrolled to; resolves with whether a dialog lies over the page. */
async function allThere(page: Parameters<typeof goTo>[0]): Promise<boolean> {
  return await page.evaluate(async () => {
    const late = [...document.images].filter(({ loading }) => loading === 'lazy');
    for (const image of late) image.loading = 'eager';
    await Promise.allSettled(late.map((image) => image.decode()));
    return document.querySelector('[role=dialog], [role=alertdialog]') !== null;
  });
}

function index(): string {
  const figures = places.map((place) => {
    const pictures = Object.keys(widths).flatMap((width) =>
      themes.map((theme) => {
        const file = fileOf(place, width, theme);
        return `<a href="${file}"><img src="${file}" alt="${place.name}, ${width}, ${theme}" class="${width}" loading="lazy"></a>`;
      }),
    );
    return `<h2 id="${place.name}">${place.name}</h2>\n<div>${pictures.join('\n')}</div>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Every page</title>
<style>
  body { font: 16px/1.5 system-ui; margin: 2rem; background: #8a8a86; }
  div { display: flex; gap: 1rem; align-items: start; overflow-x: auto; }
  img { display: block; height: 420px; object-fit: cover; object-position: top; }
  .wide { width: 640px; } .middle { width: 315px; } .narrow { width: 195px; }
</style>
${figures.join('\n')}
</html>
`;
}
