import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { drawFrame, drawSound } from './bar-code.ts';
import { ingredients, kinds, type RecordingMaker } from './kinds.ts';

const execute = promisify(execFile);

/** Small enough that sixty kinds are made in a minute, long enough for three segments. */
const size = { width: 192, height: 108 };
const [frames, rate, soundRate] = [400, 25, 48_000];

async function makeMaster(ffmpeg: string, file: string, sound: string): Promise<void> {
  await writeFile(sound, drawSound(frames / rate, soundRate));
  const picture = `-f rawvideo -pix_fmt yuv420p -s ${size.width}x${size.height} -r ${rate} -i pipe:0`;
  const args = `-v error -y ${picture} -f s16le -ar ${soundRate} -ac 1 -i ${sound} -c:v libx264 -preset ultrafast -qp 0 -c:a pcm_s16le`;
  const child = spawn(ffmpeg, [...args.split(' '), file], { stdio: ['pipe', 'inherit', 'inherit'] });
  const closed = once(child, 'close');
  await pipeline(Readable.from(Array.from({ length: frames }, (_, n) => drawFrame(n, size))), child.stdin);
  await closed;
}

/** Recordings of every kind, each made when it is first asked for. */
export function createOddMediaMaker(ffmpeg: string, folder: string): RecordingMaker['made'] {
  const recipes = new Map([...Object.entries(ingredients), ...kinds.map(({ name, make }) => [name, make] as const)]);
  const making = new Map<string, Promise<string>>();

  async function make(name: string): Promise<string> {
    const file = join(folder, name);
    if (name === 'master') {
      await makeMaster(ffmpeg, `${file}.mkv`, `${file}.raw`);
      return `${file}.mkv`;
    }
    await recipes.get(name)!(file, { run, made });
    return file;
  }

  function made(name: string): Promise<string> {
    const known = making.get(name) ?? make(name);
    making.set(name, known);
    return known;
  }

  async function run(line: string): Promise<void> {
    const words = await Promise.all(
      line.split(' ').map(async (word) => {
        const named = /^\{(.+)\}$/.exec(word)?.[1];
        return named === undefined ? word.replaceAll("'", '') : made(named);
      }),
    );
    await execute(ffmpeg, ['-nostdin', '-v', 'error', '-y', '-threads', '2', ...words], {
      env: { ...process.env, SVT_LOG: '1' },
    });
  }

  return made;
}
