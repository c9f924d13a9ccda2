import { maxDuration } from '@lectern/contract/rules/plans';
import { Quote } from '@lectern/contract/videos';
import { z } from 'zod';

/** What an archive calls itself. A reader refuses a version it does not know. */
export const archiveFormat = { format: 'lectern-export', version: 1 } as const;

/** Text that a database stores: PostgreSQL knows no NUL. What is longer than is kept of it is shortened (`fitted.ts`). */
const text = z.string().refine((value) => !value.includes('\0'), 'holds a character (NUL) that cannot be stored');

/** Seconds of a recording. */
const seconds = z.number().min(0).max(maxDuration);

/** Seconds at which something is said: a transcript may go on behind its recording. */
const saidAt = z.number().min(0).max(360_000);

/** A recording that could not be put into an archive: the folder of its video, and why, for people. */
const Missing = z.object({ video: text, reason: text });
export type Missing = z.infer<typeof Missing>;

const Time = z.iso.datetime().refine((time) => time >= '1970', 'is earlier than 1970');

/** `export.json`, the last file of an archive. Paths are inside the archive. */
export const Manifest = z.object({
  format: z.literal(archiveFormat.format),
  version: z.literal(archiveFormat.version),
  created_at: z.iso.datetime(),
  /** The folder of each video. */
  videos: z.array(text).max(1_000),
  /** Older exports lack it. */
  missing: z.array(Missing).max(1_000).default([]),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

const ArchivedQuote = Quote.extend({
  quote: text,
  timecode: text,
  start: seconds.optional(),
  cues: z.tuple([z.number().int().min(0).max(1e6), z.number().int().min(0).max(1e6)]).optional(),
});

const Chapter = z.object({
  start: seconds,
  end: seconds,
  title: text,
  summary: text,
  quotes: z.array(ArchivedQuote).max(100),
  search: text,
  edited: z.array(z.enum(['title', 'summary', 'quote'])).max(3),
});

/** `video.json`. A text that a person wrote is marked, so that it survives regeneration in the other account too. */
export const VideoFile = z.object({
  title: text,
  title_by_person: z.boolean(),
  description: text,
  description_by_person: z.boolean(),
  summary: text,
  summary_by_person: z.boolean(),
  created_at: Time,
  file_name: text.nullable(),
  duration: seconds,
  kind: z.enum(['video', 'audio']),
  transcript_source: z.enum(['file', 'embedded', 'speech']).nullable(),
  transcript_language: text.nullable(),
  transcript_estimated: z.boolean().default(false),
  transcript_alignment: z.enum(['aligned', 'unlike']).nullable().default(null),
  /** The file name of the recording, beside this file; null where the export has none of it. */
  recording: text.nullable(),
  /** The caption file that the member gave, as it came: `file` is its name beside this file. Older exports lack it. */
  captions: z.object({ file: text, name: text }).nullable().default(null),
  chapters: z.array(Chapter).max(1_000),
  clips: z.array(z.object({ file: z.string(), start: z.number(), end: z.number() })).max(10_000),
  /** Words of the transcript that the member marked. Older exports lack them. */
  highlights: z
    .array(
      z
        .object({
          start: seconds,
          end: seconds,
          words: text,
          note: text,
          created_at: Time,
        })
        .refine(({ start, end }) => start <= end, 'ends before it starts'),
    )
    .max(1_000)
    .default([]),
  /** What stood in lines of the transcript, by their numbers, before the member changed them. Older exports lack it. */
  heard: z
    .array(z.object({ n: z.number().int().min(0), start: saidAt, text: text.optional(), speaker: text.optional() }))
    .max(1e6)
    .default([]),
});
export type VideoFile = z.infer<typeof VideoFile>;

/** `transcript.vtt`, read. */
export const Transcript = z.array(
  z.object({
    start: saidAt,
    end: saidAt,
    text,
    speaker: text.optional(),
  }),
);
