import { z } from 'zod';
import { routes } from '../route.ts';
import { sentText } from '../text.ts';

/** Places that one look through a library finds at most, and that one page of them holds. */
export const rewriteLimits = { places: 5_000, page: 100 } as const;

export const RewriteField = z.enum(['title', 'description', 'summary', 'chapter_title', 'chapter_summary', 'line']);
export type RewriteField = z.infer<typeof RewriteField>;

/**
 * Occurrence of a term that a rewrite changes. `passed` had changed before its turn; `kept` was edited since and is
 * not undone.
 */
export const RewriteOccurrence = z.object({
  at: z.number().int(),
  passthrough: z.uuid(),
  field: RewriteField,
  /** Seconds at which it is said, or at which its chapter begins. */
  start: z.number(),
  before: sentText,
  after: sentText,
  wanted: z.boolean(),
  state: z.enum(['found', 'changed', 'passed', 'undone', 'kept']),
});
export type RewriteOccurrence = z.infer<typeof RewriteOccurrence>;

const count = z.number().int();

export const Rewrite = z.object({
  id: z.uuid(),
  state: z.enum(['looking', 'ready', 'applying', 'applied', 'undoing', 'undone', 'failed']),
  /** Work in progress at the failure; null when it has not failed. */
  stopped: z.enum(['looking', 'applying', 'undoing']).nullable(),
  terms: z.array(sentText),
  /** From 0 to 1, of what is being done now. */
  progress: z.number(),
  /** There are more places than one look shows. */
  cut_off: z.boolean(),
  problem: sentText.nullable(),
  created_at: z.iso.datetime(),
  /** Since then it can be undone: for 30 days, and while it is one of the last ten. Null for a look. */
  applied_at: z.iso.datetime().nullable(),
  places: z.object({
    all: count,
    wanted: count,
    changed: count,
    passed: count,
    undone: count,
    kept: count,
  }),
});
export type Rewrite = z.infer<typeof Rewrite>;

/** Occurrences of a rewrite in one recording. */
export const RecordingOccurrences = z.object({
  passthrough: z.uuid(),
  title: sentText,
  places: count,
  wanted: count,
});
export type RecordingOccurrences = z.infer<typeof RecordingOccurrences>;

const Id = z.object({ id: z.uuid() });
const OneRewrite = z.object({ data: Rewrite });

export const rewriteRoutes = routes({
  /** The last ones, the newest first. */
  rewrites: {
    method: 'GET',
    path: '/glossary/rewrites',
    access: 'member',
    right: 'curate',
    reply: z.object({ data: z.array(Rewrite) }),
  },
  /**
   * Searches the library for changes by these terms, or all; replaces an unapplied look. Throws `rewrite_running`, or
   * `nothing_to_rewrite` when the terms have no wrong forms.
   */
  look: {
    method: 'POST',
    path: '/glossary/rewrites',
    access: 'member',
    right: 'curate',
    body: z.object({ terms: z.array(z.uuid()).max(500).optional() }),
    reply: OneRewrite,
  },
  rewrite: {
    method: 'GET',
    path: '/glossary/rewrites/:id',
    access: 'member',
    right: 'curate',
    params: Id,
    reply: z.object({ data: Rewrite.extend({ recordings: z.array(RecordingOccurrences) }) }),
  },
  /** A page of its places, by recording, from behind the place `after`. */
  places: {
    method: 'GET',
    path: '/glossary/rewrites/:id/places',
    access: 'member',
    right: 'curate',
    params: Id,
    query: z.object({ after: z.coerce.number().int().min(-1).max(1_000_000).default(-1) }),
    reply: z.object({ data: z.array(RewriteOccurrence), more: z.boolean() }),
  },
  /**
   * Leaves places out, or takes them in again: one, those of a recording, or all. Throws `rewrite_over` where it is not
   * `ready`.
   */
  choose: {
    method: 'PATCH',
    path: '/glossary/rewrites/:id/wanted',
    access: 'member',
    right: 'curate',
    params: Id,
    body: z.object({
      wanted: z.boolean(),
      at: z.number().int().min(0).max(1_000_000).optional(),
      passthrough: z.uuid().optional(),
    }),
    reply: OneRewrite,
  },
  /** Throws `rewrite_over` where it is not `ready`, and `nothing_to_rewrite` where no place is wanted. */
  apply: {
    method: 'POST',
    path: '/glossary/rewrites/:id/apply',
    access: 'member',
    right: 'curate',
    params: Id,
    reply: OneRewrite,
  },
  /** Goes on with what was cut off: a look, a change or an undo. Throws `rewrite_over` where nothing is. */
  goOn: {
    method: 'POST',
    path: '/glossary/rewrites/:id/go-on',
    access: 'member',
    right: 'curate',
    params: Id,
    reply: OneRewrite,
  },
  /**
   * Gives every place its words back that nobody has changed since, also after a change that was cut off. Throws
   * `rewrite_over` where nothing was applied, and while it is.
   */
  undo: {
    method: 'POST',
    path: '/glossary/rewrites/:id/undo',
    access: 'member',
    right: 'curate',
    params: Id,
    reply: OneRewrite,
  },
});
