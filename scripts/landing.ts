/**
 * `npm run landing`: takes the landing page pictures in both themes into web/public/landing. Commit the results;
 * repeat when the product looks different. It needs ffmpeg and Chromium.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findFfmpeg } from '@lectern/server/ports/media/local/ffmpeg/find-ffmpeg';
import { openBrowser } from '../e2e/browser.ts';
import { pictures, takePicture } from '../e2e/landing/pictures.ts';
import { openSmallScene } from '../e2e/scene.ts';
import { buildWebWhenStale } from './build-web.ts';

const folder = join(import.meta.dirname, '../web/public/landing');

/** Into a file, not a pipe: the size of the whole stands at its beginning. */
async function writeWebp(program: string, picture: Buffer, file: string): Promise<number> {
  const child = spawn(program, ['-v', 'error', '-y', '-i', 'pipe:0', '-quality', '80', file], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(picture);
  await once(child, 'close');
  return (await stat(file)).size;
}

const { program } = await findFfmpeg(undefined);
if (!program) throw new Error('The pictures are written with ffmpeg.');
buildWebWhenStale();
await mkdir(folder, { recursive: true });
console.log('Starting the product …');
const scene = await openSmallScene({ slides: true });
const browser = await openBrowser({ scale: 2 });
try {
  const page = browser.context.pages()[0]!;
  for (const picture of pictures)
    for (const theme of ['light', 'dark'] as const) {
      const file = `${picture.name}-${theme}.webp`;
      const bytes = await writeWebp(program, await takePicture(page, scene, picture, theme), join(folder, file));
      console.log(`web/public/landing/${file}: ${Math.round(bytes / 1000)} kB`);
    }
} finally {
  await browser.close();
  await scene.close();
}
