import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream';
import { type RecordingsOption, type ExportProgress, exportRoutes } from '@lectern/contract/exports/downloads';
import { Problem } from '@lectern/contract/problem';
import type { FastifyReply } from 'fastify';
import { feature } from '../../platform/http/serve.ts';
import { callerInLog, writeLog } from '../accounts/workspaces/workspace-log.ts';
import { hasMember } from '../accounts/workspaces/status.ts';
import { receiveArchive } from './receive-archive.ts';
import { type Exporter, findImportProgress, findExport, saveExport, touchExport, sumRecordingBytes } from './store.ts';
import { whenClosed } from '../../platform/http/when-closed.ts';
import type { World, Context, HttpExchange } from '../../platform/http/context.ts';
import { ownVideos } from '../videos/plan-limit.ts';
import { fileNameFrom, isSignedUrl, signUrl } from '../storage/signed-url.ts';
import { attachment } from '../../platform/http/send-object.ts';
import { generateArchiveFiles } from './contents.ts';
import { type Missing, archiveFormat } from './format.ts';
import { writeArchive } from './write-archive.ts';

/** Exports that are being sent by this process. */
const underWay = new Set<string>();

const nameOf = ({ workspaceId, userId }: Exporter): string => `${workspaceId} ${userId}`;

/** Throws `export_running` while an archive is being sent to a member: each reads all there is. */
function refuseSecondExport(exporter: Exporter): void {
  if (underWay.has(nameOf(exporter))) throw new Problem('export_running');
}

/** Makes an answer the one archive of a member until it has been sent or cut off. Throws `export_running`. */
function claimExport(exporter: Exporter, { raw }: FastifyReply): void {
  refuseSecondExport(exporter);
  underWay.add(nameOf(exporter));
  void whenClosed(raw).then(() => underWay.delete(nameOf(exporter)));
}

const exporterIn = ({ workspace, member }: Context<'member'>): Exporter => ({
  workspaceId: workspace.id,
  userId: member.id,
});

/** Milliseconds between two notes of how far an export is. */
const interval = 1_000;

/** Milliseconds after which a running export that is not touched was cut off with its process. */
const silence = 15_000;

/** Milliseconds within which a browser must open the address; the download itself may take as long as it takes. */
const lifetime = 300_000;

async function getExportProgress(world: World, exporter: Exporter): Promise<ExportProgress | null> {
  const row = await findExport(world.database.kysely, exporter);
  if (!row) return null;
  const { sent, total, missing } = row;
  const quiet = world.now().getTime() - row.touched_at.getTime();
  const over = (row.state === 'running' && quiet > silence) || (row.state === 'waiting' && quiet > lifetime);
  const state = over ? 'stopped' : row.state;
  return { state, recordings: row.recordings ? 'with' : 'without', sent, total, missing };
}

type NewExport = { recordings: RecordingsOption; state: 'waiting' | 'running'; total: number };

/** Notes an export, which takes the place of an earlier one, and returns the id of its run. */
async function saveNewExport(
  world: World,
  { workspaceId, userId }: Exporter,
  { recordings, ...row }: NewExport,
): Promise<string> {
  const run = randomUUID();
  const start = { sent: 0, missing: 0, touched_at: world.now() };
  await saveExport(world.database.kysely, {
    workspace_id: workspaceId,
    // a person's: whoever asked for it
    user_id: userId,
    run,
    recordings: recordings === 'with',
    ...row,
    ...start,
  });
  return run;
}

/** Begins to note how far an export is. */
async function startExportProgress(world: World, exporter: Exporter, recordings: RecordingsOption, total: number) {
  const run = await saveNewExport(world, exporter, { recordings, state: 'running', total });
  let sent = 0;
  let missing = 0;
  let writing = Promise.resolve();
  const write = (state: 'running' | 'done' | 'stopped'): void => {
    writing = writing
      .then(() => touchExport(world.database.kysely, run, { state, sent, missing, touched_at: world.now() }))
      .catch((error: unknown) => world.log.warn({ err: error }, 'The progress of an export was lost.'));
  };
  const timer = setInterval(() => write('running'), interval);
  return {
    add(bytes: number): void {
      sent += bytes;
    },
    miss(): void {
      missing += 1;
    },
    end(state: 'done' | 'stopped'): void {
      clearInterval(timer);
      write(state);
    },
  };
}

/** Sends a member's archive. It stops being written when the client goes. Throws `export_running`. */
async function streamExportArchive(
  ctx: Context<'capability'>,
  exporter: Exporter,
  recordings: RecordingsOption,
  { reply }: HttpExchange,
): Promise<void> {
  claimExport(exporter, reply);
  const { workspaceId } = exporter;
  const db = ctx.database.kysely;
  const videos = await ownVideos(db, workspaceId);
  const total = recordings === 'with' ? await sumRecordingBytes(db, workspaceId) : 0;
  const progress = await startExportProgress(ctx, exporter, recordings, total);
  const gone = new AbortController();
  const folders: string[] = [];
  const missing: Missing[] = [];
  const onMissing = (each: Missing): void => {
    missing.push(each);
    progress.miss();
  };
  const created = ctx.now();
  const archive = writeArchive(
    generateArchiveFiles(ctx, {
      workspaceId,
      by: exporter.userId,
      videos,
      recordings,
      origin: ctx.origin,
      folders,
      onMissing,
    }),
    {
      signal: gone.signal,
      onBytes: progress.add,
      finish: (files) => ({
        path: 'export.json',
        compress: true,
        async *open() {
          const manifest = { ...archiveFormat, created_at: created.toISOString(), videos: folders, missing, files };
          yield `${JSON.stringify(manifest, undefined, 2)}\n`;
        },
      }),
    },
  );
  // Also where the client has gone by now.
  finished(reply.raw, (broken) => {
    progress.end(broken ? 'stopped' : 'done');
    gone.abort();
  });
  const name = fileNameFrom(`${ctx.brand} export ${created.toISOString().slice(0, 10)}`, '.zip');
  void reply
    .header('content-disposition', attachment(name))
    .header('cache-control', 'no-store')
    .type('application/zip')
    .send(archive);
}

const path = (workspaceId: string, recordings: RecordingsOption): string => `/export/${workspaceId}/${recordings}`;

const logExport = (ctx: Context<'member'>, recordings: RecordingsOption): Promise<void> =>
  writeLog(ctx.database.kysely, {
    ...callerInLog(ctx),
    action: 'export.started',
    object: { kind: 'export', id: ctx.workspace.id },
    detail: { recordings },
  });

export const exports = feature(exportRoutes, {
  async export(ctx, { recordings }, wire) {
    const exporter = exporterIn(ctx);
    refuseSecondExport(exporter);
    await logExport(ctx, recordings);
    await streamExportArchive(ctx, exporter, recordings, wire);
  },

  async exportLink(ctx, { recordings }) {
    // Said where somebody reads it, and not in a browser's list of downloads.
    const exporter = exporterIn(ctx);
    refuseSecondExport(exporter);
    await logExport(ctx, recordings);
    // The browser will open the address in a moment.
    await saveNewExport(ctx, exporter, { recordings, state: 'waiting', total: 0 });
    return { url: signUrl(ctx, path(exporter.workspaceId, recordings), lifetime) };
  },

  exportProgress: async (ctx) => ({ data: await getExportProgress(ctx, exporterIn(ctx)) }),

  async exportDownload(ctx, { userId: workspaceId, recordings, ...signature }, wire) {
    const exporter = { workspaceId, userId: signature.by };
    if (!isSignedUrl(ctx, path(workspaceId, recordings), signature)) throw new Problem('not_found');
    if (!(await hasMember(ctx.database.kysely, workspaceId, exporter.userId))) throw new Problem('not_found');
    await streamExportArchive(ctx, exporter, recordings, wire);
  },

  import: receiveArchive,

  importProgress: async (ctx) => ({ data: await findImportProgress(ctx.database.kysely, ctx.workspace.id) }),
});
