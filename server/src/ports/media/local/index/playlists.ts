import type { PlaybackIndex } from './playback-index.ts';

/** Addresses are relative to the playlist's own. */
export function multivariantPlaylist({ video, audio, segments, duration }: PlaybackIndex): string {
  const rates = segments.map(([start, end, , , , , bytes]) => (bytes * 8) / Math.max(0.1, end - start));
  const total = segments.reduce((sum, [, , , , , , bytes]) => sum + bytes * 8, 0);
  const turned = video?.rotation === 90 || video?.rotation === 270;
  const attributes = [
    `BANDWIDTH=${Math.ceil(Math.max(1, ...rates))}`,
    `AVERAGE-BANDWIDTH=${Math.ceil(total / Math.max(0.1, duration))}`,
    `CODECS="${[video?.codec, audio?.codec].filter(Boolean).join(',')}"`,
    ...(video
      ? [
          `RESOLUTION=${turned ? `${video.height}x${video.width}` : `${video.width}x${video.height}`}`,
          `FRAME-RATE=${video.frameRate.toFixed(3)}`,
        ]
      : []),
  ];
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-STREAM-INF:${attributes.join(',')}\nvideo.m3u8\n`;
}

export function mediaPlaylist({ segments }: PlaybackIndex): string {
  const lengths = segments.map(([start, end]) => end - start);
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(1, ...lengths))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MAP:URI="init.mp4"',
    ...lengths.flatMap((length, n) => [`#EXTINF:${length.toFixed(6)},`, `segment-${n}.m4s`]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}
