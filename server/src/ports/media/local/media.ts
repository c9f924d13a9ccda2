import { dirname } from 'node:path';
import { Problem } from '@lectern/contract/problem';
import type { DiskCache } from '../../../platform/cache/disk-cache.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Media, PlayableRecording, Remote, ByteStream, Sound, RecordingOrigin } from '../port.ts';
import { makeClip } from './clips/clip.ts';
import { channelChooser } from './ffmpeg/listen.ts';
import {
  buildCaptionsArguments,
  captionsOfPictures,
  type Heard,
  type Recorded,
  samples,
  speechFile,
  buildShrinkArguments,
  buildStillArguments,
} from './ffmpeg/arguments.ts';
import { findFfmpeg } from './ffmpeg/find-ffmpeg.ts';
import { createFfmpeg, type Ffmpeg } from './ffmpeg/run-ffmpeg.ts';
import { cutSegment, initSegment } from './index/cut-segment.ts';
import {
  cutKeyframe,
  iframePlaylist,
  pictureInit,
  countArrived,
  growToSegments,
  mediaPlaylist,
  multivariantPlaylist,
} from './index/playlists.ts';
import { createIndexCache, writeIndexAnew } from './index/index-cache.ts';
import { type KnownIndex, type OpenPlayable, withOpen } from './index/playback-index.ts';
import { type MediaFragment, sharedFragments } from './index/segment-cache.ts';
import { inspect } from './inspect.ts';
import { makeStoryboard } from './pictures/storyboard.ts';
import { prepareRecording } from './prepare.ts';
import { indexArriving, keepReader, look, type Look } from './reader.ts';
import { createSemaphore } from '../../../platform/limits/semaphore.ts';
import { asStream, frameAt, readPictureGroup, keyframeBefore } from './pictures/frames.ts';

type StillWish = { time: number; width?: number; format: 'jpeg' | 'png'; keyframe?: boolean };

/** The picture shown at a second; with `keyframe` the keyframe before it. Null for audio. */
async function takeStill(
  ffmpeg: Ffmpeg,
  playable: OpenPlayable,
  { time, width, format, keyframe = false }: StillWish,
  signal?: AbortSignal,
): Promise<Buffer | null> {
  const { video } = playable.index;
  if (!video) return null;
  const group = await readPictureGroup(playable, video, keyframeBefore(video, time));
  const { decode, n } = keyframe ? { decode: 1, n: 0 } : frameAt(video, group, time);
  const input = asStream(playable, group.slice(0, decode));
  const { output } = await ffmpeg.run(buildStillArguments(n, { format, ...(width ? { width } : {}) }), {
    input,
    signal,
    patience: 30,
  });
  if (output.length === 0) throw new Problem('media_failed', { cause: `no picture at ${time} s` });
  return output;
}

/** Widths of thumbnails: few, so that the cache is hit and stays small. */
const widths = [160, 320, 640, 960, 1280, 1920];

/** Stills that are decoded at a time; those whose they are take turns. */
const stillsAtOnce = 2;

/** Milliseconds for which what was found ahead of an inspection is kept. */
const keptAhead = 60_000;

export type LocalMediaOptions = {
  ffmpegPath?: string | undefined;
  cache: DiskCache;
  log: Log;
};

function present<T>(found: T | undefined): T {
  if (found === undefined) throw new Problem('not_found');
  return found;
}

/**
 * The engine of this machine knows files only: what lies with a provider that is not in the settings cannot be reached.
 */
const elsewhere = ({ asset }: Remote): Problem =>
  new Problem('storage_unavailable', { cause: `The asset ${asset} lies with a provider that is not in the settings.` });

function refuseRemote(remote: Remote | undefined): void {
  if (remote) throw elsewhere(remote);
}

function fileOf(source: RecordingOrigin): string {
  if (typeof source === 'string') return source;
  throw elsewhere(source);
}

const recordedIn = (sound: Sound): Recorded =>
  typeof sound === 'string' ? sound : sound.pieces ? { file: sound.path, pieces: sound.pieces } : sound.path;

/** Recordings on this machine's disk, with ffmpeg for what needs decoding. */
export async function createLocalMedia({ ffmpegPath, cache, log }: LocalMediaOptions): Promise<Media> {
  const { program, version, notices, canMapTones } = await findFfmpeg(ffmpegPath);
  log.debug({ ffmpeg: program ?? 'none' }, 'Media engine.');
  const ffmpeg = createFfmpeg(program);
  const inTurn = createSemaphore({ maxConcurrent: stillsAtOnce });
  const chooseChannel = channelChooser(ffmpeg);
  const indexes = createIndexCache(writeIndexAnew);
  const fragments = sharedFragments();
  const ahead = new Map<string, Look>();

  const forget = ({ index }: PlayableRecording): void => indexes.forgetIn(dirname(index));

  const heardIn = async (sound: Sound, signal?: AbortSignal): Promise<Heard> => {
    const { stream, mixed } = typeof sound === 'string' ? {} : sound;
    if (mixed) return { mixed };
    return { stream, channel: await chooseChannel(recordedIn(sound), stream, signal) };
  };

  const withIndex = async <T>(playable: PlayableRecording, work: (known: KnownIndex) => Promise<T>): Promise<T> => {
    refuseRemote(playable.remote);
    try {
      return await work(await indexes.known(playable));
    } catch (error) {
      // The cached knowledge may be outdated.
      forget(playable);
      throw error;
    }
  };

  const opened = <T>(
    playable: PlayableRecording,
    use: (open: OpenPlayable, known: KnownIndex) => Promise<T>,
    how: 'in places' | 'whole' = 'in places',
  ): Promise<T> => withIndex(playable, (known) => withOpen(playable, known, how, (open) => use(open, known)));

  const servedFrom = (
    playable: PlayableRecording,
    which: string,
    cut: (open: OpenPlayable) => Promise<MediaFragment | undefined>,
  ): Promise<ByteStream> =>
    withIndex(playable, (known) => {
      const made = async (): Promise<MediaFragment> => present(await withOpen(playable, known, 'in places', cut));
      return fragments.served(playable, known, which, made, () => forget(playable));
    });

  return {
    engine: program === undefined ? 'no ffmpeg' : `ffmpeg ${version}`,
    notices,
    provider: undefined,
    expectRecording: keepReader,
    lookAhead(file, { index, owner }) {
      ahead.set(index, look({ file, index }, { owner }));
      setTimeout(() => ahead.delete(index), keptAhead).unref();
    },
    async inspect(source, signal, how = {}) {
      const looked = how.early && how.sound === undefined ? ahead.get(how.early.index) : undefined;
      return inspect(ffmpeg, fileOf(source), signal, how, looked);
    },
    indexArriving: (recording, { index, owner }) => indexArriving({ ...recording, index }, { owner }),
    arrivedSeconds: async (playable) => {
      const index = await indexes.of(playable);
      return index.segments[countArrived(index, playable) - 1]?.[1] ?? 0;
    },
    async link({ remote }) {
      refuseRemote(remote);
      return undefined;
    },
    async prepare(original, info, target, work) {
      return prepareRecording({ ffmpeg, canMapTones }, fileOf(original), info, target, work);
    },
    multivariantPlaylist: async (playable, timeline, captions) =>
      multivariantPlaylist(await indexes.of(playable), playable, timeline, captions),
    mediaPlaylist: async (playable, timeline) => mediaPlaylist(await indexes.of(playable), playable, timeline),
    growToSegments: async (playable, timeline) => growToSegments(await indexes.of(playable), timeline),
    initSegment: async (playable) => initSegment(await indexes.of(playable)),
    segment: (playable, n) =>
      servedFrom(playable, `segment ${n}`, async (open) =>
        n < countArrived(open.index, playable) ? cutSegment(open, n) : undefined,
      ),
    iframePlaylist: async (playable) => present(iframePlaylist(await indexes.of(playable))),
    pictureInit: async (playable) => present(pictureInit(await indexes.of(playable))),
    keyframe: (playable, n) => servedFrom(playable, `keyframe ${n}`, (open) => cutKeyframe(open, n)),
    async thumbnail(playable, { time, width: wished, keyframe = false }, { signal, owner, turn } = {}) {
      const { video } = await indexes.of(playable);
      if (!video) return null;
      const shown = video.rotation === 90 || video.rotation === 270 ? video.height : video.width;
      const width = Math.min(widths.find((width) => width >= wished) ?? widths.at(-1)!, shown - (shown % 2));
      const tenths = Math.round(Math.min(time, Math.max(0, video.end - 0.1)) * 10);
      const name = `${tenths}-${width}${keyframe ? '-key' : ''}.jpg`;
      const make = (signal: AbortSignal) => {
        const take = () =>
          opened(playable, (open) =>
            takeStill(ffmpeg, open, { time: tenths / 10, width, format: 'jpeg', keyframe }, signal),
          );
        return turn ? turn(take, signal) : inTurn(take, { owner, signal });
      };
      return cache.through(dirname(playable.index), name, make, signal);
    },
    screenshot: (playable, time, { signal, owner } = {}) =>
      inTurn(() => opened(playable, (open) => takeStill(ffmpeg, open, { time, format: 'png' }, signal)), {
        owner,
        signal,
      }),
    storyboard: (playable, folder, work) =>
      opened(playable, (open) => makeStoryboard(ffmpeg, open, folder, work), 'whole'),
    clip: (playable, range, outFile, work) =>
      opened(playable, (open) => makeClip(ffmpeg, playable, open, range, outFile, work)),
    async embeddedCaptions(recording, track, signal) {
      const { track: stream, pictures } = track;
      if (pictures === undefined)
        return (
          await ffmpeg.run(buildCaptionsArguments(recordedIn(recording), stream), { signal, patience: 300 })
        ).output.toString();
      const input = ffmpeg.stream(buildShrinkArguments(recordedIn(recording), stream, pictures), {
        signal,
        patience: 300,
      });
      // Nothing comes out while nobody speaks; what it may take of the processor is limited.
      const read = { input, signal, patience: 6 * 3600, background: true };
      return (await ffmpeg.run(captionsOfPictures, read)).output.toString();
    },
    async *samples(sound, from, signal) {
      yield* ffmpeg.stream(samples(recordedIn(sound), await heardIn(sound, signal), from), { signal });
    },
    async speechFile(sound, range, outFile, signal) {
      const heard = await heardIn(sound, signal);
      await ffmpeg.run(speechFile(recordedIn(sound), heard, range, outFile), { signal, background: true });
    },
    async forget(folder) {
      indexes.forgetIn(folder);
      await cache.forget(folder);
    },
    close: () => ffmpeg.close(),
  };
}
