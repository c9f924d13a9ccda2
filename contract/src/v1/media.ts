import { z } from 'zod';
import { routes } from '../route.ts';
import { textLimits } from '../rules/longest.ts';
import { boundedText, sentText, shownText } from '../text.ts';
import { ById, Id, listOf, Removed, Seconds, When } from './lists.ts';

export const ApiUpload = z
  .object({
    id: Id,
    /** Where the bytes go, in chunks with `Content-Range`; null where the server fetches them. */
    upload_url: sentText.nullable(),
    file_name: sentText,
    /** Bytes; null where they are not known. */
    size: z.number().nullable(),
    received: z.number().nullable(),
    created_at: When,
  })
  .meta({ id: 'Upload' });
export type ApiUpload = z.infer<typeof ApiUpload>;

export const ApiClip = z
  .object({
    id: Id,
    recording_id: Id,
    start: Seconds,
    end: Seconds,
    state: z.enum(['waiting', 'running', 'done', 'failed']),
    /** Opens without a key, for some hours; null until it is cut. */
    download_url: sentText.nullable(),
  })
  .meta({ id: 'Clip' });
export type ApiClip = z.infer<typeof ApiClip>;

const Screenshot = z.object({ download_url: sentText, file_name: sentText }).meta({ id: 'Screenshot' });

/** Within a day, to the millisecond. */
const WantedSecond = z.number().min(0).max(86_399.999);

export const apiMediaRoutes = routes({
  listUploads: {
    method: 'GET',
    path: '/v1/uploads',
    access: 'member',
    right: 'edit',
    scope: 'write',
    api: { summary: 'List the uploads that are not finished' },
    reply: listOf(ApiUpload),
  },
  createUpload: {
    method: 'POST',
    path: '/v1/uploads',
    access: 'active',
    right: 'edit',
    scope: 'write',
    api: { summary: 'Begin an upload; the recording will have its id', status: 201 },
    body: z.strictObject({ file_name: boundedText(textLimits.file_name).min(1) }),
    reply: ApiUpload,
  },
  uploadFromUrl: {
    method: 'POST',
    path: '/v1/uploads/from-url',
    access: 'active',
    right: 'edit',
    scope: 'write',
    api: {
      summary: 'Have a recording fetched from a public https address; it will have the id of the upload',
      status: 202,
    },
    body: z.strictObject({ url: boundedText(2_000).min(1), title: shownText(textLimits.title).optional() }),
    reply: ApiUpload,
  },
  getUpload: {
    method: 'GET',
    path: '/v1/uploads/:id',
    access: 'member',
    right: 'edit',
    scope: 'write',
    api: { summary: 'Get an upload that is not finished' },
    params: ById,
    reply: ApiUpload,
  },
  cancelUpload: {
    method: 'DELETE',
    path: '/v1/uploads/:id',
    access: 'member',
    right: 'edit',
    scope: 'write',
    api: { summary: 'Cancel an upload' },
    params: ById,
    reply: Removed,
  },
  createClip: {
    method: 'POST',
    path: '/v1/clips',
    access: 'active',
    right: 'edit',
    scope: 'write',
    api: { summary: 'Cut a clip out of a recording; the same part is cut once', status: 202 },
    body: z.strictObject({ recording_id: Id, start: WantedSecond, end: WantedSecond }),
    reply: ApiClip,
  },
  getClip: {
    method: 'GET',
    path: '/v1/clips/:id',
    access: 'member',
    right: 'download',
    scope: 'read',
    api: { summary: 'Get a clip' },
    params: ById,
    reply: ApiClip,
  },
  createScreenshot: {
    method: 'POST',
    path: '/v1/screenshots',
    access: 'active',
    right: 'edit',
    scope: 'write',
    api: { summary: 'Take the picture that is shown at a second', status: 201 },
    body: z.strictObject({ recording_id: Id, at: WantedSecond }),
    reply: Screenshot,
  },
});
