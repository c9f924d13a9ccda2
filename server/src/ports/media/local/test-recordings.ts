import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

const picture = (seconds: number): string[] => ['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=30:d=${seconds}`];
const sound = (seconds: number): string[] => ['-f', 'lavfi', '-i', `sine=440:r=44100:d=${seconds}`];
const both = (seconds: number): string[] => [...picture(seconds), ...sound(seconds)];
const h264 = (...more: string[]): string[] => [
  '-c:v',
  'libx264',
  '-preset',
  'ultrafast',
  '-pix_fmt',
  'yuv420p',
  ...more,
];
const reordered = [
  '-c:v',
  'libx264',
  '-preset',
  'superfast',
  '-bf',
  '3',
  '-pix_fmt',
  'yuv420p',
  '-g',
  '75',
  '-c:a',
  'aac',
];

const srt = '1\n00:00:01,000 --> 00:00:03,000\nThe first caption\n\n2\n00:00:04,000 --> 00:00:06,000\nThe second one\n';

/** Small recordings of every kind the tests need, made by ffmpeg; each frame of the picture differs from all others. */
export function recordings(program: string, folder: string) {
  const made = new Map<string, Promise<string>>();
  const ffmpeg = (args: string[]): Promise<unknown> => execute(program, ['-v', 'error', '-y', ...args]);
  const recipes: Record<string, (file: string) => Promise<unknown>> = {
    'talk.mp4': (file) => ffmpeg([...both(20), ...reordered, '-shortest', file]),
    'faststart.mp4': async (file) =>
      ffmpeg(['-i', await get('talk.mp4'), '-c', 'copy', '-movflags', '+faststart', file]),
    'edited.mp4': async (file) => ffmpeg(['-ss', '1.3', '-i', await get('talk.mp4'), '-c', 'copy', file]),
    'fragmented.mp4': async (file) =>
      ffmpeg(['-i', await get('talk.mp4'), '-c', 'copy', '-movflags', 'frag_keyframe+empty_moov', file]),
    'quicktime.mov': async (file) => ffmpeg(['-i', await get('talk.mp4'), '-c', 'copy', file]),
    'stream.ts': async (file) => ffmpeg(['-i', await get('talk.mp4'), '-c', 'copy', file]),
    'silent.mp4': (file) => ffmpeg([...picture(10), ...h264('-g', '60'), file]),
    'varying.mp4': (file) =>
      ffmpeg([...both(12), '-vf', "select='not(mod(n,7))+lt(n,90)'", '-vsync', 'vfr', ...reordered, file]),
    'far-keyframes.mp4': (file) => ffmpeg([...picture(15), ...h264('-g', '9999', '-sc_threshold', '0'), file]),
    'long-sound.mp4': (file) => ffmpeg([...picture(6), ...sound(20), ...h264('-g', '60'), '-c:a', 'aac', file]),
    'browser.webm': (file) => ffmpeg([...both(6), '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus', file]),
    'old.avi': (file) => ffmpeg([...both(6), '-c:v', 'mpeg4', '-c:a', 'libmp3lame', file]),
    'captioned.mkv': async (file) => ffmpeg(['-i', await get('talk.mp4'), ...(await captions()), '-c:s', 'srt', file]),
    'captioned.mp4': async (file) =>
      ffmpeg(['-i', await get('talk.mp4'), ...(await captions()), '-c:s', 'mov_text', file]),
    'mp3-sound.mp4': (file) => ffmpeg([...both(6), ...h264('-g', '60'), '-c:a', 'libmp3lame', file]),
    'sound.mp3': (file) => ffmpeg([...sound(10), '-c:a', 'libmp3lame', file]),
    'sound.m4a': (file) => ffmpeg([...sound(10), '-c:a', 'aac', file]),
    'sound.wav': (file) => ffmpeg([...sound(10), file]),
    'sound.ogg': (file) => ffmpeg([...sound(10), '-c:a', 'libopus', file]),
    'no-time.mp4': async (file) =>
      ffmpeg(['-i', await get('talk.mp4'), '-an', '-c', 'copy', '-frames:v', '1', '-t', '0.01', file]),
    'slides.mp4': (file) =>
      ffmpeg([
        ...['0x203040:d=7.5', '0xf0f0e0:d=8', '0x806020:d=9.5'].flatMap((colour) => [
          '-f',
          'lavfi',
          '-i',
          `color=${colour}:s=320x180:r=30`,
        ]),
        '-filter_complex',
        'concat=n=3',
        ...h264('-g', '90', '-sc_threshold', '0'),
        file,
      ]),
  };
  async function captions(): Promise<string[]> {
    const file = join(folder, 'captions.srt');
    await writeFile(file, srt);
    return ['-i', file, '-map', '0', '-map', '1', '-c', 'copy', '-metadata:s:s:0', 'language=eng'];
  }
  async function get(name: string): Promise<string> {
    const file = join(folder, name);
    const known = made.get(name) ?? recipes[name]!(file).then(() => file);
    made.set(name, known);
    return known;
  }
  /** Decodes frames as small grey pictures. */
  async function frames(file: string): Promise<Buffer[]> {
    const args = [
      '-v',
      'error',
      '-i',
      file,
      '-vf',
      'scale=64:36,format=gray',
      '-vsync',
      '0',
      '-f',
      'rawvideo',
      'pipe:1',
    ];
    const { stdout } = await execute(program, args, { encoding: 'buffer', maxBuffer: 1 << 28 });
    const size = 64 * 36;
    return Array.from({ length: Math.floor(stdout.length / size) }, (_, n) =>
      stdout.subarray(n * size, (n + 1) * size),
    );
  }
  return { get, frames };
}
