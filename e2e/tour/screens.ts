import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { buffer } from 'node:stream/consumers';

/** Small pictures of what the film shows; `npm run tour` writes them. */
const folder = join(import.meta.dirname, 'screens');

/** Small and grey: letters that are drawn a little differently elsewhere make no difference. */
const size = { width: 128, height: 72 };
/** Difference out of 255 from which a pixel counts as changed. */
const different = 16;

/** Pipes a picture through an ffmpeg. */
async function convert(program: string, picture: Buffer, ...output: string[]): Promise<Buffer> {
  const child = spawn(program, ['-v', 'error', '-i', 'pipe:0', ...output, 'pipe:1'], { stdio: 'pipe' });
  child.stdin.end(picture);
  const [result, said] = await Promise.all([buffer(child.stdout), buffer(child.stderr)]);
  if (result.length === 0) throw new Error(`ffmpeg could not read a picture: ${said.toString()}`);
  return result;
}

const small = `scale=${size.width}:${size.height}:flags=area,format=gray`;
const pixels = (program: string, picture: Buffer): Promise<Buffer> =>
  convert(program, picture, '-vf', small, '-f', 'rawvideo');

/** Takes the place of what was kept of an earlier film. */
export async function keepScreens(program: string, screens: ReadonlyMap<string, Buffer>): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, picture] of screens)
    await writeFile(
      join(folder, `${name}.png`),
      await convert(program, picture, '-vf', small, '-c:v', 'png', '-f', 'image2'),
    );
}

/** Names of the screens that the film shows. */
export const listScreenNames = async (): Promise<string[]> =>
  (await readdir(folder)).map((file) => parse(file).name).toSorted();

/** Which share of a screen looks different from how the film shows it. */
export async function changedShare(program: string, name: string, picture: Buffer): Promise<number> {
  const [then, now] = await Promise.all([
    pixels(program, await readFile(join(folder, `${name}.png`))),
    pixels(program, picture),
  ]);
  const changed = now.reduce((sum, grey, n) => sum + (Math.abs(grey - then[n]!) >= different ? 1 : 0), 0);
  return changed / now.length;
}
