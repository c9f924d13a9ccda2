import { z } from 'zod';
import { Edit, KeptOutline } from '../editing/history.ts';
import { TextKind } from '../exports/downloads.ts';
import { OutlineChanges } from '../outline/outlines.ts';
import { routes } from '../route.ts';
import { mostChapters, textLimits } from '../rules/longest.ts';
import { StepName, StepState } from '../rules/pipeline.ts';
import { mostQuotesKept } from '../rules/quotes.ts';
import { boundedText, sentText, shownText, trimmedText } from '../text.ts';
import { Begun, ById, Download, Id, listOf, pageOf, pageQuery, Removed, Seconds, When } from './lists.ts';

const RecordingStep = z.object({
  step: StepName,
  state: StepState,
  progress: z.number(),
  problem: sentText.nullable(),
});

export const RecordingState = z.enum(['processing', 'ready', 'failed']);

export const ApiRecording = z
  .object({
    id: Id,
    title: sentText,
    description: sentText,
    summary: sentText,
    kind: z.enum(['video', 'audio']),
    duration: Seconds,
    created_at: When,
    created_by: Id.nullable(),
    is_playable: z.boolean(),
    /** `ready`: all is made that anybody waits for; `failed`: a step of it waits for a person. */
    state: RecordingState,
    /** 0 to 1, over all steps. */
    progress: z.number(),
    steps: z.array(RecordingStep),
    page_url: sentText,
    /** HLS, for whoever has the address, as long as the caller may see the recording. */
    stream_url: sentText,
    thumbnail_url: sentText.nullable(),
    /** Changes with its title, description or summary; the `ETag` of the recording. */
    version: sentText,
  })
  .meta({ id: 'Recording' });
export type ApiRecording = z.infer<typeof ApiRecording>;

export const TranscriptCue = z.object({ start: Seconds, end: Seconds, speaker: sentText.nullable(), text: sentText });

export const ApiTranscript = z
  .object({
    recording_id: Id,
    source: z.enum(['file', 'embedded', 'speech']),
    /** In the order of time; their numbers are their places, from 0. */
    cues: z.array(TranscriptCue),
    /** The `ETag` of the transcript. */
    version: sentText,
  })
  .meta({ id: 'Transcript' });
export type ApiTranscript = z.infer<typeof ApiTranscript>;

export const ApiQuote = z
  .object({
    chapter_id: Id,
    text: sentText,
    /** Words as they were said, where `text` leaves slips of the tongue out. */
    spoken: sentText.nullable(),
    start: Seconds,
    /** Whether it was cut out of the transcript; false where a person wrote it. */
    is_verbatim: z.boolean(),
    /** Sentence that says most, in a chapter without a quote. */
    is_key_sentence: z.boolean(),
  })
  .meta({ id: 'Quote' });
export type ApiQuote = z.infer<typeof ApiQuote>;

export const ApiChapter = z
  .object({
    id: Id,
    title: sentText,
    start: Seconds,
    end: Seconds,
    summary: sentText,
    quotes: z.array(ApiQuote),
    thumbnail_url: sentText.nullable(),
    /** Parts that a person wrote; they stay when the chapters are written again. */
    edited: z.array(z.enum(['title', 'summary', 'quote'])),
  })
  .meta({ id: 'Chapter' });
export type ApiChapter = z.infer<typeof ApiChapter>;

export const ApiChapters = z
  .object({
    data: z.array(ApiChapter),
    /** The `ETag` of the list. */
    version: sentText,
  })
  .meta({ id: 'Chapters' });
export type ApiChapters = z.infer<typeof ApiChapters>;

export const ApiSlide = z
  .object({ start: Seconds, end: Seconds, title: sentText, text: sentText })
  .meta({ id: 'Slide' });

const ApiEdit = Edit.meta({ id: 'Edit' });
const Outline = KeptOutline.meta({ id: 'Outline' });
const Changes = OutlineChanges.meta({ id: 'OutlineChanges' });

const reading = { method: 'GET', access: 'member', right: 'watch', scope: 'read', params: ById } as const;
/** Viewers do not read what was taken out. */
const reviewing = { ...reading, right: 'edit', scope: 'write' } as const;
const making = { method: 'POST', access: 'active', right: 'edit', scope: 'write', params: ById, reply: Begun } as const;

export const apiRecordingRoutes = routes({
  listRecordings: {
    method: 'GET',
    path: '/v1/recordings',
    access: 'member',
    right: 'watch',
    scope: 'read',
    api: { summary: 'List the recordings, newest first, or those in which some words stand, best first' },
    query: z.strictObject({ q: boundedText(200).optional(), ...pageQuery }),
    reply: pageOf(ApiRecording),
  },
  getRecording: {
    ...reading,
    path: '/v1/recordings/:id',
    api: { summary: 'Get a recording' },
    reply: ApiRecording,
  },
  changeRecording: {
    method: 'PATCH',
    path: '/v1/recordings/:id',
    access: 'member',
    right: 'edit',
    scope: 'write',
    api: { summary: 'Change the texts of a recording', edits: true },
    params: ById,
    body: z.strictObject({
      title: shownText(textLimits.title).optional(),
      description: trimmedText(textLimits.description).min(1).optional(),
      summary: trimmedText(textLimits.summary).min(1).optional(),
    }),
    reply: ApiRecording,
  },
  deleteRecording: {
    method: 'DELETE',
    path: '/v1/recordings/:id',
    access: 'member',
    right: 'delete',
    scope: 'delete',
    api: { summary: 'Delete a recording, with all that was made of it' },
    params: ById,
    reply: Removed,
  },
  getTranscript: {
    ...reading,
    path: '/v1/recordings/:id/transcript',
    api: {
      summary: 'Get the transcript',
      texts: ['text/vtt', 'application/x-subrip', 'text/plain'],
    },
    query: z.strictObject({ format: z.enum(['json', 'vtt', 'srt', 'txt']).default('json') }),
    reply: ApiTranscript,
  },
  getChapters: {
    ...reading,
    path: '/v1/recordings/:id/chapters',
    api: { summary: 'Get the chapters, with their quotes' },
    reply: ApiChapters,
  },
  replaceChapters: {
    method: 'PUT',
    path: '/v1/recordings/:id/chapters',
    access: 'member',
    right: 'edit',
    scope: 'write',
    api: { summary: 'Replace the chapters: what is left out of a chapter that is known by its id stays', edits: true },
    params: ById,
    body: z.strictObject({
      chapters: z
        .array(
          z.strictObject({
            id: Id.optional(),
            title: shownText(textLimits.chapter_title),
            start: z.number().min(0).max(86_399),
            summary: boundedText(textLimits.chapter_summary).optional(),
            quotes: z.array(boundedText(textLimits.quote).min(1)).max(mostQuotesKept).optional(),
          }),
        )
        .min(1)
        .max(mostChapters),
    }),
    reply: ApiChapters,
  },
  resizeChapters: {
    method: 'POST',
    path: '/v1/recordings/:id/chapters/resize',
    access: 'active',
    right: 'edit',
    scope: 'write',
    api: { summary: 'Join or divide chapters, to as many as these or near that; edited ones stay', edits: true },
    params: ById,
    body: z.strictObject({ count: z.int().min(1).max(mostChapters) }),
    reply: ApiChapters,
  },
  listQuotes: {
    ...reading,
    path: '/v1/recordings/:id/quotes',
    api: { summary: 'List the quotes, in the order of time' },
    reply: listOf(ApiQuote),
  },
  listSlides: {
    ...reading,
    path: '/v1/recordings/:id/slides',
    api: { summary: 'List the slides with words on them, in the order of time' },
    reply: listOf(ApiSlide),
  },
  retryRecording: {
    ...making,
    path: '/v1/recordings/:id/retry',
    api: { summary: 'Run the steps that failed once more', status: 202 },
  },
  regenerateChapters: {
    ...making,
    path: '/v1/recordings/:id/regenerate',
    api: { summary: 'Write the chapters again; edited parts stay', status: 202 },
    body: z.strictObject({ chapters: z.enum(['fewer', 'more']).optional() }),
  },
  writeSummary: {
    ...making,
    path: '/v1/recordings/:id/summary',
    api: { summary: 'Write the summary again', status: 202 },
  },
  listOutlines: {
    ...reviewing,
    path: '/v1/recordings/:id/outlines',
    api: { summary: 'List the texts that were written again, by when that was' },
    reply: listOf(Outline),
  },
  getOutlineChanges: {
    ...reading,
    path: '/v1/recordings/:id/outlines/changes',
    api: { summary: 'Get what the last writing changed' },
    reply: Changes,
  },
  restoreOutline: {
    method: 'POST',
    path: '/v1/recordings/:id/outlines/restore',
    access: 'member',
    right: 'edit',
    scope: 'write',
    api: { summary: 'Bring texts back that were written again, with the edits since, or take that back' },
    params: ById,
    body: z.strictObject({
      /** When they were written again, as `listOutlines` says. */
      at: When.max(40),
      restored: z.boolean().default(true),
      /** Also where edits since then find no place; else that is refused. */
      drop_edits: z.boolean().default(false),
    }),
    reply: ApiChapters,
  },
  listEdits: {
    ...reviewing,
    path: '/v1/recordings/:id/edits',
    api: { summary: 'List what people changed in the texts, newest first' },
    query: z.strictObject({ person_id: Id.optional(), cursor: pageQuery.cursor }),
    reply: pageOf(ApiEdit),
  },
  getFile: {
    ...reading,
    path: '/v1/recordings/:id/files/:kind',
    api: { summary: 'Get the address of a text as a file' },
    params: ById.extend({ kind: TextKind }),
    reply: Download,
  },
  getSlidesFile: {
    ...reading,
    path: '/v1/recordings/:id/slides-file',
    api: { summary: 'Get the address of the slides as a PDF' },
    reply: Download,
  },
  getOriginal: {
    ...reading,
    right: 'download',
    path: '/v1/recordings/:id/original',
    api: { summary: 'Get the address of the recording as it was uploaded' },
    reply: Download,
  },
});
