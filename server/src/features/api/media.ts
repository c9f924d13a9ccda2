import { Problem } from '@lectern/contract/problem';
import { formatExactTimecode } from '@lectern/contract/rules/timecode';
import type { UnfinishedUpload } from '@lectern/contract/uploads/uploads';
import { type ApiClip, apiMediaRoutes, type ApiUpload } from '@lectern/contract/v1/media';
import type { Context } from '../../platform/http/context.ts';
import { clips, cutClip, findOwnClip } from '../playback/clips/clips.ts';
import { uploads } from '../uploads/uploads.ts';
import { apiFeature } from './api-feature.ts';
import { asDownload, roundSeconds } from './recordings.ts';

const asApiUpload = ({ id, url, file_name, size, received, fetched, created_at }: UnfinishedUpload): ApiUpload => ({
  id,
  upload_url: fetched ? null : url,
  file_name,
  size,
  received,
  created_at: new Date(created_at * 1000).toISOString(),
});

/** Throws `not_found`, for a finished one too. */
async function unfinishedUpload(ctx: Context<'member'>, id: string): Promise<ApiUpload> {
  const { data } = await uploads.verbs.open(ctx);
  const found = data.find((upload) => upload.id === id);
  if (!found) throw new Problem('not_found');
  return asApiUpload(found);
}

/** A clip, and where it is once it is cut. */
export async function clipOf(ctx: Context<'member'>, id: string): Promise<ApiClip> {
  const { clip, url } = await findOwnClip(ctx, id);
  return {
    id,
    recording_id: clip.video_id,
    start: roundSeconds(clip.start_s),
    end: roundSeconds(clip.end_s),
    state: clip.state,
    download_url: url && new URL(url, ctx.origin).href,
  };
}

export const apiMedia = apiFeature(apiMediaRoutes, {
  async listUploads(ctx) {
    const { data } = await uploads.verbs.open(ctx);
    return { data: data.map(asApiUpload) };
  },

  async createUpload(ctx, { file_name: name }) {
    const { id } = await uploads.verbs.create(ctx, { name });
    return unfinishedUpload(ctx, id);
  },

  async uploadFromUrl(ctx, wish) {
    const { id } = await uploads.verbs.fromUrl(ctx, wish);
    return unfinishedUpload(ctx, id);
  },

  getUpload: (ctx, { id }) => unfinishedUpload(ctx, id),

  async cancelUpload(ctx, { id }) {
    await uploads.verbs.cancel(ctx, { id });
    return { id, removed: true as const };
  },

  async createClip(ctx, { recording_id: passthrough, start, end }) {
    const wish = { passthrough, timeIn: formatExactTimecode(start), timeOut: formatExactTimecode(end) };
    const { clip } = await cutClip(ctx, wish);
    return clipOf(ctx, clip.id);
  },

  getClip: (ctx, { id }) => clipOf(ctx, id),

  async createScreenshot(ctx, { recording_id: passthrough, at }) {
    const { data } = await clips.verbs.screenshot(ctx, { passthrough, time: formatExactTimecode(at) });
    return { ...asDownload(ctx, data.url), file_name: data.filename };
  },
});
