import { z } from 'zod';
import { routes } from '../route.ts';
import { sentText } from '../text.ts';

/** Parts of equal length into which the time line of a recording is divided for what was watched. */
export const watchedParts = 100;

/**
 * Time ranges in seconds played since the last report. Pages report once a minute; fast playback or a sleeping page
 * yields more.
 */
export const WatchedRanges = z
  .array(z.tuple([z.number().min(0).max(1e6), z.number().min(0).max(1e6)]))
  .min(1)
  .max(40);
export type WatchedRanges = z.infer<typeof WatchedRanges>;

/** Combined viewing of a recording in portals and behind share links. */
export const WatchStatistics = z.object({
  /** The video. */
  passthrough: z.uuid(),
  title: sentText,
  /** Seconds. */
  duration: z.number(),
  /** Seconds that were played. */
  portal: z.number(),
  links: z.number(),
  /** How often each of the `watchedParts` of the recording was played, on average over its length. */
  parts: z.array(z.number()),
  /** The same for each chapter. */
  chapters: z.array(z.object({ title: sentText, start_seconds: z.number(), times: z.number() })),
});
export type WatchStatistics = z.infer<typeof WatchStatistics>;

export const audienceRoutes = routes({
  /** Viewing in the last days for one video or all, most watched first; unwatched videos are left out. */
  watched: {
    method: 'GET',
    path: '/muxvideos/watched',
    access: 'member',
    right: 'watch',
    query: z.object({
      passthrough: z.uuid().optional(),
      days: z.coerce.number().int().min(1).max(366).default(30),
    }),
    reply: z.object({ data: z.array(WatchStatistics) }),
  },
});
