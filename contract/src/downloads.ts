import { z } from 'zod';
import { routes } from './route.ts';

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
]);
export type TextKind = z.infer<typeof TextKind>;

const Text = z.object({ passthrough: z.uuid(), kind: TextKind });
const Signature = z.object({ expires: z.coerce.number(), signature: z.string().max(100) });

/** `waiting` until the browser opens the address; `stopped` when it broke off. Sizes in bytes, `total` an estimate. */
export const ExportProgress = z.object({
  state: z.enum(['waiting', 'running', 'done', 'stopped']),
  sent: z.number(),
  total: z.number(),
});
export type ExportProgress = z.infer<typeof ExportProgress>;

export const downloadRoutes = routes({
  /** A signed address of one text, valid for a limited time. Refused where the video has no such text yet. */
  textLink: {
    method: 'GET',
    path: '/muxvideos/text-link/:passthrough/:kind',
    access: 'member',
    params: Text,
    reply: z.object({ url: z.string() }),
  },
  text: {
    method: 'GET',
    path: '/download/text/:passthrough/:kind',
    access: 'capability',
    params: Text,
    query: Signature,
    reply: 'stream',
  },
});

export const exportRoutes = routes({
  /** Everything the caller owns as one ZIP, written while it is sent. */
  export: { method: 'GET', path: '/api/basic/export', access: 'member', reply: 'stream' },
  /** A signed address of the same archive for a browser's downloads; it must be opened within minutes. */
  exportLink: {
    method: 'GET',
    path: '/basic/export-link',
    access: 'member',
    reply: z.object({ url: z.string() }),
  },
  /** How far the caller's last export has got; null before the first. */
  exportProgress: {
    method: 'GET',
    path: '/basic/export-progress',
    access: 'member',
    reply: z.object({ data: ExportProgress.nullable() }),
  },
  exportDownload: {
    method: 'GET',
    path: '/export/:userId',
    access: 'capability',
    params: z.object({ userId: z.uuid() }),
    query: Signature,
    reply: 'stream',
  },
});
