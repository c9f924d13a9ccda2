import { exportRoutes } from '@lectern/contract/downloads';
import { Problem } from '@lectern/contract/problem';
import { feature } from '../../platform/serve.ts';
import { sign, verify } from '../../platform/signing.ts';
import { awaitProgress, progressOf } from './progress.ts';
import { sendArchive } from './send-archive.ts';

/** Milliseconds within which a browser must open the address; the download itself may take as long as it takes. */
const lifetime = 300_000;

const path = (userId: string): string => `/export/${userId}`;

export const exports = feature(exportRoutes, {
  export: (ctx, _, wire) => sendArchive(ctx, ctx.member.id, wire),

  exportLink(ctx) {
    awaitProgress(ctx.member.id);
    const expires = new Date(ctx.now().getTime() + lifetime);
    return { url: `${ctx.origin}${sign(ctx, path(ctx.member.id), expires)}` };
  },

  exportProgress: (ctx) => ({ data: progressOf(ctx.member.id) }),

  async exportDownload(ctx, { userId, ...signature }, wire) {
    if (!verify(ctx, path(userId), signature, ctx.now())) throw new Problem('not_found');
    await sendArchive(ctx, userId, wire);
  },
});
