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

/** Words for ffmpeg, or another way to make it, by the verdict and the name. */
const recipes: Readonly<Record<Kind['verdict'], Readonly<Record<string, string | Kind['make']>>>> = {
  direct: {
    'plain.mp4': `${all} ${x264} -g 50 ${aac}`,
    'tables-first.mp4': '-i {plain.mp4} -c copy -movflags +faststart',
    'quicktime-timecode.mov': `${all} ${x264} -g 50 ${aac} -timecode 01:00:00:00`,
    'edit-without-end.mp4': changed('plain.mp4', withoutEnds),
    'reordered.mp4': `${all} ${x264} -g 75 -bf 7 -x264-params b-pyramid=strict:ref=4 ${aac}`,
    'varying-rate.mp4': `${all} -vf select='lt(mod(n*7919\\,97)\\,31)+not(mod(n\\,90))',settb=1/90000 -vsync vfr -video_track_timescale 90000 ${x264} -bf 0 -g 50 ${aac}`,
    'varying-reordered.mp4': `${all} -vf select='lt(mod(n*7919\\,97)\\,31)+not(mod(n\\,90))',settb=1/90000 -vsync vfr -video_track_timescale 90000 ${x264} -bf 4 -g 50 ${aac}`,
    '4-a-second.mp4': `${all} -r 4 ${x264} -g 20 ${aac}`,
    // The usual distance of keyframes, 250 frames, is 12.5 seconds then.
    '20-a-second.mp4': `${all} -r 20 ${x264} -sc_threshold 0 ${aac}`,
    '120-a-second.mp4': `${all} -vf setpts=N/120/TB -r 120 -t 2.9 ${x264} -g 120 -af atrim=0:2.9 ${aac}`,
    '29.97.mp4': `${all} -vf setpts=N*1001/30000/TB -r 30000/1001 -shortest ${x264} -g 60 ${aac}`,
    'without-sound.mp4': `${all} -an ${x264} -g 50`,
    'short-sound.mp4': `-i {plain.mp4} -t 5 -i {master} -map 0:v -map 1:a -c:v copy ${aac}`,
    'long-sound.mp4': `-t 6 -i {master} -i {master} -map 0:v -map 1:a ${x264} -g 50 ${aac}`,
    'late-sound.mp4': `${all} -itsoffset 2 -i {master} -map 0:v -map 1:a -t 14 ${x264} -g 50 ${aac}`,
    'late-picture.mp4': `-itsoffset 2 -i {master} -i {master} -map 0:v -map 1:a -t 14 ${x264} -g 50 ${aac}`,
    'turned-90.mp4': changed('lying.mp4', turned),
    'subtitled.mp4': `${all} -i {captions.srt} -map 0 -map 1 ${x264} -g 50 ${aac} -c:s mov_text`,
    'mono-8k.mp4': `${all} ${x264} -g 50 -ac 1 -ar 8000 -c:a aac -b:a 24k`,
    'surround.mp4': `${all} ${x264} -g 50 -ac 6 -c:a aac -b:a 256k`,
    'two-sounds.mp4': `${all} ${x264} -g 50 -map 0:v -map 0:a -map 0:a ${aac}`,
    'picture-list-first.mp4': `-f lavfi -i color=red:s=300x300:r=0.2:d=14 ${all} -map 0:v -map 1:v -map 1:a -c:v:0 mjpeg -pix_fmt:v:0 yuvj420p -c:v:1 libx264 -preset veryfast -pix_fmt:v:1 yuv420p -g 50 ${aac}`,
    'cover.m4a': `${all} -i {cover.jpg} -map 0:a -map 1 ${aac} -c:v copy -disposition:v attached_pic`,
  },
  transcode: {
    'trimmed.mp4': '-ss 1.2 -i {plain.mp4} -c copy',
    'open-groups.mp4': `${all} ${x264} -g 50 -bf 8 -x264-params open-gop=1:b-adapt=2 ${aac}`,
    'intra-refresh.mp4': `${all} ${x264} -x264-params intra-refresh=1:keyint=50 ${aac}`,
    'one-keyframe.mp4': `${all} ${x264} -g 9999 -sc_threshold 0 ${aac}`,
    'varying-rate.webm': `${all} -vf select='lt(mod(n*7919\\,97)\\,60)+not(mod(n\\,90))' -vsync vfr -c:v libvpx -deadline realtime -cpu-used 8 -c:a libopus`,
    'very-long-sound.mp4': `-t 6 -i {master} -f lavfi -i sine=d=80 -map 0:v -map 1:a ${x264} -g 50 ${aac}`,
    'odd-size-444.mp4': `${all} -vf scale=853:479:flags=neighbor,format=yuv444p -c:v libx264 -preset ultrafast -t 6 ${aac}`,
    'grey.mp4': `${all} -c:v libx264 -preset veryfast -pix_fmt gray ${aac}`,
    'ten-bits-422.mp4': `${all} -t 6 -c:v libx264 -preset veryfast -pix_fmt yuv422p10le ${aac}`,
    'interlaced.mp4': `-r 50 ${all} -t 8 -vf interlace=lowpass=0 -flags +ilme+ildct ${x264} -g 25 -x264opts tff=1 ${aac}`,
    'interlaced.ts': `-r 50 ${all} -t 8 -vf interlace=lowpass=0 -flags +ilme+ildct -c:v mpeg2video -q:v 3 -c:a mp2`,
    'pq.mp4': `${all} -t 6 -c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -x265-params log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc -tag:v hvc1 ${aac}`,
    'hlg.mkv': `${all} -t 6 -c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -x265-params log-level=error:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc ${aac}`,
    'anamorphic.avi': `${all} -t 6 -vf setsar=16/11 -c:v mpeg4 -q:v 4 -c:a libmp3lame`,
    'hevc.mp4': `${all} -t 6 -c:v libx265 -preset ultrafast -x265-params log-level=error -tag:v hvc1 ${aac}`,
    'av1.mp4': `${all} -t 6 -c:v libsvtav1 -preset 12 ${aac}`,
    'vp9-meeting.webm': `${all} -t 6 -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 300k -g 3000 -c:a libopus -live 1`,
    'prores.mov': `${all} -t 6 -c:v prores_ks -profile:v 1 -pix_fmt yuv422p10le -c:a pcm_s16le`,
    'mjpeg.avi': `${all} -t 6 -c:v mjpeg -q:v 4 -c:a pcm_s16le`,
    'windows.wmv': `${all} -t 6 -c:v wmv2 -b:v 1M -c:a wmav2`,
    // Written where nothing can be corrected later: without a length, and with a wrong one.
    'streamed.wmv': `${all} -t 6 -c:v wmv2 -b:v 1M -c:a wmav2 -seekable 0`,
    'streamed.avi': `${all} -t 6 -c:v mpeg4 -q:v 4 -c:a libmp3lame -seekable 0`,
    'phone.3gp': `${all} -t 6 -vf scale=176:144 -c:v h263 -q:v 3 -ar 8000 -ac 1 -c:a aac -b:a 24k`,
    'disc.mpg': `${all} -c:v mpeg2video -q:v 3 -c:a mp2`,
    'h264.avi': `${all} ${x264} -g 50 -c:a libmp3lame`,
    'see-through.mov': `${all} -t 6 -c:v qtrle -pix_fmt argb -c:a pcm_s16le`,
    'below-zero.mkv': '-itsoffset -1 -i {plain.mp4} -c copy -avoid_negative_ts disabled',
    'sound.mp3': `${all} -vn -c:a libmp3lame`,
    'sound.opus': `${all} -vn -c:a libopus`,
    'sound.wav': `${all} -vn -c:a pcm_s16le`,
    'damaged.mp4': changed('plain.mp4', (bytes) => damage(bytes, bytes.length >> 1, 20_000)),
  },
  repackage: {
    'fragmented.mp4': '-i {plain.mp4} -c copy -movflags frag_keyframe+empty_moov+default_base_moof',
    'flash.flv': `${all} ${x264} -g 50 ${aac}`,
    'subtitled.mkv': `${all} -i {captions.srt} -map 0 -map 1 ${x264} -g 50 ${aac} -c:s srt`,
    'stream.ts': `${all} ${x264} -g 50 ${aac} -f mpegts`,
    'huge-times.ts': '-i {plain.mp4} -c copy -output_ts_offset 95000 -f mpegts',
    // The clock of 33 bits starts over after 95,443.7 seconds.
    'clock-turns-over.ts': '-i {plain.mp4} -c copy -output_ts_offset 95435 -f mpegts',
    'camera.m2ts': '-i {plain.mp4} -c copy -f mpegts -mpegts_m2ts_mode 1',
    'unnumbered-channels.mp4': `${all} ${x264} -g 50 -af aformat=channel_layouts=quad -c:a aac -b:a 256k`,
    'ac3.mp4': `${all} ${x264} -g 50 -c:a ac3`,
    'opus.mp4': `${all} ${x264} -g 50 -c:a libopus`,
    'pcm.mov': `${all} ${x264} -g 50 -c:a pcm_s16le`,
    'mp3.mp4': `${all} ${x264} -g 50 -c:a libmp3lame`,
    'cut-off-stream.mkv': cutOff('subtitled.mkv'),
    'cut-off-fragments.mp4': cutOff('fragmented.mp4'),
  },
  broken_media: {
    'cut-off.mp4': cutOff('plain.mp4'),
  },
  not_media: {
    'noise.mp4': (file) => writeFile(file, damage(Buffer.alloc(50_000), 0, 50_000)),
    'paper.mp4': (file) => writeFile(file, `%PDF-1.7\n${'1 0 obj << /Type /Catalog >> endobj\n'.repeat(500)}`),
  },
};

const traits: Readonly<Record<string, Partial<Kind>>> = {
  'edit-without-end.mp4': { like: 'plain.mp4' },
  'very-long-sound.mp4': { goesOn: true },
  'interlaced.mp4': { like: 'every-second.mp4', interlaced: true },
  'interlaced.ts': { like: 'every-second.mp4', interlaced: true },
  'picture-list-first.mp4': { picture: 'v:1' },
  'damaged.mp4': { damaged: true },
  'cut-off-stream.mkv': { damaged: true },
  'cut-off-fragments.mp4': { damaged: true },
};

export const kinds: readonly Kind[] = (Object.keys(recipes) as Kind['verdict'][]).flatMap((verdict) =>
  Object.entries(recipes[verdict]).map(([name, make]) => ({
    name,
    verdict,
    make: typeof make === 'string' ? line(make) : make,
    ...traits[name],
  })),
);

/** Files that kinds are made from, but that are no kind themselves. */
export const ingredients: Readonly<Record<string, Kind['make']>> = {
  'lying.mp4': line(`${all} -vf transpose=2 ${x264} -g 50 ${aac}`),
  // Result of interlacing when only one of two fields is kept.
  'every-second.mp4': line(`-r 50 ${all} -t 8 -vf select='not(mod(n\\,2))' -vsync vfr ${x264} ${aac}`),
  'cover.jpg': line('-f lavfi -i color=red:s=300x300:d=0.04 -frames:v 1'),
  'captions.srt': (file) =>
    writeFile(file, '1\n00:00:01,000 --> 00:00:04,000\nHello\n\n2\n00:00:05,000 --> 00:00:09,000\nand goodbye.\n'),
};
