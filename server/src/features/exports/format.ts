import { Quote } from '@lectern/contract/videos';
import { z } from 'zod';

/** What an archive calls itself. A reader refuses a version it does not know. */
export const archiveFormat = { format: 'lectern-export', version: 1 } as const;

/** `export.json`, the last file of an archive. Paths are inside the archive. */
export const Manifest = z.object({
  format: z.literal(archiveFormat.format),
  version: z.literal(archiveFormat.version),
  created_at: z.iso.datetime(),
  /** The folder of each video. */
  videos: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

const Chapter = z.object({
  start: z.number().nonnegative(),
  end: z.number().nonnegative(),
  title: z.string().max(1_000),
  summary: z.string().max(50_000),
  quotes: z.array(Quote).max(100),
  search: z.string().max(100_000),
  edited: z.array(z.enum(['title', 'summary', 'quote'])),
});

/** `video.json`. A text that a person wrote is marked, so that it survives regeneration in the other account too. */
export const VideoFile = z.object({
  title: z.string().max(1_000),
  title_by_person: z.boolean(),
  description: z.string().max(50_000),
  description_by_person: z.boolean(),
  summary: z.string().max(50_000),
  summary_by_person: z.boolean(),
  created_at: z.iso.datetime(),
  file_name: z.string().max(1_000).nullable(),
  duration: z.number().nonnegative(),
  kind: z.enum(['video', 'audio']),
  transcript_source: z.enum(['file', 'embedded', 'speech']).nullable(),
  transcript_language: z.string().max(100).nullable(),
  /** The file name of the recording, beside this file; null in an export without recordings. */
  recording: z.string().max(300).nullable(),
  chapters: z.array(Chapter).max(10_000),
  clips: z.array(z.object({ file: z.string(), start: z.number(), end: z.number() })),
});
export type VideoFile = z.infer<typeof VideoFile>;
