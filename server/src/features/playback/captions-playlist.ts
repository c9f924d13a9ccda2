/**
 * Lists all captions as one media segment; `duration` is in seconds. The stream begins at 0, so X-TIMESTAMP-MAP is not
 * needed (RFC 8216, 3.5).
 */
export const captionsPlaylist = (duration: number): string =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(1, duration))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXTINF:${duration.toFixed(6)},`,
    'captions.vtt',
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
