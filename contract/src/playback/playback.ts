import { z } from 'zod';
import { routes } from '../route.ts';
import { boundedText, sentText } from '../text.ts';

/** A playback id in answers and addresses, signed for whom may see the video. A video's own opens nothing. */
export const SignedPlaybackId = sentText.brand<'SignedPlaybackId', 'inout'>();
export type SignedPlaybackId = z.infer<typeof SignedPlaybackId>;

const PlaybackId = z.object({ playbackId: boundedText(200).min(20) });
const Numbered = PlaybackId.extend({ n: z.coerce.number().int().nonnegative() });

/** Media by signed playback id, which is the permission as long as whom it names may see the video. */
export const playbackRoutes = routes({
  multivariant: {
    method: 'GET',
    path: '/media/:playbackId/master.m3u8',
    access: 'capability',
    work: 'cheap',
    params: PlaybackId,
    reply: 'stream',
  },
  playlist: {
    method: 'GET',
    path: '/media/:playbackId/video.m3u8',
    access: 'capability',
    work: 'media',
    params: PlaybackId,
    reply: 'stream',
  },
  init: {
    method: 'GET',
    path: '/media/:playbackId/init.mp4',
    access: 'capability',
    work: 'cheap',
    params: PlaybackId,
    reply: 'stream',
  },
  segment: {
    method: 'GET',
    path: '/media/:playbackId/segment-:n.m4s',
    access: 'capability',
    work: 'media',
    params: Numbered,
    reply: 'stream',
  },
  iframes: {
    method: 'GET',
    path: '/media/:playbackId/iframes.m3u8',
    access: 'capability',
    work: 'media',
    params: PlaybackId,
    reply: 'stream',
  },
  pictureInit: {
    method: 'GET',
    path: '/media/:playbackId/init-picture.mp4',
    access: 'capability',
    work: 'cheap',
    params: PlaybackId,
    reply: 'stream',
  },
  keyframe: {
    method: 'GET',
    path: '/media/:playbackId/keyframe-:n.m4s',
    access: 'capability',
    work: 'media',
    params: Numbered,
    reply: 'stream',
  },
  thumbnail: {
    method: 'GET',
    path: '/media/:playbackId/thumbnail.jpg',
    access: 'capability',
    work: 'picture',
    params: PlaybackId,
    query: z.object({
      time: z.coerce.number().nonnegative().optional(),
      width: z.coerce.number().int().min(16).max(3840).optional(),
    }),
    reply: 'stream',
  },
  storyboard: {
    method: 'GET',
    path: '/media/:playbackId/storyboard.vtt',
    access: 'capability',
    work: 'cheap',
    params: PlaybackId,
    reply: 'stream',
  },
  storyboardSheet: {
    method: 'GET',
    path: '/media/:playbackId/storyboard-:n.jpg',
    access: 'capability',
    work: 'picture',
    params: Numbered,
    reply: 'stream',
  },
  captionsPlaylist: {
    method: 'GET',
    path: '/media/:playbackId/captions.m3u8',
    access: 'capability',
    work: 'media',
    params: PlaybackId,
    reply: 'stream',
  },
  captions: {
    method: 'GET',
    path: '/media/:playbackId/captions.vtt',
    access: 'capability',
    work: 'media',
    params: PlaybackId,
    reply: 'stream',
  },
  chapters: {
    method: 'GET',
    path: '/media/:playbackId/chapters.vtt',
    access: 'capability',
    work: 'page',
    params: PlaybackId,
    reply: 'stream',
  },
});

/** Addresses of a playback id's media, relative to the origin. */
export const mediaPaths = {
  stream: (playbackId: SignedPlaybackId) => `/media/${playbackId}/master.m3u8`,
  thumbnail: (playbackId: SignedPlaybackId, time: number, width = 640) =>
    `/media/${playbackId}/thumbnail.jpg?time=${time}&width=${width}`,
  storyboard: (playbackId: SignedPlaybackId) => `/media/${playbackId}/storyboard.vtt`,
  captions: (playbackId: SignedPlaybackId) => `/media/${playbackId}/captions.vtt`,
  chapters: (playbackId: SignedPlaybackId) => `/media/${playbackId}/chapters.vtt`,
};
