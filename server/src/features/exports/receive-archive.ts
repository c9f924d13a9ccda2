import { randomUUID } from 'node:crypto';
import type { ImportProgress, DuplicatePolicy } from '@lectern/contract/exports/downloads';
import { Problem } from '@lectern/contract/problem';
import { plans } from '@lectern/contract/rules/plans';
import type { Context, HttpExchange, World } from '../../platform/http/context.ts';
import { problemOf } from '../../platform/http/problem-of.ts';
import { storageKeys } from '../storage/keys.ts';
import { scheduleDeletion } from '../storage/pending-deletions.ts';
import { advanceReservationBytes, withinRoom } from '../uploads/append-to-upload.ts';
import { activeVideos, recordLimit } from '../videos/plan-limit.ts';
import { callerInLog, writeLog } from '../accounts/workspaces/workspace-log.ts';
import { lockWorkspace } from '../accounts/workspaces/workspace.ts';
import { importKey, startImportHeartbeat } from './import-progress.ts';
import { updateImport, beginImport } from './store.ts';
import { roomLeft } from '../uploads/reserve-space.ts';

/** The archive lies on the disk until the last of its recordings has been copied out of it. */
const copies = 2;

/**
 * Reserves room for an archive of `bytes`, 0 when unknown, and bytes `ahead`, of which so many are written, until it
 * arrives or is given up. Throws `import_running` and `disk_full`.
 */
async function promiseRoom(
  world: World,
  { id, workspaceId, createdBy, begins }: { id: string; workspaceId: string; createdBy: string; begins: boolean },
  { bytes, ahead, written }: { bytes: number; ahead: number; written: number },
): Promise<number> {
  const { database, storage, now } = world;
  const space = await storage.room();
  return database.transaction(async (tx) => {
    // Before the row of the import: two of a member would wait for each other.
    await lockWorkspace(tx, workspaceId);
    if (begins && !(await beginImport(world, tx, { id, workspaceId, createdBy, now: now() })))
      throw new Problem('import_running');
    const most = Math.floor((written + (await roomLeft(tx, space, id))) / copies);
    if (bytes > most) throw new Problem('disk_full');
    const promised = Math.min(bytes + ahead, most);
    // Sent a second time meanwhile: the later one counts.
    if (!(await updateImport(tx, id, ['receiving'], { promised: promised * copies })))
      throw new Problem('import_running');
    return promised;
  });
}

/** Bytes that the texts of a whole account may take beside its recordings. */
const roomForTexts = 500_000_000;

/**
 * Takes an archive for the caller's account; a job looks into it and brings its videos in.
 * Throws `plan_maximum`, `archive_too_large`, `archive_incomplete`, `import_running` and `disk_full`.
 */
export async function receiveArchive(
  ctx: Context<'active'>,
  { repeats }: { repeats: DuplicatePolicy },
  { request }: HttpExchange,
): Promise<{ data: ImportProgress }> {
  const { id: workspaceId, plan } = ctx.workspace;
  const db = ctx.database.kysely;
  const room = plans[plan].videos - (await activeVideos(db, workspaceId)).length;
  if (room <= 0) {
    const refusal = new Problem('plan_maximum');
    await recordLimit(ctx, workspaceId, refusal);
    throw refusal;
  }
  const longest = room * ctx.maxFileSize + roomForTexts;
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > longest) throw new Problem('archive_too_large');
  const id = randomUUID();
  const started = { id, workspaceId, createdBy: ctx.member.id };
  const promised = await promiseRoom(ctx, { ...started, begins: true }, { bytes: announced, ahead: 0, written: 0 });
  const received = startImportHeartbeat(ctx, id);
  // Not every archive announces its length.
  const { body, refusal } = withinRoom(request.raw, promised, async (bytes) => {
    if (bytes > longest) throw new Problem('archive_too_large');
    const ahead = Math.min(advanceReservationBytes, longest - bytes);
    return promiseRoom(ctx, { ...started, begins: false }, { bytes, ahead, written: bytes });
  });
  try {
    const {
      bytesTaken: taken,
      endedNormally: whole,
      error,
    } = await ctx.storage.append(storageKeys.archive(id), body, {
      at: 0,
      skip: 0,
      limit: longest,
    });
    if (refusal() !== undefined) throw refusal();
    if (!whole || taken === 0) throw new Problem('archive_incomplete', { cause: error });
    await ctx.database.transaction(async (tx) => {
      const kept = await updateImport(tx, id, ['receiving'], { state: 'waiting', touched_at: ctx.now() });
      // Sent a second time meanwhile: the later one counts.
      if (!kept) throw new Problem('import_running');
      await writeLog(tx, { ...callerInLog(ctx), action: 'import.started', object: { kind: 'import', id } });
      await ctx.jobs.enqueue('import', { importId: id, repeats }, { tx, key: importKey(id), member: workspaceId });
    });
  } catch (error) {
    const problem = problemOf(error, 'internal');
    await ctx.database.transaction(async (tx) => {
      await updateImport(tx, id, ['receiving'], { state: 'failed', problem: problem.text });
      await scheduleDeletion(ctx, tx, id);
    });
    throw problem;
  } finally {
    received();
    body.destroy();
  }
  return { data: { state: 'waiting', imported: 0, videos: 0, problem: null } };
}
