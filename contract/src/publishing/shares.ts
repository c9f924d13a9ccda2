import { z } from 'zod';
import { WatchedRanges } from './audience.ts';
import { PortalVideo } from './portal.ts';
import { routes } from '../route.ts';
import { boundedText, sentText, trimmedText, untrustedQueryText } from '../text.ts';

/** A link as its owner sees it. Times are ISO 8601 in UTC. */
export const ShareLink = z.object({
  id: z.uuid(),
  url: sentText,
  kind: z.enum(['video', 'chapter', 'clip']),
  /** Title of a clip; null for a whole recording. */
  title: sentText.nullable(),
  /** Seconds of a part; null for a whole recording. */
  start: z.number().nullable(),
  end: z.number().nullable(),
  has_password: z.boolean(),
  shows_transcript: z.boolean(),
  ends_at: z.iso.datetime().nullable(),
  state: z.enum(['open', 'ended', 'revoked']),
  /** How often it was begun to be watched. */
  views: z.number().int(),
  viewed_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});
export type ShareLink = z.infer<typeof ShareLink>;

/** Data for anyone with the share link. Times are seconds on the timeline of the shared video. */
export const SharedVideo = z.object({
  video: PortalVideo,
  /** The title of the recording that this is a part of. */
  part_of: sentText.nullable(),
  /** Where the shared part begins and ends: segments are sent whole, so that a little more may be there. */
  part: z.object({ start: z.number(), end: z.number() }).nullable(),
});
export type SharedVideo = z.infer<typeof SharedVideo>;

/** The page behind a link: what is shared, or nothing before the password. */
export type SharePage = {
  key: string;
  brand: string;
  shared?: SharedVideo;
};

/** Viewer action; contains no identity. */
const ShareEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('play') }),
  /** Seconds since the beginning of what is shared. */
  z.object({ kind: z.literal('played'), stretches: WatchedRanges }),
]);
export type ShareEvent = z.infer<typeof ShareEvent>;

const Key = z.object({ key: boundedText(500).min(1) });
const Seconds = z.number().nonnegative();

/** Routes for the recording's owner. */
export const shareOwnerRoutes = routes({
  shares: {
    method: 'GET',
    path: '/muxvideos/shares/:passthrough',
    access: 'member',
    right: 'publish',
    params: z.object({ passthrough: z.uuid() }),
    reply: z.object({ data: z.array(ShareLink) }),
  },
  /** A link to a chapter, to the part between two seconds, or to the whole recording. */
  create: {
    method: 'POST',
    path: '/muxvideos/shares',
    access: 'active',
    right: 'publish',
    body: z.object({
      passthrough: z.uuid(),
      chapter: z.uuid().optional(),
      start: Seconds.optional(),
      end: Seconds.optional(),
      /** Applies to a share of a time range. */
      title: trimmedText(300).optional(),
      password: boundedText(1000).optional(),
      ends_at: z.iso.datetime({ offset: true }).max(40).optional(),
      shows_transcript: z.boolean().default(true),
    }),
    reply: z.object({ data: ShareLink }),
  },
  /** Takes a link back, or gives it again. */
  revoke: {
    method: 'PATCH',
    path: '/muxvideos/shares/:id',
    access: 'member',
    right: 'publish',
    params: z.object({ id: z.uuid() }),
    body: z.object({ revoked: z.boolean() }),
    reply: z.object({ data: ShareLink }),
  },
});

/** Viewers call these routes; the key in the URL is the permission. */
export const shareRoutes = routes({
  page: {
    method: 'GET',
    path: '/s/:key',
    access: 'capability',
    work: 'page',
    params: Key,
    query: z.object({ t: untrustedQueryText(20) }),
    reply: 'stream',
  },
  /** Returns the shared video with a new signed playback id. Links with a password can be opened only this way. */
  open: {
    method: 'POST',
    path: '/s/:key',
    access: 'capability',
    work: 'page',
    params: Key,
    body: z.object({ password: boundedText(1000).optional() }),
    reply: z.object({ data: SharedVideo }),
  },
  events: {
    method: 'POST',
    path: '/s/:key/events',
    access: 'capability',
    work: 'limited',
    params: Key,
    body: z.object({
      events: z.array(ShareEvent).max(50),
      /** The playback id that opened the link; only links with a password need it. */
      playback_id: boundedText(300).optional(),
    }),
    reply: z.object({ taken: z.number() }),
  },
});

/** The page of a link, relative to the origin. */
export const sharePath = (key: string): string => `/s/${key}`;
