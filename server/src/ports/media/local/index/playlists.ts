import { Problem } from '@lectern/contract/problem';
import { isWhole, type Timeline, wholeRecording } from '@lectern/contract/rules/timeline';
import type { CaptionsRendition, SegmentRange } from '../../port.ts';
import { iframeBandwidth } from './iframes.ts';
import type { PlaybackIndex } from './playback-index.ts';
import { vodPlaylist } from './vod-playlist.ts';

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

/** URLs are relative to the playlist's own. Keyframes show what lies beside a part. */
export function multivariantPlaylist(
  index: PlaybackIndex,
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

/** Lists the segments of a timeline; they keep their numbers. */
export function mediaPlaylist(index: PlaybackIndex, timeline = wholeRecording): string {
  const [{ first, last }] = growToSegments(index, timeline);
  const lengths = index.segments.slice(first, last + 1).map(([start, end]) => end - start);
  return vodPlaylist(index, 'INDEPENDENT-SEGMENTS', 'init.mp4', lengths, (n) => `segment-${first + n}.m4s`);
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
