import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import { findFfmpeg } from '../src/ports/media/local/ffmpeg/find-ffmpeg.ts';

const { resolve } = createRequire(import.meta.url);

/** A slide with a title and lines under it, 1280 × 720, as a PNG. */
async function drawSlide([title = '', ...lines]: readonly string[], isDark: boolean): Promise<Buffer> {
  const data = await readFile(resolve('@fontsource/inter/files/inter-latin-500-normal.woff'));
  const colours = isDark ? { background: '#1d3557', color: '#ffffff' } : { background: '#ffffff', color: '#111111' };
  const line = (text: string, fontSize: number) => ({ type: 'div', props: { style: { fontSize }, children: text } });
  const svg = await satori(
    {
      type: 'div',
      props: {
        style: { display: 'flex', flexDirection: 'column', gap: 30, padding: 70, width: 1280, height: 720, ...colours },
        children: [line(title, 60), ...lines.map((text) => line(text, 34))],
      },
    } as Parameters<typeof satori>[0],
    { width: 1280, height: 720, fonts: [{ name: 'Inter', data, weight: 500, style: 'normal' }] },
  );
  return new Resvg(svg).render().asPng();
}

/** A video of slides, light and dark in turn, each shown for so many seconds, as an MP4 file in a folder. */
export async function slideShow(folder: string, slides: readonly (readonly string[])[], seconds = 4): Promise<string> {
  for (const [n, lines] of slides.entries()) {
    const png = await drawSlide(lines, n % 2 === 1);
    await writeFile(join(folder, `slide-${n}.png`), png);
  }
  const file = join(folder, 'slides.mp4');
  const { program } = await findFfmpeg(undefined);
  const pictures = ['-framerate', `1/${seconds}`, '-i', join(folder, 'slide-%d.png')];
  const encoding = ['-r', '10', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '20'];
  await promisify(execFile)(program!, ['-v', 'error', '-y', ...pictures, ...encoding, file]);
  return file;
}
