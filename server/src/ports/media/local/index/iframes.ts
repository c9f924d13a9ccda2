import { fragmentHeader, fragmentHeaderSize } from '../mp4/fragment.ts';
import { writeInitSegment } from '../mp4/init-segment.ts';
import { videoHeader, videoTrackId } from './cut-segment.ts';
import { type IndexedVideo, type OpenPlayable, type PlaybackIndex, readSamples } from './playback-index.ts';
import type { MediaFragment } from './segment-cache.ts';
import { vodPlaylist } from './vod-playlist.ts';

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
export const iframeBandwidth = (video: IndexedVideo): number =>
  Math.ceil(iframesOf(video).reduce((most, { start, end, bytes }) => Math.max(most, (bytes * 8) / (end - start)), 1));

/** Undefined for audio. */
export function iframePlaylist(index: PlaybackIndex): string | undefined {
  if (!index.video) return undefined;
  const lengths = iframesOf(index.video).map(({ start, end }) => end - start);
  return vodPlaylist(index, 'I-FRAMES-ONLY', 'init-picture.mp4', lengths, (n) => `keyframe-${n}.m4s`);
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
