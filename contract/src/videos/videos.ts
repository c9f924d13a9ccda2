import { z } from 'zod';
import { SignedPlaybackId } from '../playback/playback.ts';
import { routes } from '../route.ts';
import { textLimits, mostChapters } from '../rules/longest.ts';
import { StepName, StepState } from '../rules/pipeline.ts';
import { mostQuotesKept } from '../rules/quotes.ts';
import { boundedText, sentText, shownText, trimmedText } from '../text.ts';

/**
 * A verbatim passage of the chapter; ' … ' marks an omitted slip of the tongue. `timecode` is HH:MM:SS, two seconds
 * before the words begin.
 */
export const Quote = z.object({
  quote: sentText,
  /** The same with the fillers and repetitions that `quote` leaves out; absent where it leaves out none. */
  spoken: sentText.optional(),
  /** No quote but the sentence that says most, where none of the chapter is one. Only its owner sees it; false keeps it. */
  key: z.boolean().optional(),
  timecode: sentText,
  /** Seconds where the words begin, and the cues they come from; absent for a quote a person wrote. */
  start: z.number().optional(),
  cues: z.tuple([z.number().int(), z.number().int()]).optional(),
  edited: z.boolean().optional(),
  /** An archive says that a person wrote it. False is sent to show one to strangers that nothing proves. */
  imported: z.boolean().optional(),
});
export type Quote = z.infer<typeof Quote>;

/** A part of a chapter that a person may edit; an edited one stays when chapters are written again. */
export const ChapterPart = z.enum(['title', 'summary', 'quote']);
export type ChapterPart = z.infer<typeof ChapterPart>;

export const Chapter = z.object({
  id: z.uuid(),
  title: sentText,
  /** HH:MM:SS */
  start: sentText,
  /** The exact start and end in seconds. */
  start_seconds: z.number(),
  end_seconds: z.number(),
  summary: sentText,
  quote: z.array(Quote),
  /** The answer of the last AI search in this chapter, empty before one. */
  search: sentText,
  /** Address of the picture at start + 5 s; null for audio. */
  thumbnail: sentText.nullable(),
  edited: z.array(ChapterPart),
});
export type Chapter = z.infer<typeof Chapter>;

/** Whether texts of a recording are a machine's and unread by people (EU AI Act, Art. 50), or when a person read them. */
export const Marking = z.object({ aiGenerated: z.boolean(), reviewedAt: sentText.nullable() });
export type Marking = z.infer<typeof Marking>;

/** One step of the pipeline as the page shows it. `progress` is 0 to 1. */
export const StepProgress = z.object({
  step: StepName,
  state: StepState,
  progress: z.number(),
  note: sentText.nullable(),
  /** Describes the error to the user; null without one. */
  problem: sentText.nullable(),
});
export type StepProgress = z.infer<typeof StepProgress>;

/** Where the engine found the title of a recording whose file has a code for a name. */
const GuessedTitle = z.enum(['slide', 'speech', 'nothing']);
export type GuessedTitle = z.infer<typeof GuessedTitle>;

/**
 * A video as the library shows it. The transcript comes with `VideoDetail` only: a list of a hundred would be many
 * megabytes.
 */
export const Video = z.object({
  /** The video's id, called passthrough in the calls. */
  id: z.uuid(),
  uploadId: z.uuid(),
  title: sentText,
  /** Null where a person, a model or a file name gave the title. */
  title_from: GuessedTitle.nullable(),
  /** Empty until the chapters step is done. */
  description: sentText,
  summary: sentText,
  assetId: sentText,
  /** Address of the thumbnail; null until there is one. */
  thumbnail: sentText.nullable(),
  captionsTrackId: sentText.nullable(),
  /** The person who brought it; null where their account is gone. */
  created_by: z.uuid().nullable(),
  playback_id: SignedPlaybackId,
  /** Its last path segment names the file for `/download-link/{filename}`. */
  localVideo: sentText,
  kind: z.enum(['video', 'audio']),
  /** Seconds; 0 until inspected. */
  duration: z.number(),
  /** Epoch seconds. */
  created_at: z.number(),
  playable: z.boolean(),
  /** It was found not to be where it was kept: it can be neither played, cut nor downloaded. */
  lost: z.boolean(),
  /** Brought along by the product: it counts against no plan. */
  sample: z.boolean(),
  /** How what is played differs from the original, and why, for people; null where the original itself is played. */
  conversion: z.object({ how: z.enum(['copied', 'encoded']), reason: sentText }).nullable(),
  /** Tells users which content of the file is not played; null if all of it is. */
  unread: sentText.nullable(),
  /** 0 to 1 over the whole pipeline. */
  progress: z.number(),
  steps: z.array(StepProgress),
});
export type Video = z.infer<typeof Video>;

/** A video in the list of the library: with where its chapters begin, in seconds. */
export const ListedVideo = Video.extend({ chapter_starts: z.array(z.number()) });
export type ListedVideo = z.infer<typeof ListedVideo>;

/** Where something is heard and the transcript has no words. Seconds. `speech`: an engine heard somebody speak. */
export const TranscriptGap = z.object({ start: z.number(), end: z.number(), speech: z.boolean() });
export type TranscriptGap = z.infer<typeof TranscriptGap>;

export const VideoDetail = Video.extend(Marking.shape).extend({
  workspace: z.uuid(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** The transcript as WebVTT; empty while there is none. */
  vtt: sentText,
  chapters: z.array(Chapter),
  /** Changes with every change of a chapter. */
  chapters_version: sentText,
  /** Number of the last change by a person, for `presence`; null where one person works alone. */
  last_edit: z.number().nullable(),
  /** The transcript was changed after the chapters were written from it. */
  chapters_outdated: z.boolean(),
  /**
   * The last time chapters, or the summary alone, were written again, fewer or more chapters drawn, or chapters named by
   * their slides; `restored`: the person has undone it. ISO 8601.
   */
  regenerated: z
    .object({ kind: z.enum(['chapters', 'summary', 'redrawn', 'titled']), at: sentText, restored: z.boolean() })
    .nullable(),
  /** The fewest and the most chapters it can be redrawn to; null while that is not known. */
  chapter_counts: z.object({ fewest: z.int(), most: z.int() }).nullable(),
  /** Where the transcript came from. */
  transcript_source: z.enum(['file', 'embedded', 'speech']).nullable(),
  /** It came without times: those of its cues are estimated. */
  transcript_estimated: z.boolean(),
  /**
   * It came without times: they were found by recognising the recording (`aligned`), or too few of its words were
   * (`unlike`).
   */
  transcript_alignment: z.enum(['aligned', 'unlike']).nullable(),
  /** Whether there are tracks of sound or captions to choose among: `unlooked` where nobody has looked for them yet. */
  tracks: z.enum(['several', 'unlooked']).nullable(),
  /** Speakers whose names come from a voice the member has named in another recording. */
  recognised_speakers: z.array(sentText),
  /** In order. */
  transcript_gaps: z.array(TranscriptGap),
  /** Address of the storyboard's WebVTT; null until there is one. */
  storyboard: sentText.nullable(),
});
export type VideoDetail = z.infer<typeof VideoDetail>;

export const SearchMatch = Video.extend({
  /** The field that matched. */
  match_case: z.enum([
    'title',
    'description',
    'assetId',
    'thumbnail',
    'captionsTrackId',
    'transcript',
    'playback_id',
    'chapter title',
    'chapter summary',
    'chapter quote',
    'slide',
    'highlight',
  ]),
  /** The matching text; for a transcript the previous, the matching and the next cue. */
  highlight: sentText,
  /** Whether strangers are shown it; quotes alone say so. */
  is_public: z.boolean().optional(),
  /** Seconds, where the match has a time. */
  start: z.number().nullable(),
  /** The title of the chapter that holds the match. */
  chapter: sentText.nullable(),
});
export type SearchMatch = z.infer<typeof SearchMatch>;

/** A place in a video where words stand. Seconds, where it has a time. */
export const Moment = z.object({
  field: z.enum(['chapter', 'summary', 'quote', 'transcript', 'slide', 'highlight']),
  text: sentText,
  /** Whether strangers are shown it; quotes alone say so. */
  is_public: z.boolean().optional(),
  start: z.number(),
  /** The title of the chapter that holds it. */
  chapter: sentText.nullable(),
  /** Address of the picture of a slide. */
  picture: sentText.optional(),
});
export type Moment = z.infer<typeof Moment>;

/** The first places of a video, in the order of time, and how many there are in all. */
export const FoundMoments = z.object({
  uploadId: z.uuid(),
  title: sentText,
  total: z.number().int(),
  moments: z.array(Moment),
});
export type FoundMoments = z.infer<typeof FoundMoments>;

const Message = z.object({ msg: sentText });
const Id = z.uuid();
const Passthrough = z.object({ passthrough: Id });

const SentQuote = boundedText(textLimits.quote);

/** A time as people write it, however wrong. */
const SentTime = boundedText(textLimits.timecode);

/** A text that stood there before. It is compared and not kept, and older versions kept longer ones. */
const Seen = boundedText(100_000);

/** Defines the chapter fields a person may send; omitted fields of an existing chapter stay unchanged. */
export const ChapterEdit = z.object({
  id: Id.optional(),
  title: shownText(textLimits.chapter_title),
  start: SentTime,
  summary: boundedText(textLimits.chapter_summary).optional(),
  quote: z
    .array(z.union([SentQuote, Quote.extend({ quote: SentQuote, spoken: SentQuote.optional(), timecode: SentTime })]))
    .max(mostQuotesKept)
    .optional(),
  search: boundedText(textLimits.answer).optional(),
});
export type ChapterEdit = z.infer<typeof ChapterEdit>;

/** About what texts of a recording cost: tokens, those that are left, and dollars where the operator says the price. */
export const WritingCost = z.object({
  tokens: z.number(),
  left: z.number(),
  dollars: z.number().nullable(),
});
export type WritingCost = z.infer<typeof WritingCost>;

export const videoRoutes = routes({
  list: {
    method: 'GET',
    path: '/muxvideos',
    access: 'member',
    right: 'watch',
    query: z.object({
      userId: Id,
      page: z.coerce.number().int().min(1).default(1),
      limit: z.coerce.number().int().min(1).max(100).default(100),
      /** In the place of a page: begins behind this recording, whatever has come or gone meanwhile. */
      after: Id.optional(),
    }),
    /** `next`: the value of `after` for the next page, where there is one. */
    reply: z.object({ data: z.array(ListedVideo), next: Id.optional() }),
  },
  asset: {
    method: 'GET',
    path: '/muxvideos/asset/:uploadId',
    access: 'member',
    right: 'watch',
    params: z.object({ uploadId: Id }),
    reply: z.object({ data: VideoDetail }),
  },
  search: {
    method: 'GET',
    path: '/muxvideos/search',
    access: 'member',
    right: 'watch',
    query: z.object({ userId: Id, keyword: boundedText(200) }),
    /** The first hundred; `more`: there may be others. */
    reply: z.object({ data: z.array(SearchMatch), more: z.boolean().optional() }),
  },
  /** Returns all moments in chapters, quotes and transcripts; the search returns only one field per video. */
  moments: {
    method: 'GET',
    path: '/muxvideos/moments',
    access: 'member',
    right: 'watch',
    query: z.object({ userId: Id, keyword: boundedText(200) }),
    reply: z.object({ data: z.array(FoundMoments) }),
  },
  delete: {
    method: 'GET',
    path: '/muxvideos/delete/:id',
    access: 'member',
    right: 'delete',
    params: z.object({ id: Id }),
    reply: Message,
  },
  save: {
    method: 'PATCH',
    path: '/muxupload/save',
    access: 'member',
    right: 'edit',
    body: z.object({
      passthrough: Id,
      userId: Id.optional(),
      title: shownText(textLimits.title).optional(),
      description: trimmedText(textLimits.description).optional(),
      summary: trimmedText(textLimits.summary).optional(),
      chapters: z.array(ChapterEdit).min(1).max(mostChapters).optional(),
      /** The version of the chapters this list is based on; a newer version rejects the save. */
      chapters_version: boundedText(100).optional(),
      /** The texts that stood there before: when another has taken the place of one of them, nothing is saved. */
      before: z.object({ title: Seen, description: Seen, summary: Seen }).partial().optional(),
      /** The person has read all texts as `before` and `chapters_version` show them; false takes that back. */
      reviewed: z.boolean().optional(),
    }),
    reply: Message.extend({ chapters_version: sentText.optional() }),
  },
  regenerateChapters: {
    method: 'POST',
    path: '/muxupload/re-generate-chapter',
    access: 'active',
    right: 'edit',
    /** `chapters`: fewer or more of them than the words alone suggest. */
    body: Passthrough.extend({ chapters: z.enum(['fewer', 'more']).optional() }),
    reply: Message,
  },
  /** Tells what new texts would cost; nothing where the built-in engine writes. */
  writingCost: {
    method: 'GET',
    path: '/muxupload/writing-cost',
    access: 'active',
    right: 'edit',
    query: Passthrough,
    reply: WritingCost,
  },
  generateSummary: {
    method: 'POST',
    path: '/muxupload/generate-summary',
    access: 'active',
    right: 'edit',
    body: Passthrough,
    reply: Message,
  },
  uploadOmnisearch: {
    method: 'POST',
    path: '/muxupload/upload-omnisearch',
    access: 'active',
    right: 'edit',
    body: Passthrough,
    reply: z.object({ status: sentText, msg: sentText }),
  },
  /** Runs a failed step again, or one that waited for an engine that is there now. */
  retry: {
    method: 'POST',
    path: '/muxvideos/retry',
    access: 'active',
    right: 'edit',
    body: Passthrough,
    reply: Message,
  },
});
