import { z } from 'zod';
import { routes } from '../route.ts';
import { textLimits } from '../rules/longest.ts';
import { longestPrompt } from '../rules/prompts.ts';
import { boundedText, sentText, trimmedText } from '../text.ts';
import { ById, Id, listOf, Removed, Seconds, When } from './lists.ts';

const Found = z
  .object({
    recording_id: Id,
    title: sentText,
    /** How many places there are in all; `places` are the first. */
    total: z.int(),
    places: z.array(
      z.object({
        kind: z.enum(['chapter', 'summary', 'quote', 'transcript', 'slide', 'highlight']),
        text: sentText,
        start: Seconds,
        chapter: sentText.nullable(),
        url: sentText,
      }),
    ),
  })
  .meta({ id: 'SearchResult' });

const Citation = z.object({
  recording_id: Id,
  title: sentText,
  chapter: sentText.nullable(),
  /** Verbatim words of the transcript. */
  text: sentText,
  start: Seconds,
  end: Seconds,
  url: sentText,
});

export const ApiAnswer = z
  .object({
    /** Answer in a model's words; empty where no model is set or nothing was found. */
    sentences: z.array(z.object({ text: sentText, citations: z.array(z.int()) })),
    /** Sentences name these by their number, from 1. */
    citations: z.array(Citation),
    remark: sentText,
  })
  .meta({ id: 'Answer' });
export type ApiAnswer = z.infer<typeof ApiAnswer>;

export const ApiHighlight = z
  .object({
    id: Id,
    recording_id: Id,
    start: Seconds,
    end: Seconds,
    words: sentText,
    note: sentText,
    created_by: Id.nullable(),
    created_at: When,
    /** Changes with the note; the `ETag` of the highlight. */
    version: sentText,
  })
  .meta({ id: 'Highlight' });
export type ApiHighlight = z.infer<typeof ApiHighlight>;

export const apiLibraryRoutes = routes({
  search: {
    method: 'GET',
    path: '/v1/search',
    access: 'member',
    right: 'watch',
    scope: 'read',
    api: { summary: 'Find the places where words are said, written or shown' },
    query: z.strictObject({ q: boundedText(200).min(1) }),
    reply: listOf(Found),
  },
  ask: {
    method: 'POST',
    path: '/v1/ask',
    access: 'active',
    right: 'ask',
    scope: 'ask',
    asksModel: true,
    api: { summary: 'Ask the library a question; every sentence of the answer names words that were said' },
    body: z.strictObject({
      question: trimmedText(longestPrompt).min(1),
      recording_ids: z.array(Id).min(1).max(100).optional(),
    }),
    reply: ApiAnswer,
  },
  listHighlights: {
    method: 'GET',
    path: '/v1/highlights',
    access: 'member',
    right: 'watch',
    scope: 'read',
    api: { summary: 'List the highlights, of one recording or of all' },
    query: z.strictObject({ recording_id: Id.optional() }),
    reply: listOf(ApiHighlight),
  },
  createHighlight: {
    method: 'POST',
    path: '/v1/highlights',
    access: 'member',
    right: 'mark',
    scope: 'write',
    api: {
      summary: 'Mark words of a transcript, from one cue to another; the same words are marked once',
      status: 201,
    },
    body: z.strictObject({
      recording_id: Id,
      /** Numbers of cues, from 0. */
      first_cue: z.number().int().min(0).max(1_000_000),
      last_cue: z.number().int().min(0).max(1_000_000),
      words: trimmedText(textLimits.words).min(1),
    }),
    reply: ApiHighlight,
  },
  changeHighlight: {
    method: 'PATCH',
    path: '/v1/highlights/:id',
    access: 'member',
    right: 'mark',
    scope: 'write',
    api: { summary: 'Write the note of a highlight', edits: true },
    params: ById,
    body: z.strictObject({ note: trimmedText(textLimits.note) }),
    reply: ApiHighlight,
  },
  deleteHighlight: {
    method: 'DELETE',
    path: '/v1/highlights/:id',
    access: 'member',
    right: 'mark',
    scope: 'write',
    api: { summary: 'Remove a highlight' },
    params: ById,
    reply: Removed,
  },
});
