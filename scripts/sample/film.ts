import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sampleVideoFrameRate, fliteSampleRateHz } from './speech.ts';

const run = promisify(execFile);

/** Longest distance between keyframes, in seconds: what one HLS segment holds. */
const keyframeDistance = 4;

export type Shot = { picture: string; start: number };

/** Makes an H.264/AAC file of pictures and sound, with a keyframe at each new picture. Times are seconds. */
export async function film(shots: readonly Shot[], samples: Int16Array, output: string, folder: string): Promise<void> {
  const duration = samples.length / fliteSampleRateHz;
  const list = shots.map(({ picture, start }, index) => {
    const end = shots[index + 1]?.start ?? duration;
    return `file '${picture}'\nduration ${(end - start).toFixed(3)}\n`;
  });
  const pictures = join(folder, 'pictures.txt');
  const sound = join(folder, 'sound.pcm');
  // The demuxer takes the length of the last picture from the one after it.
  await writeFile(pictures, `${list.join('')}file '${shots.at(-1)?.picture}'\n`);
  await writeFile(sound, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  const input = [
    ['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', pictures],
    ['-f', 's16le', '-ar', String(fliteSampleRateHz), '-ac', '1', '-i', sound],
  ];
  const encoding = [
    ['-vf', `fps=${sampleVideoFrameRate},scale=out_color_matrix=bt709:out_range=tv,format=yuv420p`],
    ['-c:v', 'libx264', '-preset', 'veryslow', '-tune', 'stillimage', '-crf', '28'],
    [
      '-g',
      String(keyframeDistance * sampleVideoFrameRate),
      '-force_key_frames',
      shots.map(({ start }) => start).join(','),
    ],
    ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
    ['-c:a', 'aac', '-b:a', '48k', '-ar', '48000', '-ac', '1'],
  ];
  // Nothing of the machine or the day in the file: the same script gives the same bytes.
  const exact = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];
  const end = ['-t', String(duration), '-movflags', '+faststart', output];
  await run('ffmpeg', [...input.flat(), ...encoding.flat(), ...exact, ...end]);
}
