import { Problem } from '@lectern/contract/problem';
import { encodeFrames, verifyFrames } from '../ffmpeg/arguments.ts';
import type { Ffmpeg } from '../ffmpeg/run-ffmpeg.ts';
import { videoHeader, videoTrackId } from '../index/cut-segment.ts';
import { type IndexedVideo, type OpenPlayable, readData, readSamples } from '../index/playback-index.ts';
import { findChildBox } from '../mp4/box.ts';
import { type MediaSample, fragmentHeader } from '../mp4/fragment.ts';
import { writeInitSegment } from '../mp4/init-segment.ts';
import type { OutSample } from '../mp4/progressive.ts';
import { mergeParameterSets, readParameterSets, writeAvcEntry } from '../mp4/sample-entry.ts';
import { asStream, keyframeBefore } from '../pictures/frames.ts';
import { neededFrames, type Encoding, planCut } from './plan-cut.ts';

type EncodedFrames = { frames: { data: Buffer; sync: boolean }[]; sps: Buffer[]; pps: Buffer[] };

/** Where a NAL unit begins behind its start code (ITU-T H.264, annex B). */
function unitsIn(stream: Buffer): Buffer[] {
  const starts: number[] = [];
  for (let at = stream.indexOf('000001', 0, 'hex'); at >= 0; at = stream.indexOf('000001', at + 3, 'hex'))
    starts.push(at + 3);
  return starts.map((start, n) => {
    let end = n + 1 < starts.length ? starts[n + 1]! - 3 : stream.length;
    while (end > start && stream[end - 1] === 0) end -= 1;
    return stream.subarray(start, end);
  });
}

/** A bare H.264 stream with one slice a frame, as samples with four bytes of length, and its parameter sets. */
function readAnnexB(stream: Buffer): EncodedFrames {
  const found: EncodedFrames = { frames: [], sps: [], pps: [] };
  for (const unit of unitsIn(stream)) {
    const type = unit[0]! & 31;
    if (type === 7) found.sps[0] ??= unit;
    else if (type === 8) found.pps[0] ??= unit;
    else if (type === 1 || type === 5) {
      const data = Buffer.alloc(unit.length + 4);
      data.writeUInt32BE(unit.length);
      unit.copy(data, 4);
      found.frames.push({ data, sync: type === 5 });
    }
  }
  return found;
}

/** An unsigned Exp-Golomb number at the start of these bytes. */
function expGolomb(bytes: Buffer): number {
  const bits = [...bytes.subarray(0, 8)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const zeros = bits.indexOf('1');
  return zeros < 0 ? 0 : Number.parseInt(bits.slice(zeros, zeros * 2 + 1), 2) - 1;
}

/** Ids that none of these parameter sets has, as many as asked for. */
function freeIds(sps: readonly Buffer[], pps: readonly Buffer[], count: number): number[] {
  const taken = new Set([
    ...sps.map((set) => expGolomb(set.subarray(4))),
    ...pps.map((set) => expGolomb(set.subarray(1))),
  ]);
  return Array.from({ length: 32 }, (_, id) => id)
    .filter((id) => id > 0 && !taken.has(id))
    .slice(0, count);
}

/** A sample of a clip and where its bytes are: in the source, or here. */
export type ClipSample = OutSample & { bytes: MediaSample | Buffer };

export type ClipVideo = { entry: Buffer; samples: ClipSample[]; begin: number; lastDuration: number };

type Piece = Omit<ClipSample, 'decode' | 'composition'> & { time: number; decode: number };

/** Frames of the copied part that are decoded to see that the splice holds. */
const checked = 8;

async function encode(
  ffmpeg: Ffmpeg,
  playable: OpenPlayable,
  { group, from, to, begin, times }: Encoding,
  id: number,
  signal?: AbortSignal,
): Promise<EncodedFrames> {
  const { samples, dropped } = await neededFrames(playable, group, begin);
  const { output } = await ffmpeg.run(encodeFrames(from - dropped, to - dropped, id), {
    input: asStream(playable, samples),
    signal,
  });
  const encoded = readAnnexB(output);
  if (encoded.frames.length !== times.length || !encoded.sps[0] || !encoded.pps[0])
    throw new Problem('clip_failed', {
      cause: `${encoded.frames.length} frames instead of ${times.length} were encoded`,
    });
  return encoded;
}

/** The decoder configuration of an encoded part alone. */
function configurationOf({ sps, pps }: EncodedFrames): Buffer {
  const [set, picture] = [sps[0]!, pps[0]!];
  const length = (nal: Buffer): Buffer => Buffer.from([nal.length >> 8, nal.length & 255]);
  return Buffer.concat([
    Buffer.from([1, set[1]!, set[2]!, set[3]!, 0xff, 0xe1]),
    length(set),
    set,
    Buffer.from([1]),
    length(picture),
    picture,
  ]);
}

/** Decode times never go back, and composition offsets are not negative: both are what every player takes. */
function schedule(pieces: readonly Piece[]): Pick<ClipVideo, 'samples' | 'begin'> {
  let previous = -Infinity;
  const decodes = pieces.map(({ decode }) => (previous = Math.max(decode, previous + 1)));
  const early = pieces.reduce((most, { time }, n) => Math.max(most, decodes[n]! - time), 0);
  const zero = (decodes[0] ?? 0) - early;
  return {
    samples: pieces.map(({ time, size, sync, bytes }, n) => ({
      size,
      sync,
      bytes,
      decode: decodes[n]! - (decodes[0] ?? 0),
      composition: time - (decodes[n]! - early),
    })),
    begin: -zero,
  };
}

async function verify(
  ffmpeg: Ffmpeg,
  playable: OpenPlayable,
  entry: Buffer,
  parts: readonly (readonly ClipSample[])[],
  signal?: AbortSignal,
): Promise<void> {
  const header = videoHeader(playable.index)!;
  const samples = parts.flat();
  const data = await readSampleBytes(playable, samples);
  const timed = samples.map((sample, n) => ({
    ...sample,
    offset: 0,
    duration: (samples[n + 1]?.decode ?? sample.decode + 1) - sample.decode,
  }));
  const input = Buffer.concat([
    writeInitSegment([{ ...header, entry }]),
    fragmentHeader(1, [{ id: videoTrackId, handler: 'vide', samples: timed }]),
    data,
  ]);
  const { output } = await ffmpeg.run(verifyFrames(), { input, signal });
  const frames = output
    .toString()
    .split('\n')
    .filter((line) => /^\d/.test(line)).length;
  if (frames !== samples.length)
    throw new Problem('clip_failed', { cause: `${frames} of ${samples.length} frames decode at the splice` });
}

/** The bytes of these samples, one after the other. */
export async function readSampleBytes(playable: OpenPlayable, samples: readonly ClipSample[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let n = 0; n < samples.length;) {
    const { bytes } = samples[n]!;
    if (Buffer.isBuffer(bytes)) {
      parts.push(bytes);
      n += 1;
      continue;
    }
    const run: MediaSample[] = [];
    for (; n < samples.length; n += 1) {
      const next = samples[n]!.bytes;
      if (Buffer.isBuffer(next)) break;
      run.push(next);
    }
    parts.push(await readData(playable, run));
  }
  return Buffer.concat(parts);
}

/**
 * Cuts a clip's video: re-encodes only frames up to the next keyframe and loose frames at the end, and copies the
 * rest. Throws `clip_failed` on undecodable results.
 */
export async function smartCut(
  ffmpeg: Ffmpeg,
  playable: OpenPlayable,
  video: IndexedVideo,
  { start, end }: { start: number; end: number },
  signal?: AbortSignal,
): Promise<ClipVideo> {
  const entry = Buffer.from(video.entry, 'base64');
  const avcC = findChildBox(entry.subarray(86), 'avcC')?.body;
  if (!avcC || (avcC[4]! & 3) !== 3)
    throw new Problem('clip_failed', { cause: 'samples without four bytes of length' });
  const own = readParameterSets(avcC);
  const [first, last] = [keyframeBefore(video, start), keyframeBefore(video, end)];
  const samples = await readSamples(
    playable,
    'video',
    video.keyframes[first]![0],
    video.keyframes[last + 1]?.[0] ?? video.samples,
  );
  const units = (seconds: number): number => Math.round(seconds * video.timescale);
  const { head, body, tail } = planCut(samples, units(start), units(end), units(0.001));

  const [headId = 1, tailId = 2] = freeIds(own.sps, own.pps, 2);
  const [headFrames, tailFrames] = await Promise.all([
    head && encode(ffmpeg, playable, head, headId, signal),
    tail && encode(ffmpeg, playable, tail, tailId, signal),
  ]);
  const delay = body[0] ? body[0].time - (body[0].sample.decode - units(start)) : 0;
  const encoded = (part: EncodedFrames | undefined, times: readonly number[] = []): Piece[] =>
    part?.frames.map(({ data, sync }, n) => ({
      time: times[n]!,
      decode: times[n]! - delay,
      size: data.length,
      sync,
      bytes: data,
    })) ?? [];
  const pieces = [
    encoded(headFrames, head?.times),
    body.map(({ time, sample }) => ({
      time,
      decode: sample.decode - units(start),
      size: sample.size,
      sync: sample.sync,
      bytes: sample,
    })),
    encoded(tailFrames, tail?.times),
  ];
  const parts = [headFrames, tailFrames].filter((part) => part !== undefined);
  const merged = writeAvcEntry(
    entry,
    parts.reduce((sets, part) => mergeParameterSets(sets, configurationOf(part)), avcC),
  );
  const { samples: scheduled, begin } = schedule(pieces.flat());
  const [heads, bodies] = [pieces[0]!.length, pieces[1]!.length];
  // The splice can be decoded from the last keyframe before it.
  const lastKey = Math.max(
    0,
    scheduled.slice(0, heads).findLastIndex(({ sync }) => sync),
  );
  if (parts.length > 0)
    await verify(
      ffmpeg,
      playable,
      merged,
      [scheduled.slice(lastKey, heads + Math.min(checked, bodies)), scheduled.slice(heads + bodies)],
      signal,
    );
  return { entry: merged, samples: scheduled, begin, lastDuration: video.lastDuration };
}
