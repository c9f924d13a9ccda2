import { Problem } from '@lectern/contract/problem';
import { isWhole, type Timeline, wholeRecording } from '@lectern/contract/rules/timeline';
import type { CaptionsRendition, PlayableRecording, SegmentRange } from '../../port.ts';
import { type PlaybackIndex, type IndexedVideo, type OpenPlayable, readSamples } from './playback-index.ts';
import { fragmentHeader, fragmentHeaderSize } from '../mp4/fragment.ts';
import { writeInitSegment } from '../mp4/init-segment.ts';
import { videoHeader, videoTrackId } from './cut-segment.ts';
import type { MediaFragment } from './segment-cache.ts';

/**
 * A media playlist (RFC 8216, 4.3.3); `lengths` in seconds. It grows while only `there` pieces exist. Relative URLs carry
 * the revision, because browsers cache them.
 */
const listPieces = (
  { revision }: Pick<PlaybackIndex, 'revision'>,
  kind: 'INDEPENDENT-SEGMENTS' | 'I-FRAMES-ONLY',
  init: string,
  lengths: readonly number[],
  piece: (n: number) => string,
  there?: number,
): string =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(1, ...lengths))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    ...(there === undefined
      ? ['#EXT-X-PLAYLIST-TYPE:VOD']
      : ['#EXT-X-PLAYLIST-TYPE:EVENT', '#EXT-X-START:TIME-OFFSET=0']),
    `#EXT-X-${kind}`,
    `#EXT-X-MAP:URI="${init}?v=${revision}"`,
    ...lengths.slice(0, there).flatMap((length, n) => [`#EXTINF:${length.toFixed(6)},`, `${piece(n)}?v=${revision}`]),
    ...(there === undefined ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n');

/** Seconds from one keyframe to the next, at least: nobody looks through more. */
const closest = 1;

/** A keyframe that stands for the time until the next one. */
type Iframe = { sample: number; start: number; end: number; bytes: number };

/** Keyframes to look through a recording by, in the order of the playlist. */
function iframesOf({ keyframes, end }: IndexedVideo): Iframe[] {
  const taken: Iframe[] = [];
  for (const [sample, time, size] of keyframes) {
    const last = taken.at(-1);
    if (last && time - last.start < closest) continue;
    if (last) last.end = time;
    const bytes = size + fragmentHeaderSize({ vide: 1, soun: 0 });
    // The first picture is shown from the start, however late it comes.
    taken.push({ sample, start: last ? time : 0, end, bytes });
  }
  return taken;
}

/** Bits a second of the playlist's densest keyframe. */
const iframeBandwidth = (video: IndexedVideo): number =>
  Math.ceil(iframesOf(video).reduce((most, { start, end, bytes }) => Math.max(most, (bytes * 8) / (end - start)), 1));

/** Undefined for audio. */
export function iframePlaylist(index: PlaybackIndex): string | undefined {
  if (!index.video) return undefined;
  const lengths = iframesOf(index.video).map(({ start, end }) => end - start);
  return listPieces(index, 'I-FRAMES-ONLY', 'init-picture.mp4', lengths, (n) => `keyframe-${n}.m4s`);
}

/** Undefined for audio. */
export function pictureInit(index: PlaybackIndex): Buffer | undefined {
  const header = videoHeader(index);
  return header && writeInitSegment([header]);
}

/** Keyframe `n` of the playlist, shown until the next one. Undefined past the last one. */
export async function cutKeyframe(playable: OpenPlayable, n: number): Promise<MediaFragment | undefined> {
  const { video } = playable.index;
  const iframe = video && iframesOf(video)[n];
  const [sample] = iframe ? await readSamples(playable, 'video', iframe.sample, iframe.sample + 1) : [];
  if (!video || !iframe || !sample) return undefined;
  const decode = n === 0 ? 0 : sample.decode + sample.composition;
  const duration = Math.round(iframe.end * video.timescale) - decode;
  const header = fragmentHeader(n + 1, [
    { id: videoTrackId, handler: 'vide', samples: [{ ...sample, decode, composition: 0, duration }] },
  ]);
  return { header, pictures: [sample], sound: [] };
}

/** A rendition's list of attributes: strings in quotes, everything else as it is. */
const attributes = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}=${value}`))
    .join(',');

/** RFC 5646 tags have no quotes in them; anything else would end the attribute. */
const isLanguage = (language: string | undefined): language is string => /^[a-zA-Z0-9-]{2,35}$/.test(language ?? '');

const subtitles = ({ language }: CaptionsRendition): string =>
  `#EXT-X-MEDIA:${attributes({
    TYPE: 'SUBTITLES',
    'GROUP-ID': '"captions"',
    NAME: '"Captions"',
    LANGUAGE: isLanguage(language) ? `"${language}"` : undefined,
    DEFAULT: 'NO',
    AUTOSELECT: 'YES',
    FORCED: 'NO',
    URI: '"captions.m3u8"',
  })}`;

type Received = Pick<PlayableRecording, 'received'>;

/** Segments whose bytes have come: all, unless the recording is arriving. */
export const countArrived = ({ segments, ends }: PlaybackIndex, { received = Infinity }: Received): number =>
  ends ? ends.findLastIndex((end) => end <= received) + 1 : segments.length;

/** URLs are relative to the playlist's own. Keyframes show what lies beside a part, and nothing of what is arriving. */
export function multivariantPlaylist(
  index: PlaybackIndex,
  { received }: Received,
  timeline = wholeRecording,
  captions?: CaptionsRendition,
): string {
  const { video, audio, segments, duration } = index;
  const rates = segments.map(([start, end, , , , , bytes]) => (bytes * 8) / Math.max(0.1, end - start));
  const total = segments.reduce((sum, [, , , , , , bytes]) => sum + bytes * 8, 0);
  const beside = captions?.bandwidth ?? 0;
  const turned = video?.rotation === 90 || video?.rotation === 270;
  const resolution = video && (turned ? `${video.height}x${video.width}` : `${video.width}x${video.height}`);
  const stream = attributes({
    // No run of segments has a higher rate than the highest of them; captions may be fetched beside it.
    BANDWIDTH: `${Math.ceil(rates.reduce((most, rate) => Math.max(most, rate), 1) + beside)}`,
    'AVERAGE-BANDWIDTH': `${Math.ceil(total / Math.max(0.1, duration) + beside)}`,
    CODECS: `"${[video?.codec, audio?.codec].filter(Boolean).join(',')}"`,
    RESOLUTION: resolution,
    'FRAME-RATE': video?.frameRate.toFixed(3),
    SUBTITLES: captions && '"captions"',
  });
  const iframes =
    received === undefined &&
    isWhole(timeline) &&
    video &&
    attributes({
      BANDWIDTH: `${iframeBandwidth(video)}`,
      CODECS: `"${video.codec}"`,
      RESOLUTION: resolution,
      URI: '"iframes.m3u8"',
    });
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(captions ? [subtitles(captions)] : []),
    `#EXT-X-STREAM-INF:${stream}`,
    'video.m3u8',
    ...(iframes ? [`#EXT-X-I-FRAME-STREAM-INF:${iframes}`] : []),
    '',
  ].join('\n');
}

/** Lists the segments of a timeline; they keep their numbers. Throws `not_ready` where none has come. */
export function mediaPlaylist(index: PlaybackIndex, { received }: Received, timeline = wholeRecording): string {
  const [{ first, last }] = growToSegments(index, timeline);
  const lengths = index.segments.slice(first, last + 1).map(([start, end]) => end - start);
  const there = received === undefined ? undefined : countArrived(index, { received });
  if (there === 0) throw new Problem('not_ready');
  return listPieces(index, 'INDEPENDENT-SEGMENTS', 'init.mp4', lengths, (n) => `segment-${first + n}.m4s`, there);
}

/** The segments from the last that begins by the start of a range to the first that reaches its end. */
export function growToSegments({ segments }: PlaybackIndex, [range, ...others]: Timeline): [SegmentRange] {
  if (!range || others.length > 0)
    throw new Problem('media_failed', { cause: 'Playlists are made of one range of a recording, not of several.' });
  const first = Math.max(
    0,
    segments.findLastIndex(([start]) => start <= range.start),
  );
  const reaching = segments.findIndex(([, end]) => end >= range.end);
  const last = Math.max(first, reaching === -1 ? segments.length - 1 : reaching);
  return [{ first, last, start: segments[first]?.[0] ?? 0, end: segments[last]?.[1] ?? 0 }];
}
