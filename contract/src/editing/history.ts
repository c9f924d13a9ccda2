import { z } from 'zod';
import { routes } from '../route.ts';
import { sentText } from '../text.ts';

const Passthrough = z.object({ passthrough: z.uuid() });

/**
 * Texts that a person changes. `chapters`: which there are and where they begin; `outline`: all that is written about a
 * recording was asked for anew, or brought back.
 */
export const EditField = z.enum([
  'title',
  'description',
  'summary',
  'chapter_title',
  'chapter_summary',
  'chapter_quotes',
  'chapters',
  'outline',
  'cue',
  'speaker',
]);
export type EditField = z.infer<typeof EditField>;

const Name = z.object({ id: z.uuid(), firstname: sentText, lastname: sentText });

export const Edit = z.object({
  id: z.number(),
  /** Null for who is gone. */
  by: Name.nullable(),
  at: z.iso.datetime(),
  field: EditField,
  chapter_id: z.uuid().nullable(),
  /** Seconds, of a line. */
  cue_start: z.number().nullable(),
  /** Numbers of the lines of a speaker. */
  cues: z.array(z.int()).nullable(),
  /** Quotes are JSON. */
  before: sentText,
  after: sentText,
});
export type Edit = z.infer<typeof Edit>;

/** Texts that a regeneration replaced; `restored`: they are back. */
export const KeptOutline = z.object({
  at: z.iso.datetime(),
  kind: z.enum(['chapters', 'summary', 'redrawn', 'titled']),
  restored: z.boolean(),
});
export type KeptOutline = z.infer<typeof KeptOutline>;

export const historyRoutes = routes({
  /** Changes of a recording's texts, newest first, by anybody or one person. `before`: the cursor of the page before. */
  history: {
    method: 'GET',
    path: '/muxvideos/history/:passthrough',
    access: 'member',
    /** Viewers do not read what was taken out. */
    right: 'edit',
    params: Passthrough,
    query: z.object({
      person: z.uuid().optional(),
      before: z.coerce.number().int().positive().optional(),
    }),
    reply: z.object({
      data: z.object({
        edits: z.array(Edit),
        next: z.number().nullable(),
        people: z.array(Name),
        outlines: z.array(KeptOutline),
      }),
    }),
  },
  /** Tells who else is at a recording, and what others have changed since `since`; counts the caller in. */
  presence: {
    method: 'GET',
    path: '/muxvideos/presence/:passthrough',
    access: 'member',
    right: 'watch',
    params: Passthrough,
    query: z.object({ since: z.coerce.number().int().min(0) }),
    reply: z.object({
      data: z.object({
        people: z.array(Name),
        changes: z.array(z.object({ by: sentText.nullable(), fields: z.array(EditField) })),
      }),
    }),
  },
});
