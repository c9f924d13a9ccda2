/**
 * `npm run tour`: films the welcome video into web/public/tour, with screens for e2e/journeys/tour.test.ts. Commit the
 * results; repeat when that test fails. It needs ffmpeg and Chromium.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { formatWebvtt } from '@lectern/contract/rules/webvtt';
import { openBrowser } from '../e2e/browser.ts';
import { openStage } from '../e2e/stage.ts';
import { buildWebWhenStale } from './build-web.ts';
import { type Camera, createCamera } from '../e2e/tour/camera.ts';
import { playScenes } from '../e2e/tour/scenes.ts';
import { keepScreens } from '../e2e/tour/screens.ts';

const run = promisify(execFile);
const out = join(import.meta.dirname, '../web/public/tour');
const size = { width: 1280, height: 720 };

buildWebWhenStale();
const folder = await mkdtemp(join(tmpdir(), 'lectern-tour-'));
const stage = await openStage();
const browser = await openBrowser({ viewport: size });
try {
  const camera = createCamera(folder, browser.context.pages()[0] ?? (await browser.context.newPage()));
  await playScenes(camera, stage);
  const seconds = camera.end();
  await mkdir(out, { recursive: true });
  await encode(camera);
  await writeFile(join(out, 'welcome.vtt'), formatWebvtt(camera.lines));
  await keepScreens('ffmpeg', camera.screens);
  const { size: bytes } = await stat(join(out, 'welcome.mp4'));
  console.log(`web/public/tour/welcome.mp4: ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(2)} MB`);
} finally {
  await browser.close();
  await stage.close();
  await rm(folder, { recursive: true, force: true });
}

async function encode({ shots, poster }: Camera): Promise<void> {
  const list = join(folder, 'shots.txt');
  const entries = shots.map(({ picture, seconds }) => `file '${picture}'\nduration ${seconds.toFixed(3)}\n`);
  // The demuxer takes the length of the last picture from the one after it.
  await writeFile(list, `${entries.join('')}file '${shots.at(-1)?.picture}'\n`);
  const input = ['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', list];
  const encoding = [
    ['-vf', `fps=25,scale=${size.width}:${size.height}:out_color_matrix=bt709:out_range=tv,format=yuv420p`],
    ['-c:v', 'libx264', '-preset', 'veryslow', '-tune', 'animation', '-crf', '27', '-g', '250'],
    ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
    ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-movflags', '+faststart'],
  ];
  await run('ffmpeg', [...input, ...encoding.flat(), join(out, 'welcome.mp4')]);
  if (!poster) throw new Error('No scene took the poster.');
  await run('ffmpeg', ['-v', 'error', '-y', '-i', poster, '-quality', '82', join(out, 'welcome.webp')]);
}
