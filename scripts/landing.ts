/**
 * `npm run landing`: takes the pictures of the product on the landing page, in both themes, into web/public/landing. The results
 * are committed; take them again when the product looks otherwise. It needs ffmpeg and Chromium.
 */
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { findFfmpeg } from '@lectern/server/ports/media/local/ffmpeg/find-ffmpeg';
import { openBrowser } from '../e2e/browser.ts';
import { pictures, takePicture } from '../e2e/landing/pictures.ts';
import { openSmallScene } from '../e2e/scene.ts';
import { buildWebWhenStale } from './build-web.ts';

const folder = join(import.meta.dirname, '../web/public/landing');

async function asWebp(program: string, picture: Buffer): Promise<Buffer> {
  const child = spawn(program, ['-v', 'error', '-i', 'pipe:0', '-quality', '80', '-f', 'webp', 'pipe:1']);
  child.stdin.end(picture);
  return buffer(child.stdout);
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
      const bytes = await asWebp(program, await takePicture(page, scene, picture, theme));
      if (bytes.length === 0) throw new Error('ffmpeg wrote no picture.');
      await writeFile(join(folder, file), bytes);
      console.log(`web/public/landing/${file}: ${Math.round(bytes.length / 1000)} kB`);
    }
} finally {
  await browser.close();
  await scene.close();
}
