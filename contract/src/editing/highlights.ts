import { z } from 'zod';
import { routes } from '../route.ts';
import { textLimits } from '../rules/longest.ts';
import { boundedText, sentText, trimmedText } from '../text.ts';

/** Words of a transcript that a member marked, as they were said. Seconds are those of the lines they stand in. */
export const Highlight = z.object({
  id: z.uuid(),
  /** The video they are said in. */
  passthrough: z.uuid(),
  start: z.number(),
  end: z.number(),
  words: sentText,
  /** Member's note on the words, or empty. */
  note: sentText,
  /** The person who marked it; null where their account is gone. */
  created_by: z.uuid().nullable(),
  created_at: z.iso.datetime(),
});
export type Highlight = z.infer<typeof Highlight>;

/** With the titles of the video and of the chapter that holds it. */
export const ListedHighlight = Highlight.extend({ title: sentText, chapter: sentText.nullable() });
export type ListedHighlight = z.infer<typeof ListedHighlight>;

export const HighlightFileFormat = z.enum(['csv', 'md', 'txt']);
export type HighlightFileFormat = z.infer<typeof HighlightFileFormat>;

/** Scope: one video, or the whole library when undefined. */
const Of = z.object({ passthrough: z.uuid().optional() });
const Id = z.object({ id: z.uuid() });

export const highlightRoutes = routes({
  /** The newest video first, and in each the order of time. */
  highlights: {
    method: 'GET',
    path: '/muxvideos/highlights',
    access: 'member',
    right: 'watch',
    query: Of,
    reply: z.object({ data: z.array(ListedHighlight) }),
  },
  /**
   * Marks words from cue `first` to cue `last` (0-based); `start` is the first cue's second. Repeated words give one
   * highlight. Throws `words_changed` when the words differ.
   */
  highlight: {
    method: 'POST',
    path: '/muxvideos/highlights',
    access: 'member',
    right: 'mark',
    body: z.object({
      passthrough: z.uuid(),
      first: z.number().int().min(0).max(1_000_000),
      last: z.number().int().min(0).max(1_000_000),
      start: z.number().nonnegative(),
      words: trimmedText(textLimits.words).min(1),
    }),
    reply: z.object({ data: Highlight }),
  },
  /** Writes the note of a highlight. `before`: what stood there for who wrote it. Throws `text_changed`. */
  note: {
    method: 'PATCH',
    path: '/muxvideos/highlights/:id/note',
    access: 'member',
    right: 'mark',
    params: Id,
    body: z.object({
      note: trimmedText(textLimits.note),
      before: boundedText(textLimits.note).optional(),
    }),
    reply: z.object({ data: Highlight }),
  },
  /** Removes a highlight, or brings one back that was removed a short while ago. */
  remove: {
    method: 'PATCH',
    path: '/muxvideos/highlights/:id',
    access: 'member',
    right: 'mark',
    params: Id,
    body: z.object({ removed: z.boolean() }),
    reply: z.object({ data: Highlight }),
  },
  /** The list as a file. */
  file: {
    method: 'GET',
    path: '/muxvideos/highlights-file',
    access: 'member',
    right: 'watch',
    query: Of.extend({ format: HighlightFileFormat }),
    reply: z.object({ name: sentText, text: sentText }),
  },
});
