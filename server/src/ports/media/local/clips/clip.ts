import { open } from 'node:fs/promises';
import { Problem } from '@lectern/contract/problem';
import type { PlayableRecording, ProgressOptions } from '../../port.ts';
import { encodeRange } from '../ffmpeg/arguments.ts';
import { encodedBytes } from '../ffmpeg/limits.ts';
import type { Ffmpeg } from '../ffmpeg/run-ffmpeg.ts';
import { audioHeader, videoHeader } from '../index/cut-segment.ts';
import { type OpenPlayable, getPlayableStorage, readSamples } from '../index/playback-index.ts';
import { interleave, type OutTrack, progressiveHeader } from '../mp4/progressive.ts';
import { createProgressReader, writeFileAtomically } from '../prepare.ts';
import { readSampleBytes, type ClipSample, type ClipVideo, smartCut } from './smart-cut.ts';

type Range = { start: number; end: number };
type ClipTrack = Omit<OutTrack, 'samples'> & { samples: readonly ClipSample[] };

/** The sound of a clip: all copied; what sounds before the start in its first sample is cut off by the edit list. */
async function audioTrack(playable: OpenPlayable, { start, end }: Range, id: number): Promise<ClipTrack | undefined> {
  const { audio, segments } = playable.index;
  const header = audioHeader(playable.index);
  if (!audio || !header) return undefined;
  const around = segments.filter(([from, to]) => to >= start - 1 && from <= end + 1);
  const [first, last] = [around[0], around.at(-1)];
  if (!first || !last) return undefined;
  const [from, to] = [start * audio.timescale, end * audio.timescale];
  const samples = (await readSamples(playable, 'audio', first[4], last[5])).filter(
    ({ decode, composition, duration }) => decode + composition + duration > from && decode + composition < to,
  );
  const zero = samples[0];
  if (!zero) return undefined;
  return {
    ...header,
    id,
    samples: samples.map((sample) => ({
      size: sample.size,
      sync: true,
      decode: sample.decode - zero.decode,
      composition: 0,
      bytes: sample,
    })),
    lastDuration: samples.at(-1)!.duration,
    begin: Math.round(from - zero.decode - zero.composition),
  };
}

function videoTrack(playable: OpenPlayable, cut: ClipVideo, id: number): ClipTrack {
  return { ...videoHeader(playable.index)!, id, ...cut };
}

async function writeClip(
  playable: OpenPlayable,
  tracks: readonly ClipTrack[],
  seconds: number,
  outFile: string,
  { signal, onProgress }: ProgressOptions,
): Promise<void> {
  const chunks = interleave(tracks);
  await using out = await open(outFile, 'w');
  await out.writeFile(progressiveHeader(tracks, chunks, seconds));
  for (const [n, { track, from, to }] of chunks.entries()) {
    signal?.throwIfAborted();
    await out.writeFile(await readSampleBytes(playable, tracks[track]!.samples.slice(from, to)));
    onProgress?.((n + 1) / chunks.length);
  }
}

/** Writes a clip; see `Media.clip`. */
export async function makeClip(
  ffmpeg: Ffmpeg,
  source: PlayableRecording,
  playable: OpenPlayable,
  { start, end: wishedEnd }: Range,
  outFile: string,
  work: ProgressOptions = {},
): Promise<{ how: 'copied' | 'encoded' }> {
  const { video, duration } = playable.index;
  const end = Math.min(wishedEnd, duration);
  if (!(start >= 0 && end > start)) throw new Problem('clip_order');
  const range = { start, end };
  try {
    const cut = video && start < video.end ? await smartCut(ffmpeg, playable, video, range, work.signal) : undefined;
    const pictures = cut && cut.samples.length > 0 ? videoTrack(playable, cut, 1) : undefined;
    const sound = await audioTrack(playable, range, pictures ? 2 : 1);
    const tracks = [pictures, sound].filter((track) => track !== undefined);
    if (tracks.length === 0) throw new Problem('clip_failed', { cause: 'nothing is shown or heard in this range' });
    await writeFileAtomically(outFile, (partial) => writeClip(playable, tracks, end - start, partial, work));
    return { how: 'copied' };
  } catch (error) {
    const worthEncoding = error instanceof Problem && (error.code === 'clip_failed' || error.code === 'media_failed');
    if (!worthEncoding || work.signal?.aborted) throw error;
  }
  await using file = await getPlayableStorage(source).localCopy(source.file, work.signal);
  await writeFileAtomically(outFile, async (partial) => {
    await ffmpeg.run(encodeRange(file.path, playable.index, start, end, partial), {
      signal: work.signal,
      patience: 300,
      background: true,
      written: encodedBytes(end - start),
      onOutput: createProgressReader(end - start, work.onProgress),
    });
  });
  return { how: 'encoded' };
}
