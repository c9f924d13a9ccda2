import type { PlaybackIndex } from './playback-index.ts';

/**
 * A media playlist of a whole recording (RFC 8216, 4.3.3). `lengths` are in seconds. Relative URLs carry the revision,
 * because browsers cache them.
 */
export const vodPlaylist = (
  { revision }: Pick<PlaybackIndex, 'revision'>,
  kind: 'INDEPENDENT-SEGMENTS' | 'I-FRAMES-ONLY',
  init: string,
  lengths: readonly number[],
  piece: (n: number) => string,
): string =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(1, ...lengths))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-${kind}`,
    `#EXT-X-MAP:URI="${init}?v=${revision}"`,
    ...lengths.flatMap((length, n) => [`#EXTINF:${length.toFixed(6)},`, `${piece(n)}?v=${revision}`]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
