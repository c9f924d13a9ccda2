import { join } from 'node:path';
import { mediaPaths } from '@lectern/contract/playback/playback';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { eventually, type TestMember } from '@lectern/server/test/member';
import { fetchAsset } from '@lectern/server/test/upload';
import { ffmpeg } from './measure.ts';

export async function bytesAt(address: string): Promise<Buffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Seconds at which the segments begin: all of them keyframes. */
function segmentStarts(playlist: string): number[] {
  let at = 0;
  return [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => {
    const start = at;
    at += Number(length);
    return start;
  });
}

/**
 * Waits until a recording plays, and fetches what a player needs for its first segment. `base` is the stream's folder.
 */
export async function openStream(
  origin: string,
  member: TestMember,
  id: string,
): Promise<{ video: VideoDetail; base: string; starts: number[] }> {
  const video = await eventually(async () => {
    const asset = await fetchAsset(member, id);
    return asset.playable ? asset : undefined;
  }, 'the recording to be playable');
  const base = `${origin}${mediaPaths.stream(video.playback_id).replace('master.m3u8', '')}`;
  const playlist = (await bytesAt(`${base}video.m3u8`)).toString();
  await bytesAt(`${base}init.mp4`);
  await bytesAt(`${base}segment-0.m4s`);
  return { video, base, starts: segmentStarts(playlist) };
}

/** The direct way to a stream: ffmpeg packages the recording, without encoding, in a folder. Milliseconds. */
export const packageDirectly = (file: string, folder: string): Promise<number> =>
  ffmpeg(
    '-i',
    file,
    ...'-c copy -f hls -hls_segment_type fmp4 -hls_flags single_file -hls_playlist_type vod'.split(' '),
    join(folder, 'direct.m3u8'),
  );
