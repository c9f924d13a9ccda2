import { finished } from 'node:stream';
import type { RecordingsOption } from '@lectern/contract/exports/downloads';
import { ownVideos } from '../videos/plan-limit.ts';
import type { Context, HttpExchange } from '../../platform/http/context.ts';
import { fileNameFrom } from '../storage/signed-url.ts';
import { attachment } from '../../platform/http/send-object.ts';
import { claimExport } from './claim-export.ts';
import { generateArchiveFiles } from './contents.ts';
import { archiveFormat, type Missing } from './format.ts';
import { startExportProgress } from './progress.ts';
import { sumRecordingBytes } from './store.ts';
import { writeArchive } from './write-archive.ts';

/** Sends a member's archive. It stops being written when the client goes. Throws `export_running`. */
export async function streamExportArchive(
  ctx: Context<'capability'>,
  { userId, recordings }: { userId: string; recordings: RecordingsOption },
  { reply }: HttpExchange,
): Promise<void> {
  claimExport(userId, reply);
  const db = ctx.database.kysely;
  const videos = await ownVideos(db, userId);
  const total = recordings === 'with' ? await sumRecordingBytes(db, userId) : 0;
  const progress = await startExportProgress(ctx, userId, { recordings, total });
  const gone = new AbortController();
  const folders: string[] = [];
  const missing: Missing[] = [];
  const onMissing = (each: Missing): void => {
    missing.push(each);
    progress.miss();
  };
  const created = ctx.now();
  const archive = writeArchive(
    generateArchiveFiles(ctx, { userId, videos, recordings, origin: ctx.origin, folders, onMissing }),
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
