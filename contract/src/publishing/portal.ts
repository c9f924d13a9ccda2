import { z } from 'zod';
import { SignedPlaybackId } from '../playback/playback.ts';
import { WatchedRanges } from './audience.ts';
import { Cue } from '../transcripts/cue.ts';
import { TextKind } from '../exports/downloads.ts';
import {
  AiLine,
  PortalChange,
  PortalFont,
  PortalLayout,
  PortalSettings,
  PortalTheme,
  NewPortal,
} from './portal-settings.ts';
import { routes } from '../route.ts';
import { Marking } from '../videos/videos.ts';
import { mostPortalEvents } from '../rules/portal-events.ts';
import { boundedText, sentText, trimmedText, untrustedQueryText } from '../text.ts';

/** Pixels of what a logo may be before it is redrawn, each way. */
export const largestLogo = 2048;
/** CSS pixels a logo is shown in at most; it is kept with twice as many. */
export const logoBox = { width: 240, height: 48 } as const;

/** `width` and `height` are CSS pixels. */
export const PortalLogo = z.object({ url: sentText, width: z.number(), height: z.number() });
export type PortalLogo = z.infer<typeof PortalLogo>;

export const EmbedCode = z.object({
  token: sentText,
  /** The snippet, and the plain frame for sites that forbid scripts. */
  code: sentText,
  iframe: sentText,
  /** The snippet for sites whose policy forbids styles in the page, and what their own stylesheet says instead. */
  unstyled: z.object({ code: sentText, css: sentText }),
  /** The portal's own public page. */
  page: sentText,
});
export type EmbedCode = z.infer<typeof EmbedCode>;

/** A portal as its owner sees it. */
export const OwnPortal = EmbedCode.extend({
  settings: PortalSettings,
  logo: PortalLogo.nullable(),
  /** Changes with every change of what visitors see. */
  version: sentText,
  /** Every finished video of the account, in the portal or not. */
  library: z.array(
    z.object({
      id: z.uuid(),
      title: sentText,
      duration: z.number(),
      thumbnail: sentText.nullable(),
      /** Names it in the portal's addresses; null while it is not in the portal. */
      key: sentText.nullable(),
    }),
  ),
});
export type OwnPortal = z.infer<typeof OwnPortal>;

/** A quote as visitors see it: `start` is where it is played from, `end` where its words end. Seconds. */
export const PortalQuote = z.object({
  text: sentText,
  spoken: sentText.optional(),
  start: z.number(),
  end: z.number(),
  /** Whether there is a picture of it. */
  card: z.boolean(),
});
export type PortalQuote = z.infer<typeof PortalQuote>;

export const PortalChapter = z.object({
  id: z.uuid(),
  title: sentText,
  start_seconds: z.number(),
  end_seconds: z.number(),
  summary: sentText,
  quotes: z.array(PortalQuote),
  thumbnail: sentText.nullable(),
});
export type PortalChapter = z.infer<typeof PortalChapter>;

/** A video in the overview. `key` names it in the portal's addresses; its other ids never leave the account. */
export const PortalCard = Marking.extend({
  key: sentText,
  title: sentText,
  description: sentText,
  kind: z.enum(['video', 'audio']),
  /** Seconds. */
  duration: z.number(),
  /** Epoch seconds. */
  created_at: z.number(),
  thumbnail: sentText.nullable(),
  chapters: z.array(z.object({ title: sentText, start_seconds: z.number() })),
});
export type PortalCard = z.infer<typeof PortalCard>;

export const PortalVideo = PortalCard.extend({
  summary: sentText,
  chapters: z.array(PortalChapter),
  cues: z.array(Cue),
  /** Signed, and valid for some hours. */
  playback_id: SignedPlaybackId,
  captionsTrackId: sentText.nullable(),
  storyboard: sentText.nullable(),
  downloads: z.array(z.object({ label: sentText, url: sentText })),
});
export type PortalVideo = z.infer<typeof PortalVideo>;

/** A place in the portal where searched words stand. `text` holds them with what is said around them. */
export const PortalMoment = z.object({
  key: sentText,
  title: sentText,
  field: z.enum(['title', 'description', 'chapter', 'summary', 'quote', 'transcript']),
  text: sentText,
  /** Seconds; null for the video as a whole. */
  start: z.number().nullable(),
  chapter: sentText.nullable(),
});
export type PortalMoment = z.infer<typeof PortalMoment>;

/** The first places of each video where searched words stand, and by its key how many it has besides its title. */
export const PortalSearchResult = z.object({ data: z.array(PortalMoment), totals: z.record(sentText, z.number()) });
export type PortalSearchResult = z.infer<typeof PortalSearchResult>;

/** Data available to every page of a portal. */
export const Portal = z.object({
  token: sentText,
  title: sentText,
  brand: sentText,
  theme: PortalTheme,
  layout: PortalLayout,
  font: PortalFont,
  logo: PortalLogo.nullable(),
  show_quotes: z.boolean(),
  show_downloads: z.boolean(),
  answers_questions: z.boolean(),
  ai_line: AiLine,
  cards: z.array(PortalCard),
});
export type Portal = z.infer<typeof Portal>;

/** One page of a portal: the overview, what was found, or a video. */
export type PortalPage = {
  portal: Portal;
  video?: PortalVideo;
  /** With `only`, in that video alone, all there is. */
  found?: { keyword: string; only?: string; moments: PortalMoment[]; totals: PortalSearchResult['totals'] };
};

const VideoKey = boundedText(40);

/** Visitor action; contains no identity. */
export const PortalEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('play'), video: VideoKey }),
  z.object({
    kind: z.literal('watched'),
    video: VideoKey,
    chapter: z.uuid(),
    /** How much of the chapter was seen, 0 to 1; with `more`, besides what the same visitor's page told before. */
    share: z.number().min(0).max(1),
    more: z.literal(true).optional(),
  }),
  z.object({ kind: z.literal('played'), video: VideoKey, stretches: WatchedRanges }),
  z.object({ kind: z.literal('search'), keyword: trimmedText(100).min(2), found: z.number().int().min(0) }),
  z.object({ kind: z.literal('quote'), video: VideoKey, chapter: z.uuid(), n: z.number().int().min(0).max(20) }),
]);
export type PortalEvent = z.infer<typeof PortalEvent>;

export const PortalStatistics = z.object({
  days: z.array(z.object({ day: z.iso.date(), plays: z.number() })),
  videos: z.array(z.object({ id: z.uuid(), title: sentText, plays: z.number() })),
  /** `share` is the mean part of the chapter that those saw who saw any of it, 0 to 1. */
  chapters: z.array(
    z.object({ video: z.uuid(), title: sentText, start_seconds: z.number(), views: z.number(), share: z.number() }),
  ),
  /** Searches without results. */
  missed: z.array(z.object({ keyword: sentText, count: z.number() })),
  searches: z.number(),
  quotes: z.array(z.object({ video: z.uuid(), text: sentText, shared: z.number() })),
});
export type PortalStatistics = z.infer<typeof PortalStatistics>;

const Days = z.object({ days: z.coerce.number().int().min(1).max(366).default(30) });

/** Routes for the portal's owner. */
export const portalOwnerRoutes = routes({
  embedCode: {
    method: 'GET',
    path: '/basic/embed-code',
    access: 'member',
    right: 'publish',
    reply: z.object({ data: EmbedCode.nullable() }),
  },
  /**
   * Makes the portal with this title and these or all finished videos; or only replaces its token, and earlier links
   * and embeds stop working at once.
   */
  generate: {
    method: 'POST',
    path: '/basic/embed-code',
    access: 'active',
    right: 'curate',
    body: NewPortal,
    reply: z.object({ data: EmbedCode }),
  },
  /** Null before the first embed code. */
  own: {
    method: 'GET',
    path: '/basic/portal',
    access: 'member',
    right: 'publish',
    reply: z.object({ data: OwnPortal.nullable() }),
  },
  change: {
    method: 'PUT',
    path: '/basic/portal',
    access: 'active',
    right: 'curate',
    body: PortalChange,
    reply: z.object({ data: OwnPortal }),
  },
  /** A PNG, in base64. */
  setLogo: {
    method: 'PUT',
    path: '/basic/portal/logo',
    access: 'active',
    right: 'curate',
    body: z.object({ png: z.base64().max(1_400_000) }),
    reply: z.object({ data: OwnPortal }),
  },
  removeLogo: {
    method: 'DELETE',
    path: '/basic/portal/logo',
    access: 'active',
    right: 'curate',
    reply: z.object({ data: OwnPortal }),
  },
  statistics: {
    method: 'GET',
    path: '/basic/portal/statistics',
    access: 'member',
    right: 'publish',
    query: Days,
    reply: z.object({ data: PortalStatistics }),
  },
  /** The same, row by row: day, video, what, detail, count, share. */
  statisticsCsv: {
    method: 'GET',
    path: '/basic/portal/statistics-csv',
    access: 'member',
    right: 'publish',
    query: Days,
    reply: z.object({ name: sentText, csv: sentText }),
  },
});

const Token = z.object({ token: boundedText(64).min(10) });
const Video = Token.extend({ video: VideoKey });

export const CardFormat = z.enum(['wide', 'square']);
export type CardFormat = z.infer<typeof CardFormat>;

/** Routes for visitors and search engines; the token in the URL is the permission. */
export const portalRoutes = routes({
  overview: {
    method: 'GET',
    path: '/portal/:token',
    access: 'capability',
    work: 'page',
    params: Token,
    query: z.object({ q: untrustedQueryText(200), in: untrustedQueryText(40) }),
    reply: 'stream',
  },
  sitemap: {
    method: 'GET',
    path: '/portal/:token/sitemap.xml',
    access: 'capability',
    work: 'page',
    params: Token,
    reply: 'stream',
  },
  /** `hash` is of the picture: another logo has another address. */
  logo: {
    method: 'GET',
    path: '/portal/:token/logo/:hash',
    access: 'capability',
    work: 'cheap',
    params: Token.extend({ hash: boundedText(64) }),
    reply: 'stream',
  },
  watch: {
    method: 'GET',
    path: '/portal/:token/:video',
    access: 'capability',
    work: 'page',
    params: Video,
    query: z.object({ t: untrustedQueryText(20), quote: untrustedQueryText(60) }),
    reply: 'stream',
  },
  /** A still that search engines may keep: by the token, not by a signature that ends. */
  thumbnail: {
    method: 'GET',
    path: '/portal/:token/:video/thumbnail.jpg',
    access: 'capability',
    work: 'picture',
    params: Video,
    query: z.object({
      time: z.coerce.number().nonnegative().default(0),
      width: z.coerce.number().int().min(16).max(1920).default(640),
    }),
    reply: 'stream',
  },
  /** A quote as a picture. */
  quoteCard: {
    method: 'GET',
    path: '/portal/:token/:video/quote/:chapter/:n/:format',
    access: 'capability',
    work: 'picture',
    params: Video.extend({ chapter: z.uuid(), n: z.coerce.number().int().min(0).max(20), format: CardFormat }),
    query: z.object({ download: boundedText(100).optional() }),
    reply: 'stream',
  },
  text: {
    method: 'GET',
    path: '/portal/:token/:video/text/:kind',
    access: 'capability',
    work: 'page',
    params: Video.extend({ kind: TextKind }),
    reply: 'stream',
  },
  recording: {
    method: 'GET',
    path: '/portal/:token/:video/recording',
    access: 'capability',
    work: 'media',
    params: Video,
    reply: 'stream',
  },
  oembed: {
    method: 'GET',
    path: '/oembed',
    access: 'anyone',
    work: 'page',
    query: z.object({
      url: boundedText(500),
      format: boundedText(10).default('json'),
      maxwidth: z.coerce.number().int().min(100).optional(),
      maxheight: z.coerce.number().int().min(100).optional(),
    }),
    reply: 'stream',
  },
  search: {
    method: 'GET',
    path: '/portal/:token/search',
    access: 'capability',
    work: 'page',
    params: Token,
    query: z.object({ q: boundedText(200), in: VideoKey.optional() }),
    reply: PortalSearchResult,
  },
  /** A new signed playback id when the one of the page has ended. */
  playback: {
    method: 'GET',
    path: '/portal/:token/:video/playback',
    access: 'capability',
    work: 'cheap',
    params: Video,
    reply: z.object({ playback_id: SignedPlaybackId }),
  },
  events: {
    method: 'POST',
    path: '/portal/:token/events',
    access: 'capability',
    work: 'limited',
    params: Token,
    body: z.object({ events: z.array(PortalEvent).max(mostPortalEvents) }),
    reply: z.object({ taken: z.number() }),
  },
});

/** Content of the page that replaces one that does not open. */
export type ClosedPage = {
  what: 'recording' | 'webinar' | 'webinars';
  /** Why, and what to do about it. */
  text: string;
  /** The portal it would be in, where that is still there; `address` where it can be entered. */
  portal?: { title: string; address?: string };
  /** The product it was shared with. */
  brand?: string;
};
