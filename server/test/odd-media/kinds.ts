import { readFile, truncate, writeFile } from 'node:fs/promises';
import type { MediaInfo } from '../../src/ports/media/port.ts';

/** How recordings are made: `run` gives ffmpeg these words, with `{master}` and `{NAME}` for files made before. */
export type RecordingMaker = { run(line: string): Promise<void>; made(name: string): Promise<string> };

export type Kind = {
  name: string;
  make: (file: string, maker: RecordingMaker) => Promise<unknown>;
  /** How it is to be played, or the problem that refuses it. */
  verdict: MediaInfo['playback'] | 'not_media' | 'broken_media';
  /** Frames cannot be compared: the bytes are damaged, or every frame mixes two. */
  damaged?: boolean;
  /** After its own frames the last one is served again, now and then. */
  goesOn?: boolean;
  /** ffmpeg's name of the picture's stream, where it is not the first. */
  picture?: string;
  /** Two frames in the lines of one: their numbers, which differ in the lowest bar, are both there. */
  interlaced?: boolean;
  /** Which recording it should be like, where ffmpeg shows of the original what nobody should see. */
  like?: string;
};

const x264 = '-c:v libx264 -preset veryfast -pix_fmt yuv420p';
const aac = '-c:a aac -b:a 96k';
const all = '-i {master}';

/** One line of ffmpeg's words, which end before the name of the file. */
const line =
  (words: string) =>
  (file: string, { run }: RecordingMaker): Promise<void> =>
    run(`${words} ${file}`);

/** A copy of another recording, changed in its bytes. */
const changed =
  (name: string, change: (bytes: Buffer) => Buffer) =>
  async (file: string, { made }: RecordingMaker): Promise<void> =>
    writeFile(file, change(await readFile(await made(name))));

const cutOff =
  (name: string) =>
  async (file: string, { made }: RecordingMaker): Promise<void> => {
    const bytes = await readFile(await made(name));
    await writeFile(file, bytes);
    await truncate(file, Math.round(bytes.length * 0.6));
  };

/** Noise of fixed seed over a stretch of bytes. */
function damage(bytes: Buffer, from: number, length: number): Buffer {
  let seed = 7;
  for (let at = from; at < from + length; at += 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = seed >>> 24;
  }
  return bytes;
}

/** Edit lists that say no length, which means all there is: fragmented and live recordings have them. */
function withoutEnds(bytes: Buffer): Buffer {
  for (let at = bytes.indexOf('elst'); at >= 0; at = bytes.indexOf('elst', at + 4))
    if (bytes.readUInt32BE(at + 8) === 1) bytes.writeUInt32BE(0, at + 12);
  return bytes;
}

/**
 * Says of the first track that it is to be turned by 90 degrees clockwise (ISO 14496-12, 8.3.2: the matrix of `tkhd`).
 */
function turned(bytes: Buffer): Buffer {
  const matrix = bytes.indexOf('tkhd') + 4 + 40;
  for (const [n, value] of [0, 65_536, 0, -65_536, 0].entries()) bytes.writeInt32BE(value, matrix + n * 4);
  return bytes;
}

export const kinds: readonly Kind[] = [
  { name: 'plain.mp4', make: line(`${all} ${x264} -g 50 ${aac}`), verdict: 'direct' },
  { name: 'tables-first.mp4', make: line('-i {plain.mp4} -c copy -movflags +faststart'), verdict: 'direct' },
  {
    name: 'quicktime-timecode.mov',
    make: line(`${all} ${x264} -g 50 ${aac} -timecode 01:00:00:00`),
    verdict: 'direct',
  },
  { name: 'trimmed.mp4', make: line('-ss 1.2 -i {plain.mp4} -c copy'), verdict: 'transcode' },
  { name: 'edit-without-end.mp4', make: changed('plain.mp4', withoutEnds), verdict: 'direct', like: 'plain.mp4' },
  {
    name: 'open-groups.mp4',
    make: line(`${all} ${x264} -g 50 -bf 8 -x264-params open-gop=1:b-adapt=2 ${aac}`),
    verdict: 'transcode',
  },
  {
    name: 'intra-refresh.mp4',
    make: line(`${all} ${x264} -x264-params intra-refresh=1:keyint=50 ${aac}`),
    verdict: 'transcode',
  },
  {
    name: 'reordered.mp4',
    make: line(`${all} ${x264} -g 75 -bf 7 -x264-params b-pyramid=strict:ref=4 ${aac}`),
    verdict: 'direct',
  },
  { name: 'one-keyframe.mp4', make: line(`${all} ${x264} -g 9999 -sc_threshold 0 ${aac}`), verdict: 'transcode' },
  {
    name: 'varying-rate.mp4',
    make: line(
      `${all} -vf select='lt(mod(n*7919\\,97)\\,31)+not(mod(n\\,90))',settb=1/90000 -vsync vfr -video_track_timescale 90000 ${x264} -bf 0 -g 50 ${aac}`,
    ),
    verdict: 'direct',
  },
  {
    name: 'varying-reordered.mp4',
    make: line(
      `${all} -vf select='lt(mod(n*7919\\,97)\\,31)+not(mod(n\\,90))',settb=1/90000 -vsync vfr -video_track_timescale 90000 ${x264} -bf 4 -g 50 ${aac}`,
    ),
    verdict: 'direct',
  },
  {
    name: 'varying-rate.webm',
    make: line(
      `${all} -vf select='lt(mod(n*7919\\,97)\\,60)+not(mod(n\\,90))' -vsync vfr -c:v libvpx -deadline realtime -cpu-used 8 -c:a libopus`,
    ),
    verdict: 'transcode',
  },
  { name: '4-a-second.mp4', make: line(`${all} -r 4 ${x264} -g 20 ${aac}`), verdict: 'direct' },
  // The usual distance of keyframes, 250 frames, is 12.5 seconds then.
  { name: '20-a-second.mp4', make: line(`${all} -r 20 ${x264} -sc_threshold 0 ${aac}`), verdict: 'direct' },
  {
    name: '120-a-second.mp4',
    make: line(`${all} -vf setpts=N/120/TB -r 120 -t 2.9 ${x264} -g 120 -af atrim=0:2.9 ${aac}`),
    verdict: 'direct',
  },
  {
    name: '29.97.mp4',
    make: line(`${all} -vf setpts=N*1001/30000/TB -r 30000/1001 -shortest ${x264} -g 60 ${aac}`),
    verdict: 'direct',
  },
  { name: 'without-sound.mp4', make: line(`${all} -an ${x264} -g 50`), verdict: 'direct' },
  {
    name: 'short-sound.mp4',
    make: line(`-i {plain.mp4} -t 5 -i {master} -map 0:v -map 1:a -c:v copy ${aac}`),
    verdict: 'direct',
  },
  {
    name: 'long-sound.mp4',
    make: line(`-t 6 -i {master} -i {master} -map 0:v -map 1:a ${x264} -g 50 ${aac}`),
    verdict: 'direct',
  },
  {
    name: 'very-long-sound.mp4',
    make: line(`-t 6 -i {master} -f lavfi -i sine=d=80 -map 0:v -map 1:a ${x264} -g 50 ${aac}`),
    verdict: 'transcode',
    goesOn: true,
  },
  {
    name: 'late-sound.mp4',
    make: line(`${all} -itsoffset 2 -i {master} -map 0:v -map 1:a -t 14 ${x264} -g 50 ${aac}`),
    verdict: 'direct',
  },
  {
    name: 'late-picture.mp4',
    make: line(`-itsoffset 2 -i {master} -i {master} -map 0:v -map 1:a -t 14 ${x264} -g 50 ${aac}`),
    verdict: 'direct',
  },
  {
    name: 'fragmented.mp4',
    make: line('-i {plain.mp4} -c copy -movflags frag_keyframe+empty_moov+default_base_moof'),
    verdict: 'repackage',
  },
  { name: 'turned-90.mp4', make: changed('lying.mp4', turned), verdict: 'direct' },
  {
    name: 'odd-size-444.mp4',
    make: line(`${all} -vf scale=853:479:flags=neighbor,format=yuv444p -c:v libx264 -preset ultrafast -t 6 ${aac}`),
    verdict: 'transcode',
  },
  { name: 'grey.mp4', make: line(`${all} -c:v libx264 -preset veryfast -pix_fmt gray ${aac}`), verdict: 'transcode' },
  {
    name: 'ten-bits-422.mp4',
    make: line(`${all} -t 6 -c:v libx264 -preset veryfast -pix_fmt yuv422p10le ${aac}`),
    verdict: 'transcode',
  },
  {
    name: 'interlaced.mp4',
    make: line(`-r 50 ${all} -t 8 -vf interlace=lowpass=0 -flags +ilme+ildct ${x264} -g 25 -x264opts tff=1 ${aac}`),
    verdict: 'transcode',
    like: 'every-second.mp4',
    interlaced: true,
  },
  {
    name: 'interlaced.ts',
    make: line(`-r 50 ${all} -t 8 -vf interlace=lowpass=0 -flags +ilme+ildct -c:v mpeg2video -q:v 3 -c:a mp2`),
    verdict: 'transcode',
    like: 'every-second.mp4',
    interlaced: true,
  },
  {
    name: 'pq.mp4',
    make: line(
      `${all} -t 6 -c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -x265-params log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc -tag:v hvc1 ${aac}`,
    ),
    verdict: 'transcode',
  },
  {
    name: 'hlg.mkv',
    make: line(
      `${all} -t 6 -c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -x265-params log-level=error:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc ${aac}`,
    ),
    verdict: 'transcode',
  },
  {
    name: 'anamorphic.avi',
    make: line(`${all} -t 6 -vf setsar=16/11 -c:v mpeg4 -q:v 4 -c:a libmp3lame`),
    verdict: 'transcode',
  },
  {
    name: 'hevc.mp4',
    make: line(`${all} -t 6 -c:v libx265 -preset ultrafast -x265-params log-level=error -tag:v hvc1 ${aac}`),
    verdict: 'transcode',
  },
  { name: 'av1.mp4', make: line(`${all} -t 6 -c:v libsvtav1 -preset 12 ${aac}`), verdict: 'transcode' },
  {
    name: 'vp9-meeting.webm',
    make: line(`${all} -t 6 -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 300k -g 3000 -c:a libopus -live 1`),
    verdict: 'transcode',
  },
  {
    name: 'prores.mov',
    make: line(`${all} -t 6 -c:v prores_ks -profile:v 1 -pix_fmt yuv422p10le -c:a pcm_s16le`),
    verdict: 'transcode',
  },
  { name: 'mjpeg.avi', make: line(`${all} -t 6 -c:v mjpeg -q:v 4 -c:a pcm_s16le`), verdict: 'transcode' },
  { name: 'windows.wmv', make: line(`${all} -t 6 -c:v wmv2 -b:v 1M -c:a wmav2`), verdict: 'transcode' },
  {
    name: 'phone.3gp',
    make: line(`${all} -t 6 -vf scale=176:144 -c:v h263 -q:v 3 -ar 8000 -ac 1 -c:a aac -b:a 24k`),
    verdict: 'transcode',
  },
  { name: 'flash.flv', make: line(`${all} ${x264} -g 50 ${aac}`), verdict: 'repackage' },
  {
    name: 'subtitled.mkv',
    make: line(`${all} -i {captions.srt} -map 0 -map 1 ${x264} -g 50 ${aac} -c:s srt`),
    verdict: 'repackage',
  },
  {
    name: 'subtitled.mp4',
    make: line(`${all} -i {captions.srt} -map 0 -map 1 ${x264} -g 50 ${aac} -c:s mov_text`),
    verdict: 'direct',
  },
  { name: 'stream.ts', make: line(`${all} ${x264} -g 50 ${aac} -f mpegts`), verdict: 'repackage' },
  {
    name: 'huge-times.ts',
    make: line('-i {plain.mp4} -c copy -output_ts_offset 95000 -f mpegts'),
    verdict: 'repackage',
  },
  {
    // The clock of 33 bits starts over after 95,443.7 seconds.
    name: 'clock-turns-over.ts',
    make: line('-i {plain.mp4} -c copy -output_ts_offset 95435 -f mpegts'),
    verdict: 'repackage',
  },
  { name: 'camera.m2ts', make: line('-i {plain.mp4} -c copy -f mpegts -mpegts_m2ts_mode 1'), verdict: 'repackage' },
  { name: 'disc.mpg', make: line(`${all} -c:v mpeg2video -q:v 3 -c:a mp2`), verdict: 'transcode' },
  { name: 'h264.avi', make: line(`${all} ${x264} -g 50 -c:a libmp3lame`), verdict: 'transcode' },
  { name: 'see-through.mov', make: line(`${all} -t 6 -c:v qtrle -pix_fmt argb -c:a pcm_s16le`), verdict: 'transcode' },
  {
    name: 'below-zero.mkv',
    make: line('-itsoffset -1 -i {plain.mp4} -c copy -avoid_negative_ts disabled'),
    verdict: 'transcode',
  },
  { name: 'mono-8k.mp4', make: line(`${all} ${x264} -g 50 -ac 1 -ar 8000 -c:a aac -b:a 24k`), verdict: 'direct' },
  { name: 'surround.mp4', make: line(`${all} ${x264} -g 50 -ac 6 -c:a aac -b:a 256k`), verdict: 'direct' },
  {
    name: 'unnumbered-channels.mp4',
    make: line(`${all} ${x264} -g 50 -af aformat=channel_layouts=quad -c:a aac -b:a 256k`),
    verdict: 'repackage',
  },
  { name: 'two-sounds.mp4', make: line(`${all} ${x264} -g 50 -map 0:v -map 0:a -map 0:a ${aac}`), verdict: 'direct' },
  { name: 'ac3.mp4', make: line(`${all} ${x264} -g 50 -c:a ac3`), verdict: 'repackage' },
  { name: 'opus.mp4', make: line(`${all} ${x264} -g 50 -c:a libopus`), verdict: 'repackage' },
  { name: 'pcm.mov', make: line(`${all} ${x264} -g 50 -c:a pcm_s16le`), verdict: 'repackage' },
  { name: 'mp3.mp4', make: line(`${all} ${x264} -g 50 -c:a libmp3lame`), verdict: 'repackage' },
  {
    name: 'picture-list-first.mp4',
    make: line(
      `-f lavfi -i color=red:s=300x300:r=0.2:d=14 ${all} -map 0:v -map 1:v -map 1:a -c:v:0 mjpeg -pix_fmt:v:0 yuvj420p -c:v:1 libx264 -preset veryfast -pix_fmt:v:1 yuv420p -g 50 ${aac}`,
    ),
    verdict: 'direct',
    picture: 'v:1',
  },
  {
    name: 'cover.m4a',
    make: line(`${all} -i {cover.jpg} -map 0:a -map 1 ${aac} -c:v copy -disposition:v attached_pic`),
    verdict: 'direct',
  },
  { name: 'sound.mp3', make: line(`${all} -vn -c:a libmp3lame`), verdict: 'transcode' },
  { name: 'sound.opus', make: line(`${all} -vn -c:a libopus`), verdict: 'transcode' },
  { name: 'sound.wav', make: line(`${all} -vn -c:a pcm_s16le`), verdict: 'transcode' },
  {
    name: 'damaged.mp4',
    make: changed('plain.mp4', (bytes) => damage(bytes, bytes.length >> 1, 20_000)),
    verdict: 'transcode',
    damaged: true,
  },
  { name: 'cut-off-stream.mkv', make: cutOff('subtitled.mkv'), verdict: 'repackage', damaged: true },
  { name: 'cut-off-fragments.mp4', make: cutOff('fragmented.mp4'), verdict: 'repackage', damaged: true },
  { name: 'cut-off.mp4', make: cutOff('plain.mp4'), verdict: 'broken_media' },
  { name: 'noise.mp4', make: (file) => writeFile(file, damage(Buffer.alloc(50_000), 0, 50_000)), verdict: 'not_media' },
  {
    name: 'paper.mp4',
    make: (file) => writeFile(file, `%PDF-1.7\n${'1 0 obj << /Type /Catalog >> endobj\n'.repeat(500)}`),
    verdict: 'not_media',
  },
];

/** Files that kinds are made from, but that are no kind themselves. */
export const ingredients: Readonly<Record<string, Kind['make']>> = {
  'lying.mp4': line(`${all} -vf transpose=2 ${x264} -g 50 ${aac}`),
  // Result of interlacing when only one of two fields is kept.
  'every-second.mp4': line(`-r 50 ${all} -t 8 -vf select='not(mod(n\\,2))' -vsync vfr ${x264} ${aac}`),
  'cover.jpg': line('-f lavfi -i color=red:s=300x300:d=0.04 -frames:v 1'),
  'captions.srt': (file) =>
    writeFile(file, '1\n00:00:01,000 --> 00:00:04,000\nHello\n\n2\n00:00:05,000 --> 00:00:09,000\nand goodbye.\n'),
};
