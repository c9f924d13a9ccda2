import { Problem } from '@lectern/contract/problem';
import { maxDuration } from '@lectern/contract/rules/plans';
import { rankTracks } from '../../../platform/media/choose-track.ts';
import { heardSound, type Inspection, type MediaInfo, type SoundTrack, type CaptionTrack } from '../port.ts';
import { buildLengthArguments, buildSideDataArguments, describeFile, progressSeconds } from './ffmpeg/arguments.ts';
import {
  captionTracksIn,
  movingPictures,
  readDescription,
  parseStreams,
  noteUnseenPictures,
} from './ffmpeg/read-description.ts';
import { heardTogether } from './ffmpeg/listen.ts';
import type { Ffmpeg } from './ffmpeg/run-ffmpeg.ts';
import { listIndexFiles } from './index/playback-index.ts';
import { mostPixels, shortestRecording, type RecordingPiece } from './probe/limits.ts';
import { probePieces } from './probe/probe-pieces.ts';
import type { Probed } from './probe/probe-recording.ts';
import type { Probing } from './reader.child.ts';
import { look, type Look, probe } from './reader.ts';

/** ffmpeg's names of the containers that broadcasts and recordings with closed captions come in. */
const formats: readonly (readonly [RegExp, string])[] = [
  [/^(mp4|mov|quicktime)/i, 'mov'],
  [/^mpeg.?(ts|transport)/i, 'mpegts'],
  [/^matroska|^webm/i, 'matroska'],
];

/** How a caption of ATSC begins in the data of a user beside a picture (ANSI/SCTE 128, ATSC A/53 part 4). */
const captionData = Buffer.from('GA94\x03', 'latin1');

/**
 * Reads closed captions embedded in the pictures, if the first seconds have any. Returns nothing where captions are
 * impossible or unreadable; that never fails the recording.
 */
async function pictureCaptions(
  ffmpeg: Ffmpeg,
  file: string,
  { container, video, captionTracks, pieces }: MediaInfo,
  signal: AbortSignal | undefined,
): Promise<CaptionTrack[]> {
  const codec = video?.codec === 'h264' ? 'h264' : /^(hevc|hvc1|hev1)$/.test(video?.codec ?? '') ? 'hevc' : undefined;
  const format = formats.find(([name]) => name.test(container))?.[1];
  if (!ffmpeg.available || !video || !codec || !format || captionTracks.some(({ image }) => !image)) return [];
  const stream = video.stream ?? 'v:0';
  try {
    const { output } = await ffmpeg.run(buildSideDataArguments(pieces ? { file, pieces } : file, stream, codec), {
      signal,
      patience: 30,
    });
    if (!output.includes(captionData)) return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [];
  }
  return [{ track: video.stream ?? 0, codec: 'eia_608', image: false, pictures: format }];
}

/** ffmpeg's own word; what a file says of itself, such as a title, is indented. */
export const saysProtected = /^\[asf[^\]]*\] DRM protected stream/m;

/** Returns ffmpeg's description of a file or a piece of it; empty without ffmpeg. */
export async function readFfmpegDescription(
  ffmpeg: Ffmpeg,
  file: string,
  signal: AbortSignal | undefined,
  piece?: RecordingPiece,
): Promise<string> {
  if (!ffmpeg.available) return '';
  return (await ffmpeg.run(describeFile(file, piece), { signal, accept: [1, 234, 183] })).messages;
}

/**
 * Has a recording that seems to last no time, or too long, read to its end: what broke off or was streamed tells no
 * length or a wrong one.
 */
async function withLength(
  ffmpeg: Ffmpeg,
  info: MediaInfo,
  { file, piece, signal }: { file: string; piece?: RecordingPiece; signal: AbortSignal | undefined },
): Promise<MediaInfo> {
  const isUsual = info.duration >= shortestRecording && info.duration <= maxDuration;
  // The pieces of a file were measured one by one.
  if (isUsual || info.pieces || !ffmpeg.available) return info;
  let seconds = 0;
  const onOutput = (chunk: Buffer): void => void (seconds = progressSeconds(chunk.toString()) ?? seconds);
  const accept = [1, 69, 234, 183];
  await ffmpeg.run(buildLengthArguments(file, piece), { signal, onOutput, accept, background: true });
  return seconds < shortestRecording ? info : { ...info, duration: seconds, lasts: {} };
}

function refuseTooLarge({ video }: MediaInfo): void {
  if (video && video.width * video.height > mostPixels)
    throw new Problem('picture_too_large', {
      cause: `${video.width} × ${video.height}`,
      detail: `The picture of this recording is ${video.width} × ${video.height} pixels, which is more than can be shown. The maximum is 8192 × 8192.`,
    });
}

/** Where a file has several tracks of sound, ffmpeg tells which is meant; its number is that of ffmpeg as well. */
const meantSound = ({ audio }: MediaInfo, described: MediaInfo | undefined): Pick<MediaInfo, 'audio'> | undefined => {
  const meant = described?.audio;
  if (!audio || !meant) return undefined;
  if (meant.stream !== undefined) return { audio: { ...audio, ...meant } };
  return meant.language ? { audio: { ...audio, language: meant.language } } : undefined;
};

/** The look ahead; undefined where it failed and another one may not. */
const unlessFailed = (ahead: Look): Promise<Look | undefined> =>
  ahead.first.then(
    () => ahead,
    (error: unknown) => {
      if (error instanceof Problem && !error.retryable) throw error;
      return undefined;
    },
  );

/**
 * Our parsers look first; ffmpeg tells about captions and other formats. With `early`, the look at all pictures follows
 * playback; `ahead` has begun before.
 */
export async function inspect(
  ffmpeg: Ffmpeg,
  file: string,
  signal?: AbortSignal,
  { sound, owner, early }: Inspection = {},
  ahead?: Look,
): Promise<MediaInfo> {
  const turn = { signal, owner };
  function lookFor(heard: number | undefined): Look {
    if (early) return look({ file, sound: heard, index: early.index }, turn);
    const all = probe({ file, sound: heard }, turn);
    return { first: all, all };
  }
  const asHeard = async (looking: Look, heard: number | undefined) => ({
    looking,
    ...(await inspectFormat(ffmpeg, { file, sound: heard }, await looking.first, signal)),
  });
  const found = await asHeard((ahead && (await unlessFailed(ahead))) ?? lookFor(sound), sound);
  const { audio } = found.info;
  const together = await chooseHeard(ffmpeg, file, found.info, signal);
  const isWished = sound !== undefined && sound !== mixedStream;
  const heard = isWished ? audio?.stream : (together[0]?.stream ?? audio?.stream);
  const alone = heard === audio?.stream ? found : await asHeard(lookFor(heard), heard);
  let info = together.length > 1 ? withMix(alone.info, together, isWished) : alone.info;
  if (early && alone.isIndexed && info.playback === 'direct') {
    await early.onPlayable(info, listIndexFiles(early.index));
    const { info: all } = await alone.looking.all;
    if (all) info = { ...info, playback: all.playback, ...(all.reason === undefined ? {} : { reason: all.reason }) };
  }
  const captionTracks = [...info.captionTracks, ...(await pictureCaptions(ffmpeg, file, info, signal))];
  return { ...info, captionTracks };
}

/** Tracks of sound that are listened to. */
const mostListened = 8;

/** Chooses the first audible track among the likeliest, with the tracks that belong to it. */
async function chooseHeard(
  ffmpeg: Ffmpeg,
  file: string,
  { audio, sounds = [], pieces }: MediaInfo,
  signal: AbortSignal | undefined,
): Promise<SoundTrack[]> {
  if (audio?.stream === undefined || sounds.length < 2 || !ffmpeg.available) return [];
  const isChosen = ({ stream }: SoundTrack): number => (stream === audio.stream ? 0 : 1);
  const ranked = rankTracks(sounds).toSorted((one, other) => isChosen(one) - isChosen(other));
  return heardTogether(ffmpeg, pieces ? { file, pieces } : file, ranked.slice(0, mostListened), signal);
}

/** The number of what is mixed, among the tracks that can be chosen: no file has so many streams. */
const mixedStream = 1_000_000;

/**
 * A recording whose people have a track each, with a sound in which all are heard; that is heard unless another one is
 * wished.
 */
function withMix(info: MediaInfo, together: readonly SoundTrack[], isWished: boolean): MediaInfo {
  const { title: _, isDefault: __, ...first } = together[0]!;
  const mix = {
    ...first,
    stream: mixedStream,
    mixed: together.map(({ stream }) => stream),
    title: 'All tracks together',
  };
  const listed: MediaInfo = { ...info, sounds: [mix, ...(info.sounds ?? [])] };
  if (isWished) return listed;
  const reason = `Its sound is on ${together.length} tracks, which are mixed into one.`;
  return {
    ...listed,
    audio: heardSound(mix),
    ...(info.playback === 'direct' ? { playback: 'repackage', reason } : {}),
  };
}

/** The recordings in a file by what ffmpeg says of each. A first one that was cut off hides no other. */
async function describePieces(
  ffmpeg: Ffmpeg,
  file: string,
  { pieces, count, encrypted }: Probed,
  { signal, wished }: { signal: AbortSignal | undefined; wished: number | undefined },
): Promise<MediaInfo | undefined> {
  async function look(piece: RecordingPiece) {
    const description = await readFfmpegDescription(ffmpeg, file, signal, piece);
    const info = readDescription(description, { encrypted, wished });
    return (
      info && {
        info: await withLength(ffmpeg, info, { file, piece, signal }),
        order: parseStreams(description, [])
          .map(({ kind }) => kind)
          .join(' '),
      }
    );
  }
  for (const n of pieces.keys()) {
    const joined = await probePieces(pieces.slice(n), count, look);
    if (joined) return joined;
  }
  return undefined;
}

/** `info` with what the head of its file tells. */
function withHead(info: MediaInfo, { encrypted, unread }: Probed, unseen: readonly string[] = []): MediaInfo {
  const told = [...(info.unread === undefined ? [] : [info.unread]), ...unread, ...unseen].join('. ');
  return { ...info, ...(encrypted.length > 0 ? { encrypted } : {}), ...(told === '' ? {} : { unread: told }) };
}

/** `isIndexed`: it plays as it is, and its index is written. */
async function inspectFormat(
  ffmpeg: Ffmpeg,
  { file, sound }: Probing,
  found: Probed,
  signal: AbortSignal | undefined,
): Promise<{ info: MediaInfo; isIndexed: boolean }> {
  const { info: probed, pieces, encrypted, failure } = found;
  if (probed) refuseTooLarge(probed);
  // The parser already chose streams of whole MP4 files; in fragmented ones only ffmpeg numbers them.
  if (probed?.video?.stream !== undefined || probed?.audio?.stream !== undefined)
    return { info: withHead(probed, found), isIndexed: found.index !== undefined };
  const description = await readFfmpegDescription(ffmpeg, file, signal, pieces[0]);
  if (saysProtected.test(description)) throw new Problem('protected_media');
  const described = readDescription(description, { encrypted, wished: sound });
  // Sound beside a picture that only ffmpeg knows is not all there is.
  const isPart = probed?.kind === 'audio' && described?.kind === 'video';
  let info: MediaInfo | undefined;
  if (probed && !isPart)
    info = {
      ...probed,
      ...meantSound(probed, described),
      // Without ffmpeg nobody has looked.
      ...(ffmpeg.available ? { sounds: described?.sounds ?? [] } : {}),
      captionTracks: captionTracksIn(description, encrypted),
    };
  else info = pieces.length > 0 ? await describePieces(ffmpeg, file, found, { signal, wished: sound }) : described;
  if (!info) throw failure === undefined ? new Problem('not_media') : new Problem('media_unread', { cause: failure });
  refuseTooLarge(info);
  info = await withLength(ffmpeg, info, { file, signal });
  if (info.duration < shortestRecording) throw new Problem('broken_media', { cause: `lasts ${info.duration} s` });
  const unseen = noteUnseenPictures(movingPictures(parseStreams(description, encrypted)).length);
  return { info: withHead(info, found, unseen), isIndexed: false };
}
