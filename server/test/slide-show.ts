import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import { findFfmpeg } from '../src/ports/media/local/ffmpeg/find-ffmpeg.ts';

const { resolve } = createRequire(import.meta.url);

type Drawn = {
  title: string;
  lines: readonly string[];
  isDark: boolean;
  small?: boolean;
  header?: string;
  footer?: string;
  /** Pixels of the picture. */
  width?: number;
};

const pageSize = { width: 1280, height: 720 };

/** A slide with a title and lines under it, 16:9; a header and a footer are those of a template. */
export async function drawSlide({
  title,
  lines,
  isDark,
  small = false,
  header = '',
  footer = '',
  width = 1280,
}: Drawn) {
  const data = await readFile(resolve('@fontsource/inter/files/inter-latin-500-normal.woff'));
  const colours = isDark ? { background: '#1d3557', color: '#ffffff' } : { background: '#ffffff', color: '#111111' };
  const line = (text: string, fontSize: number) => ({ type: 'div', props: { style: { fontSize }, children: text } });
  const inMargin = (text: string, place: object) => ({
    type: 'div',
    props: { style: { position: 'absolute', fontSize: 20, ...place }, children: text },
  });
  const texts = [line(title, small ? 48 : 60), ...lines.map((text) => line(text, small ? 22 : 34))];
  const margin = [inMargin(footer, { left: 70, bottom: 20 }), inMargin(header, { left: 70, top: 12, fontSize: 64 })];
  const style = { display: 'flex', flexDirection: 'column', gap: small ? 8 : 30, padding: 70, ...pageSize, ...colours };
  if (header) style.padding = 110;
  const svg = await satori(
    { type: 'div', props: { style, children: [...texts, ...margin] } } as Parameters<typeof satori>[0],
    { ...pageSize, fonts: [{ name: 'Inter', data, weight: 500, style: 'normal' }] },
  );
  return new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render();
}

/** A video of slides, light and dark in turn, each shown for so many seconds, as an MP4 file in a folder. */
export async function slideShow(folder: string, slides: readonly (readonly string[])[], seconds = 4): Promise<string> {
  for (const [n, [title = '', ...lines]] of slides.entries()) {
    const drawn = await drawSlide({ title, lines, isDark: n % 2 === 1 });
    await writeFile(join(folder, `slide-${n}.png`), drawn.asPng());
  }
  const file = join(folder, 'slides.mp4');
  const { program } = await findFfmpeg(undefined);
  const pictures = ['-framerate', `1/${seconds}`, '-i', join(folder, 'slide-%d.png')];
  const encoding = ['-r', '10', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '20'];
  await promisify(execFile)(program!, ['-v', 'error', '-y', ...pictures, ...encoding, file]);
  return file;
}
