import { exportRoutes, type RecordingsOption } from '@lectern/contract/exports/downloads';
import { Problem } from '@lectern/contract/problem';
import { feature } from '../../platform/http/serve.ts';
import { sign, isSignatureValid } from '../../platform/http/signing.ts';
import { isActive } from '../accounts/account-status.ts';
import { refuseSecondExport } from './claim-export.ts';
import { saveWaitingExport, lifetime, getExportProgress } from './progress.ts';
import { receiveArchive } from './receive-archive.ts';
import { streamExportArchive } from './send-archive.ts';
import { findImportProgress } from './store.ts';

const path = (userId: string, recordings: RecordingsOption): string => `/export/${userId}/${recordings}`;

export const exports = feature(exportRoutes, {
  export: (ctx, { recordings }, wire) => streamExportArchive(ctx, { userId: ctx.member.id, recordings }, wire),

  async exportLink(ctx, { recordings }) {
    // Said where somebody reads it, and not in a browser's list of downloads.
    refuseSecondExport(ctx.member.id);
    await saveWaitingExport(ctx, ctx.member.id, recordings);
    const expires = new Date(ctx.now().getTime() + lifetime);
    return { url: `${ctx.origin}${sign(ctx, path(ctx.member.id, recordings), expires)}` };
  },

  exportProgress: async (ctx) => ({ data: await getExportProgress(ctx, ctx.member.id) }),

  async exportDownload(ctx, { userId, recordings, ...signature }, wire) {
    if (!isSignatureValid(ctx, path(userId, recordings), signature, ctx.now())) throw new Problem('not_found');
    if (!(await isActive(ctx.database.kysely, userId))) throw new Problem('not_found');
    await streamExportArchive(ctx, { userId, recordings }, wire);
  },

  import: receiveArchive,

  importProgress: async (ctx) => ({ data: await findImportProgress(ctx.database.kysely, ctx.member.id) }),
});
