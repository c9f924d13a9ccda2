import { Problem } from '@lectern/contract/problem';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { feature } from '../../platform/http/serve.ts';
import { videoById } from '../videos/find-video.ts';
import { signForMember } from '../videos/signed-playback-id.ts';
import {
  uploadUrlsById,
  insertProviderAsset,
  enqueueAssetSync,
  findEventSubjectId,
  updateProviderAsset,
} from '../storage/provider-assets.ts';
import { findArriving } from './arriving.ts';
import { beginUpload } from './begin-upload.ts';
import { addCaptions } from './captions.ts';
import { discardUpload } from './discard.ts';
import { receive } from './receive.ts';
import { openUploads, findUpload } from './store.ts';
import { uploadFromUrl } from './upload-from-url.ts';
import { rejectionProblem } from './upload-problems.ts';
import type { Context, HttpExchange, World } from '../../platform/http/context.ts';
import { rawBody } from '../../platform/http/json-bodies.ts';
import type { Provider } from '../../ports/media/port.ts';

/**
 * Gets a provider URL to which a page of `origin` sends an existing upload. Without a URL the upload ends, including
 * anything the provider began.
 */
async function beginDirect(
  world: World,
  provider: Provider,
  { id, origin }: { id: string; origin: string },
): Promise<string> {
  try {
    const { upload, url } = await provider.begin({ id, origin });
    await updateProviderAsset(world.database.kysely, id, { upload_id: upload, url });
    return url;
  } catch (error) {
    await discardUpload(world, id, 'cancelled');
    throw error;
  }
}

/** A signed event wakes the job that asks for the truth; what the event itself claims is not read. */
async function providerWebhook(ctx: Context<'capability'>, { request }: HttpExchange): Promise<{ received: boolean }> {
  const { provider } = ctx.media;
  if (!provider) throw new Problem('not_found');
  const event = await provider.readEvent(rawBody(request), request.headers);
  // Other installations may share the account: what is not ours is nobody's here.
  const id = await findEventSubjectId(ctx.database.kysely, event);
  if (id !== undefined) await enqueueAssetSync(ctx, id);
  return { received: true };
}

const address = (origin: string, key: string): string => `${origin}/upload/${key}`;

export const uploads = feature(uploadRoutes, {
  async create(ctx, { name }) {
    const { provider } = ctx.media;
    const upload = await beginUpload(ctx, { title: null, file_name: name ?? null }, async (tx, { id }) => {
      if (provider) await insertProviderAsset(tx, id);
    });
    const url = provider ? await beginDirect(ctx, provider, { ...upload, origin: ctx.origin }) : undefined;
    return { url: url ?? address(ctx.origin, upload.key), id: upload.id };
  },
  fromUrl: uploadFromUrl,
  async open(ctx) {
    const rows = await openUploads(ctx.database.kysely, ctx.workspace.id);
    const elsewhere = await uploadUrlsById(
      ctx.database.kysely,
      rows.map(({ id }) => id),
    );
    return {
      data: rows.flatMap((row) => {
        const url = elsewhere.has(row.id) ? elsewhere.get(row.id) : address(ctx.origin, row.key);
        // Its address was lost with a server that died: nothing can be sent there, and it ends by itself.
        if (!url) return [];
        return {
          id: row.id,
          url,
          file_name: row.file_name ?? row.title ?? '',
          size: row.size,
          received: elsewhere.has(row.id) ? null : row.received,
          arrived: row.arrived,
          fetched: row.fetched,
          created_at: Math.floor(row.created_at.getTime() / 1000),
        };
      }),
    };
  },
  async arriving(ctx, { id }) {
    const upload = await findUpload(ctx.database.kysely, ctx.workspace.id, id);
    const isThere = upload?.state !== 'complete' || (await videoById(ctx.database.kysely, id));
    if (!upload || !isThere) throw new Problem('not_found');
    if (upload.state === 'cancelled' || upload.state === 'rejected') throw rejectionProblem(upload);
    const { size, received, key, title, file_name: name, still_since: still } = upload;
    const found = await findArriving(ctx, upload);
    const arrived = found ? await ctx.media.arrivedSeconds(found.playable) : 0;
    const { kind, duration = 0 } = found ?? {};
    const playback = kind && arrived > 0 ? { id: signForMember(ctx, key), kind, duration, arrived } : null;
    const stands = still ? { still_since: Math.floor(still.getTime() / 1000) } : {};
    return { data: { title: title ?? name ?? '', size, received, ...stands, playback } };
  },
  async cancel(ctx, { id }) {
    if (!(await findUpload(ctx.database.kysely, ctx.workspace.id, id))) throw new Problem('not_found');
    await discardUpload(ctx, id, 'cancelled');
    // The last byte may have come before the wish to cancel; saying so beats a recording that nobody expects.
    if ((await findUpload(ctx.database.kysely, ctx.workspace.id, id))?.state === 'complete')
      throw new Problem('upload_complete');
    return { msg: 'Upload cancelled.' };
  },
  put: receive,
  captions: addCaptions,
  event: (ctx, _input, wire) => providerWebhook(ctx, wire),
});
