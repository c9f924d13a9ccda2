import { randomBytes } from 'node:crypto';
import type { Asset, StaticRendition } from '@mux/mux-node/resources/video/assets';
import type { MediaInfo, PlayableRecording } from '../../src/ports/media/port.ts';

/** An asset with its recording, and what was made of it. */
export type FakeMuxAsset = {
  asset: Asset;
  file: string;
  making?: true;
  playable?: PlayableRecording;
  info?: MediaInfo;
  sheets?: string;
  board?: string;
};

/** A name as Mux gives them. */
export const createMuxId = (): string => randomBytes(16).toString('hex');

const rendition = (name: 'highest.mp4' | 'audio.m4a', status: StaticRendition['status']): StaticRendition => ({
  id: createMuxId(),
  name,
  ext: name === 'audio.m4a' ? 'm4a' : 'mp4',
  resolution: name === 'audio.m4a' ? 'audio-only' : 'highest',
  status,
  type: 'standard',
});

/** Describes the tracks of a recording in Mux's terms; its files are made later. */
export const describeMuxTracks = (info: MediaInfo): Pick<Asset, 'tracks' | 'static_renditions'> => ({
  tracks: [
    ...(info.video
      ? [
          {
            type: 'video' as const,
            id: createMuxId(),
            max_width: info.video.width,
            max_height: info.video.height,
            max_frame_rate: info.video.frameRate,
          },
        ]
      : []),
    ...(info.audio ? [{ type: 'audio' as const, id: createMuxId(), max_channels: info.audio.channels }] : []),
  ],
  static_renditions: {
    status: 'preparing',
    files: [
      rendition('highest.mp4', info.video ? 'preparing' : 'skipped'),
      rendition('audio.m4a', info.audio ? 'preparing' : 'skipped'),
    ],
  },
});

/** Media info assumed for a recording about which no true statement is possible. */
export const assumedMediaInfo: MediaInfo = {
  kind: 'video',
  container: 'mp4',
  duration: 12,
  video: { codec: 'h264', width: 320, height: 180, frameRate: 25, rotation: 0 },
  captionTracks: [],
  playback: 'direct',
};

/** Takes a track from an asset; undefined where it has none of this name. */
export function removeTrack(asset: Asset, id: string): object | undefined {
  const left = (asset.tracks ?? []).filter((track) => track.id !== id);
  if (left.length === asset.tracks?.length) return undefined;
  asset.tracks = left;
  return {};
}
