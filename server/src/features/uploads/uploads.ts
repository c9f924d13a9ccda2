import { Problem } from '@lectern/contract/problem';
import { plans } from '@lectern/contract/rules/plans';
import { uploadRoutes } from '@lectern/contract/uploads';
import { feature } from '../../platform/serve.ts';
import { activeVideos } from '../videos/allowance.ts';
import { addCaptions } from './captions.ts';
import { discardUpload } from './discard.ts';
import { unguessable } from './finish.ts';
import { receive } from './receive.ts';
import { createUpload, openUploads, uploadOf } from './store.ts';

const address = (origin: string, key: string): string => `${origin}/upload/${key}`;

export const uploads = feature(uploadRoutes, {
  async create(ctx, { name }) {
    const { id, plan } = ctx.member;
    if ((await activeVideos(ctx.database.kysely, id)).length >= plans[plan].videos) throw new Problem('plan_maximum');
    const upload = await createUpload(ctx.database.kysely, id, unguessable(), name ?? null);
    return { url: address(ctx.origin, upload.key), id: upload.id };
  },
  async open(ctx) {
    const rows = await openUploads(ctx.database.kysely, ctx.member.id);
    return {
      data: rows.map((row) => ({
        id: row.id,
        url: address(ctx.origin, row.key),
        file_name: row.file_name ?? row.title ?? '',
        size: row.size,
        received: row.received,
        created_at: Math.floor(row.created_at.getTime() / 1000),
      })),
    };
  },
  async cancel(ctx, { id }) {
    if (!(await uploadOf(ctx.database.kysely, ctx.member.id, id))) throw new Problem('not_found');
    await discardUpload(ctx, id, 'cancelled');
    return { msg: 'Upload cancelled.' };
  },
  put: receive,
  captions: addCaptions,
});
