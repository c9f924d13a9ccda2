import { z } from 'zod';
import { MemberSignature } from '../member-signature.ts';
import { routes } from '../route.ts';
import { sentText } from '../text.ts';

/** The texts of a video that can be downloaded. */
export const TextKind = z.enum([
  'transcript.vtt',
  'transcript.srt',
  'transcript.txt',
  'transcript.docx',
  'transcript.md',
  'chapters.txt',
  'chapters.json',
  'show-notes.md',
  'slides.txt',
]);
export type TextKind = z.infer<typeof TextKind>;

const Text = z.object({ passthrough: z.uuid(), kind: TextKind });

/** Whether videos of an import that are in the account already, title and recording alike, come in once more. */
export const DuplicatePolicy = z.enum(['skip', 'take']);
export type DuplicatePolicy = z.infer<typeof DuplicatePolicy>;

/** Whether an export holds the recordings and clips, or only what was made of them. */
const Recordings = z.enum(['with', 'without']);
export type RecordingsOption = z.infer<typeof Recordings>;

/**
 * `waiting` until the browser opens the URL; `stopped` after a break. Sizes in bytes; `total` is an estimate, 0
 * without recordings. `missing` recordings could not be included.
 */
export const ExportProgress = z.object({
  state: z.enum(['waiting', 'running', 'done', 'stopped']),
  recordings: Recordings,
  sent: z.number(),
  total: z.number(),
  missing: z.number(),
});
export type ExportProgress = z.infer<typeof ExportProgress>;

/**
 * `receiving` while the file comes; `videos` is 0 until the file has been looked into. `problem` of one that is done tells
 * what of it did not come in.
 */
export const ImportProgress = z.object({
  state: z.enum(['receiving', 'waiting', 'running', 'done', 'failed']),
  imported: z.number(),
  videos: z.number(),
  problem: sentText.nullable(),
});
export type ImportProgress = z.infer<typeof ImportProgress>;

export const downloadRoutes = routes({
  /** A signed address of one text, valid for a limited time. Refused where the video has no such text yet. */
  textLink: {
    method: 'GET',
    path: '/muxvideos/text-link/:passthrough/:kind',
    access: 'member',
    right: 'watch',
    params: Text,
    reply: z.object({ url: sentText }),
  },
  text: {
    method: 'GET',
    path: '/download/text/:passthrough/:kind',
    access: 'capability',
    work: 'page',
    params: Text,
    query: MemberSignature,
    reply: 'stream',
  },
});

export const exportRoutes = routes({
  /** Everything the caller owns as one ZIP, written while it is sent. */
  export: {
    method: 'GET',
    path: '/api/basic/export',
    access: 'member',
    right: 'curate',
    query: z.object({ recordings: Recordings.default('with') }),
    reply: 'stream',
  },
  /** A signed address of the same archive for a browser's downloads; it must be opened within minutes. */
  exportLink: {
    method: 'GET',
    path: '/basic/export-link',
    access: 'member',
    right: 'curate',
    query: z.object({ recordings: Recordings.default('with') }),
    reply: z.object({ url: sentText }),
  },
  /** How far the caller's last export has got; null before the first. */
  exportProgress: {
    method: 'GET',
    path: '/basic/export-progress',
    access: 'member',
    right: 'curate',
    reply: z.object({ data: ExportProgress.nullable() }),
  },
  exportDownload: {
    method: 'GET',
    path: '/export/:userId/:recordings',
    access: 'capability',
    work: 'limited',
    params: z.object({ userId: z.uuid(), recordings: Recordings }),
    query: MemberSignature,
    reply: 'stream',
  },
  /** An export, for the caller's account. What is in it is brought in by a job. */
  import: {
    method: 'PUT',
    path: '/basic/import',
    access: 'active',
    right: 'curate',
    query: z.object({ repeats: DuplicatePolicy.default('skip') }),
    body: 'bytes',
    reply: z.object({ data: ImportProgress }),
  },
  /** How far the caller's last import has got; null before the first. */
  importProgress: {
    method: 'GET',
    path: '/basic/import-progress',
    access: 'member',
    right: 'curate',
    reply: z.object({ data: ImportProgress.nullable() }),
  },
});
