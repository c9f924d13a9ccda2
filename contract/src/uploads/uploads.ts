import { z } from 'zod';
import { codePages } from '../code-pages.ts';
import { SignedPlaybackId } from '../playback/playback.ts';
import { routes } from '../route.ts';
import { textLimits } from '../rules/longest.ts';
import { boundedText, sentText, shownText } from '../text.ts';

/** An unfinished upload of the caller, to be resumed. Sizes in bytes. */
export const UnfinishedUpload = z.object({
  id: z.uuid(),
  url: sentText,
  /** The original file name, else the title, else empty. */
  file_name: sentText,
  size: z.number().nullable(),
  /** Null where a provider receives it, which alone knows. */
  received: z.number().nullable(),
  /** Nothing has to be sent any more: it becomes a video by itself, as soon as the library has a place for it. */
  arrived: z.boolean(),
  /** The server fetches it from a URL: nobody has to send anything. */
  fetched: z.boolean(),
  created_at: z.number(),
});
export type UnfinishedUpload = z.infer<typeof UnfinishedUpload>;

/** An encoding that a text may be in, and a few of its lines as they are then. */
export const EncodingPreview = z.object({ encoding: z.enum(codePages), lines: sentText });
export type EncodingPreview = z.infer<typeof EncodingPreview>;

/** A recording that is on its way: how much of it has come, in bytes, and what of that can be watched, in seconds. */
export const ArrivingRecording = z.object({
  title: sentText,
  size: z.number().nullable(),
  received: z.number(),
  /** Epoch seconds since when nothing has come and nobody sends; absent where it moves or has been still only briefly. */
  still_since: z.number().optional(),
  /** Null while nothing can be watched. */
  playback: z
    .object({ id: SignedPlaybackId, kind: z.enum(['video', 'audio']), duration: z.number(), arrived: z.number() })
    .nullable(),
});
export type ArrivingRecording = z.infer<typeof ArrivingRecording>;

const Id = z.uuid();

export const uploadRoutes = routes({
  create: {
    method: 'GET',
    path: '/muxupload',
    access: 'active',
    right: 'edit',
    query: z.object({ name: boundedText(textLimits.file_name).optional() }),
    reply: z.object({ url: sentText, id: Id }),
  },
  /** The server fetches the recording from a public https URL; `arriving` tells how far it is, or why it was refused. */
  fromUrl: {
    method: 'POST',
    path: '/muxupload/from-url',
    access: 'active',
    right: 'edit',
    body: z.object({ url: boundedText(2_000), title: shownText(textLimits.title).optional() }),
    reply: z.object({ id: Id }),
  },
  open: {
    method: 'GET',
    path: '/muxupload/open',
    access: 'member',
    right: 'edit',
    reply: z.object({ data: z.array(UnfinishedUpload) }),
  },
  arriving: {
    method: 'GET',
    path: '/muxupload/:id',
    access: 'member',
    right: 'watch',
    params: z.object({ id: Id }),
    reply: z.object({ data: ArrivingRecording }),
  },
  cancel: {
    method: 'DELETE',
    path: '/muxupload/:id',
    access: 'member',
    right: 'edit',
    params: z.object({ id: Id }),
    reply: z.object({ msg: sentText }),
  },
  /**
   * Chunked PUT with `Content-Range`: 308 with `Range` while bytes are missing, 200 at the end, which may also come
   * ahead, then also with `Content-Encoding: gzip`. The key permits it.
   */
  put: {
    method: 'PUT',
    path: '/upload/:key',
    access: 'capability',
    work: 'limited',
    params: z.object({ key: boundedText(100).min(20) }),
    body: 'bytes',
    reply: 'stream',
  },
  /** Signed events of the media provider. */
  event: {
    method: 'POST',
    path: '/mux/webhook',
    access: 'capability',
    work: 'cheap',
    longBody: true,
    reply: z.object({ received: z.boolean() }),
  },
  /** A caption or transcript file, before, during or after the upload of its recording. */
  captions: {
    method: 'PUT',
    path: '/muxupload/captions/:passthrough',
    access: 'active',
    right: 'edit',
    params: z.object({ passthrough: Id }),
    query: z.object({
      name: boundedText(textLimits.file_name).default(''),
      /** As a person has chosen; otherwise the server finds out. */
      encoding: z.enum(codePages).optional(),
    }),
    body: 'bytes',
    reply: z.object({
      msg: sentText,
      cues: z.number(),
      /** Cues and letters that could not be kept. */
      warnings: z.number(),
      encoding: sentText,
      /**
       * Two possible encodings for a person to choose from. An existing video stays unchanged until the file is sent
       * with the chosen encoding.
       */
      choice: z.tuple([EncodingPreview, EncodingPreview]).optional(),
    }),
  },
});

/** Bytes. The specification's units: chunk sizes are multiples of 256 kB between 256 kB and 512,000 kB. */
export const uploadLimits = {
  chunk: 30_720 * 1024,
  minChunk: 256 * 1024,
  maxChunk: 512_000 * 1024,
  tail: 32 * 1024 * 1024,
  captions: 10 * 1024 * 1024,
} as const;
