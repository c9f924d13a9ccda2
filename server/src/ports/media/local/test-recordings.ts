import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { splitArguments } from './ffmpeg/arguments.ts';

const execute = promisify(execFile);

const picture = (seconds: number): string[] => ['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=30:d=${seconds}`];
const sound = (seconds: number): string[] => ['-f', 'lavfi', '-i', `sine=440:r=44100:d=${seconds}`];
const both = (seconds: number): string[] => [...picture(seconds), ...sound(seconds)];
const h264 = (...more: string[]): string[] => [
  ...splitArguments('-c:v libx264 -preset ultrafast -pix_fmt yuv420p'),
  ...more,
];
const reordered = splitArguments('-c:v libx264 -preset superfast -bf 3 -pix_fmt yuv420p -g 75 -c:a aac');

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
    'short-sound.mp4': (file) => ffmpeg([...picture(20), ...sound(7), ...reordered, file]),
    'late-sound.mp4': (file) =>
      ffmpeg([...picture(12), '-itsoffset', '2.2', ...sound(6), '-map', '0:v', '-map', '1:a', ...reordered, file]),
    'late-picture.mp4': (file) =>
      ffmpeg(['-itsoffset', '2', ...picture(8), ...sound(12), '-map', '0:v', '-map', '1:a', ...reordered, file]),
    'paused-sound.mp4': (file) =>
      ffmpeg([...both(20), '-af', "aselect='not(between(t,4,10.5))'", ...reordered, '-shortest', file]),
    'trimmed-at-keyframe.mp4': async (file) => {
      const talk = await get('talk.mp4');
      // The edit list of a file from its middle on, with the bytes and the tables of the whole.
      await ffmpeg(['-i', talk, '-c', 'copy', file]);
      await editStart(file, 2.5);
    },
    'trimmed-between.mp4': async (file) => {
      await ffmpeg(['-i', await get('talk.mp4'), '-c', 'copy', file]);
      await editStart(file, 3.7);
    },
    'open-groups.mp4': (file) =>
      ffmpeg([...both(14), ...reordered, '-x264-params', 'open-gop=1:keyint=45:b-adapt=0', '-shortest', file]),
    'intra-refresh.mp4': (file) =>
      ffmpeg([...both(14), ...reordered, '-x264-params', 'intra-refresh=1:keyint=45', '-shortest', file]),
    'cover-first.mp4': (file) =>
      ffmpeg(
        ['-f', 'lavfi', '-i', 'color=red:s=300x300:r=0.5:d=8', ...both(8), '-map', '0', '-map', '1', '-map', '2']
          // Pictures of JPEG have the whole range of values: newer versions of ffmpeg write no other.
          .concat(['-c:v:0', 'mjpeg', '-pix_fmt:v:0', 'yuvj420p'])
          .concat(['-c:v:1', 'libx264', '-pix_fmt:v:1', 'yuv420p', '-c:a', 'aac', file]),
      ),
    'few-frames.mp4': (file) =>
      ffmpeg([...both(60), '-r', '5', ...h264('-preset', 'veryfast'), '-c:a', 'aac', '-shortest', file]),
    'coarse-times.mp4': (file) =>
      ffmpeg([...both(10), ...reordered, '-video_track_timescale', '30', '-shortest', file]),
    'surround.mp4': (file) => ffmpeg([...picture(8), ...sound(3), '-ac', '6', ...reordered, file]),
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
        ...splitArguments('0x203040:d=7.5 0xf0f0e0:d=8 0x806020:d=9.5').flatMap((colour) =>
          splitArguments(`-f lavfi -i color=${colour}:s=320x180:r=30`),
        ),
        ...splitArguments('-filter_complex concat=n=3'),
        ...h264('-g', '90', '-sc_threshold', '0'),
        file,
      ]),
  };
  /** Lets every track of an MP4 file whose tables stand at its end begin at this second of what it shows now. */
  async function editStart(file: string, seconds: number): Promise<void> {
    const bytes = await readFile(file);
    for (let at = bytes.indexOf('elst'); at >= 0; at = bytes.indexOf('elst', at + 4)) {
      const scale = bytes.readUInt32BE(bytes.indexOf('mdhd', at) + 16);
      const movie = bytes.readUInt32BE(bytes.indexOf('mvhd') + 16);
      bytes.writeUInt32BE(bytes.readUInt32BE(at + 12) - Math.round(seconds * movie), at + 12);
      bytes.writeUInt32BE(bytes.readUInt32BE(at + 16) + Math.round(seconds * scale), at + 16);
    }
    await writeFile(file, bytes);
  }
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
  /** Decodes frames of one of the streams of pictures as small grey ones. */
  async function frames(file: string, picture = 0): Promise<Buffer[]> {
    const read = ['-v', 'error', '-i', file, '-map', `0:v:${picture}`];
    const args = [...read, ...splitArguments('-vf scale=64:36,format=gray -vsync 0 -f rawvideo pipe:1')];
    const { stdout } = await execute(program, args, { encoding: 'buffer', maxBuffer: 1 << 28 });
    const size = 64 * 36;
    return Array.from({ length: Math.floor(stdout.length / size) }, (_, n) =>
      stdout.subarray(n * size, (n + 1) * size),
    );
  }
  /** Decodes the sound as signed 16-bit samples of one channel. */
  async function tones(file: string): Promise<Int16Array> {
    const args = ['-v', 'error', '-i', file, '-map', '0:a', '-ac', '1', '-f', 's16le', 'pipe:1'];
    const { stdout } = await execute(program, args, { encoding: 'buffer', maxBuffer: 1 << 28 });
    return new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length >> 1);
  }
  /** Second and checksum of each packet of the picture or the sound, as libavformat reads them. */
  async function packets(file: string, kind: 'v' | 'a'): Promise<{ time: number; hash: string }[]> {
    const args = ['-v', 'error', '-copyts', '-i', file, '-map', `0:${kind}`, '-c', 'copy', '-f', 'framemd5', 'pipe:1'];
    const { stdout } = await execute(program, args, { maxBuffer: 1 << 26 });
    const [, above, below] = /^#tb 0: (\d+)\/(\d+)/m.exec(stdout)!;
    const rows = stdout.split('\n').filter((line) => /^\d/.test(line));
    return rows
      .map((row) => row.split(/,\s*/))
      .map(([, , time, , , hash]) => ({ time: (Number(time) * Number(above)) / Number(below), hash: hash! }));
  }
  return { get, frames, tones, packets };
}
