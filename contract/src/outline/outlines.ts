import { z } from 'zod';
import { routes } from '../route.ts';
import { mostChapters } from '../rules/longest.ts';
import { boundedText, sentText } from '../text.ts';
import { VideoDetail } from '../videos/videos.ts';

const Passthrough = z.object({ passthrough: z.uuid() });

/** The texts of a chapter as one compares them. `start` is HH:MM:SS. */
export const ComparedChapter = z.object({
  title: sentText,
  start: sentText,
  summary: sentText,
  quotes: z.array(sentText),
});
export type ComparedChapter = z.infer<typeof ComparedChapter>;

/** Differences between the replaced and the current outline. A chapter on one side only is null on the other. */
export const OutlineChanges = z.object({
  texts: z.array(z.object({ field: z.enum(['title', 'description', 'summary']), before: sentText, after: sentText })),
  /** Only those that differ, in the order of time, and in which of their fields. */
  chapters: z.array(
    z.object({
      before: ComparedChapter.nullable(),
      after: ComparedChapter.nullable(),
      fields: z.array(z.enum(['title', 'start', 'summary', 'quotes'])),
    }),
  ),
});
export type OutlineChanges = z.infer<typeof OutlineChanges>;

export const outlineRoutes = routes({
  /** Returns the last regeneration's changes; after an undo, those of the undo. */
  changes: {
    method: 'GET',
    path: '/muxvideos/outline-changes/:passthrough',
    access: 'member',
    right: 'watch',
    params: Passthrough,
    reply: z.object({ data: OutlineChanges }),
  },
  /**
   * Resizes to `count` chapters, or as near as words and edits allow. Splits or joins some; others and edited ones
   * stay. `chapters_version` says which chapters were seen.
   */
  redraw: {
    method: 'POST',
    path: '/muxupload/redraw-chapters',
    access: 'active',
    right: 'edit',
    body: Passthrough.extend({ count: z.int().min(1).max(mostChapters), chapters_version: boundedText(100) }),
    reply: z.object({ data: VideoDetail }),
  },
  /**
   * Undoes the regeneration at `at`, or redoes it by `restored`; replaced outlines are kept. Carries edits over;
   * `edits_left` names those without a place, unless `leaving`.
   */
  restore: {
    method: 'POST',
    path: '/muxupload/undo-regeneration',
    access: 'member',
    right: 'edit',
    body: Passthrough.extend({
      at: z.iso.datetime().max(40),
      restored: z.boolean().default(true),
      leaving: z.boolean().default(false),
      /** Also a regeneration after which there were others. */
      earlier: z.boolean().default(false),
    }),
    reply: z.object({ data: VideoDetail }),
  },
});
