import { maxDuration } from '@lectern/contract/rules/plans';
import { textLimits } from '@lectern/contract/rules/longest';
import { boundedText, cutText } from '@lectern/contract/text';
import { ChapterPart, Quote } from '@lectern/contract/videos/videos';
import { z } from 'zod';
import { truncateText } from '../../platform/text/truncate-text.ts';

/** Format name and version of an archive. A reader refuses unknown versions. */
export const archiveFormat = { format: 'lectern-export', version: 1 } as const;

const hasNoNul = (value: string): boolean => !value.includes('\0');
const nulProblem = 'holds a character (NUL) that cannot be stored';

/** A name or a path inside an archive. */
const name = boundedText(1_000).refine(hasNoNul, nulProblem);

/** Told of each text that was longer than what is kept of it, and was cut. */
type OnCut = () => void;

/** Texts that a database stores, so much of each as is kept: an older version, or somebody's editor, kept more. */
const storable = (onCut: OnCut) => (most: number) =>
  cutText(most, (value, longest) => {
    if (value.length > longest) onCut();
    return truncateText(value, longest);
  }).refine(hasNoNul, nulProblem);

/** Seconds of a recording. */
const seconds = z.number().min(0).max(maxDuration);

/** Seconds at which something is said: a transcript may go on behind its recording. */
const saidAt = z.number().min(0).max(360_000);

/** A recording that could not be put into an archive: the folder of its video, and why, for people. */
const Missing = z.object({ video: name, reason: name });
export type Missing = z.infer<typeof Missing>;

const Time = z.iso
  .datetime()
  .max(40)
  .refine((time) => time >= '1970', 'is earlier than 1970');

/** `export.json`, the last file of an archive. Paths are inside the archive. */
export const ExportManifest = z.object({
  format: z.literal(archiveFormat.format),
  version: z.literal(archiveFormat.version),
  created_at: z.iso.datetime().max(40),
  /** The folder of each video. */
  videos: z
    .array(name)
    .max(1_000)
    .refine((folders) => new Set(folders).size === folders.length, 'names a folder twice'),
  /** Older exports lack it. */
  missing: z.array(Missing).max(1_000).default([]),
  files: z.array(z.object({ path: name, bytes: z.number(), sha256: boundedText(64) })),
});
export type ExportManifest = z.infer<typeof ExportManifest>;

const cueNumber = z.number().int().min(0).max(1e6);

/**
 * `video.json`. A text that a person wrote is marked, so that it survives regeneration in the other account too. Read with
 * its texts within what is kept of each.
 */
export function videoFile(onCut: OnCut = () => undefined) {
  const kept = storable(onCut);
  /** A tag that is cut is another one. */
  const language = cutText(textLimits.language, (value, most) => {
    if (value.length <= most) return value;
    onCut();
    return '';
  }).refine(hasNoNul, nulProblem);
  const quote = Quote.extend({
    quote: kept(textLimits.quote),
    spoken: kept(textLimits.quote).optional(),
    timecode: kept(textLimits.timecode),
    start: seconds.optional(),
    cues: z.tuple([cueNumber, cueNumber]).optional(),
  });
  const chapter = z.object({
    start: seconds,
    end: seconds,
    title: kept(textLimits.chapter_title),
    summary: kept(textLimits.chapter_summary),
    quotes: z.array(quote).max(100),
    search: kept(textLimits.answer),
    edited: z.array(ChapterPart).max(ChapterPart.options.length),
  });
  const highlight = z
    .object({
      start: seconds,
      end: seconds,
      words: kept(textLimits.words),
      note: kept(textLimits.note),
      created_at: Time,
    })
    .refine(({ start, end }) => start <= end, 'ends before it starts');
  return z.object({
    title: kept(textLimits.title),
    title_by_person: z.boolean(),
    description: kept(textLimits.description),
    description_by_person: z.boolean(),
    summary: kept(textLimits.summary),
    summary_by_person: z.boolean(),
    /** Older exports lack both. */
    aiGenerated: z.boolean().optional(),
    reviewedAt: Time.nullable().default(null),
    created_at: Time,
    file_name: kept(textLimits.file_name).nullable(),
    duration: seconds,
    kind: z.enum(['video', 'audio']),
    transcript_source: z.enum(['file', 'embedded', 'speech']).nullable(),
    /** Empty where it was longer than any. */
    transcript_language: language.nullable(),
    transcript_estimated: z.boolean().default(false),
    transcript_alignment: z.enum(['aligned', 'unlike']).nullable().default(null),
    /** The tracks that the member chose, by the numbers of their streams. Older exports lack them. */
    tracks: z
      .object({
        sound: z.int().min(0).optional(),
        captions: z.union([z.int().min(0), z.literal('speech')]).optional(),
      })
      .nullable()
      .default(null),
    /** The file name of the recording, beside this file; null where the export has none of it. */
    recording: name.nullable(),
    /**
     * The caption file that the member gave, as it came: `file` is its name beside this file, `encoding` the one it was read in.
     * Older exports lack it.
     */
    captions: z
      .object({ file: name, name: kept(textLimits.file_name), encoding: name.nullable().default(null) })
      .nullable()
      .default(null),
    chapters: z.array(chapter).max(1_000),
    clips: z.array(z.object({ file: name, start: z.number(), end: z.number() })).max(10_000),
    /** Words of the transcript that the member marked. Older exports lack them. */
    highlights: z.array(highlight).max(1_000).default([]),
    /** Original texts of cues the member changed, with their cue numbers. Older exports lack it. */
    heard: z
      .array(
        z.object({
          n: z.number().int().min(0),
          start: saidAt,
          text: kept(textLimits.old_line).optional(),
          speaker: kept(textLimits.speaker).optional(),
        }),
      )
      .max(1e6)
      .default([]),
  });
}
export type VideoFile = z.infer<ReturnType<typeof videoFile>>;

/** `transcript.vtt`, read, within what is kept of each line. */
export function transcriptFile(onCut: OnCut = () => undefined) {
  const kept = storable(onCut);
  return z.array(
    z.object({
      start: saidAt,
      end: saidAt,
      text: kept(textLimits.old_line),
      speaker: kept(textLimits.speaker).optional(),
    }),
  );
}
