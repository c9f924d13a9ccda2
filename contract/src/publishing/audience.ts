import { z } from 'zod';
import { routes } from '../route.ts';
import { sentText } from '../text.ts';

/** Parts of equal length into which the time line of a recording is divided for what was watched. */
export const watchedParts = 100;

/**
 * Stretches that a viewer has played since the last report, from one second to another. A page reports once a minute;
 * one that played faster, or was asleep, has more of it.
 */
export const WatchedRanges = z
  .array(z.tuple([z.number().min(0).max(1e6), z.number().min(0).max(1e6)]))
  .min(1)
  .max(40);
export type WatchedRanges = z.infer<typeof WatchedRanges>;

/** What viewers in portals and behind links have watched of a recording, together. */
export const Watched = z.object({
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
export type Watched = z.infer<typeof Watched>;

export const audienceRoutes = routes({
  /** What was watched in the last days: of one video, or of all; the most watched first, and none that nobody watched. */
  watched: {
    method: 'GET',
    path: '/muxvideos/watched',
    access: 'member',
    query: z.object({
      passthrough: z.uuid().optional(),
      days: z.coerce.number().int().min(1).max(366).default(30),
    }),
    reply: z.object({ data: z.array(Watched) }),
  },
});
