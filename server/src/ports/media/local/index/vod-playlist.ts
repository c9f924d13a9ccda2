import type { PlaybackIndex } from './playback-index.ts';

/**
 * A media playlist of a whole recording (RFC 8216, section 4.3.3). `lengths` are those of its pieces in seconds, `piece`
 * names each; addresses are relative to the playlist's own, and carry the revision of what they name, since browsers keep it.
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
