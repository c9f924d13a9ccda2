import { globSync } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { makeLongSample } from '@lectern/server/main/long-sample';
import { ffmpegProgram } from '../media/measure.ts';
import { oneHour } from '../media/three-hours.ts';

export type BenchRecording = { name: string; file: string; captions: string };

const cache = join(import.meta.dirname, '../../../.cache/bench');

/** Every recording of a folder that has captions of the same name. */
export const recordingsIn = (folder: string): BenchRecording[] =>
  globSync('*.mp4', { cwd: folder })
    .sort()
    .map((file) => ({
      name: parse(file).name,
      file: join(folder, file),
      captions: join(folder, `${parse(file).name}.vtt`),
    }));

/** A recording of so many minutes, made with its captions by the project itself: small pictures. */
export async function madeRecording(minutes: number): Promise<BenchRecording> {
  const folder = join(cache, `long-${minutes}`);
  const made = { recording: join(folder, 'long.mp4'), captions: join(folder, 'long.vtt') };
  if (!(await stat(folder).catch(() => undefined))) {
    const partial = `${folder}.partial`;
    await mkdir(partial, { recursive: true });
    await makeLongSample(partial, { program: ffmpegProgram, minutes });
    await rename(partial, folder);
  }
  return { name: `${minutes} minutes in 180p`, file: made.recording, captions: made.captions };
}

/** An hour in 1080p, about 0.9 GB, with the captions of the other. */
export async function prepareHourRecording(): Promise<BenchRecording> {
  const { captions } = await madeRecording(60);
  return { name: 'an hour in 1080p', file: await oneHour(), captions };
}
