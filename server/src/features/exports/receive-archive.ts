import { randomUUID } from 'node:crypto';
import type { ImportProgress, Repeats } from '@lectern/contract/downloads';
import { Problem } from '@lectern/contract/problem';
import { plans } from '@lectern/contract/rules/plans';
import type { Context } from '../../platform/context.ts';
import { problemOf } from '../../platform/problem-of.ts';
import type { Wire } from '../../platform/serve.ts';
import { keyOf } from '../storage/keys.ts';
import { finishRemoval, noteRemoval } from '../storage/removals.ts';
import { roomBesideUploads } from '../uploads/room.ts';
import { activeVideos } from '../videos/allowance.ts';
import { importKey, touchWhileReceiving } from './import-progress.ts';
import { beginImport, updateImport } from './store.ts';

/** Bytes that the texts of a whole account may take beside its recordings. */
const roomForTexts = 500_000_000;

/** The archive lies on the disk until the last of its recordings has been copied out of it. */
const copies = 2;

/**
 * Takes an archive for the caller's account; a job looks into it and brings its videos in.
 * Throws `plan_maximum`, `archive_too_large`, `archive_incomplete`, `import_running` and `disk_full`.
 */
export async function receiveArchive(
  ctx: Context<'active'>,
  { repeats }: { repeats: Repeats },
  { request }: Wire,
): Promise<{ data: ImportProgress }> {
  const { id: userId, plan } = ctx.member;
  const db = ctx.database.kysely;
  const room = plans[plan].videos - (await activeVideos(db, userId)).length;
  if (room <= 0) throw new Problem('plan_maximum');
  const longest = room * ctx.maxFileSize + roomForTexts;
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > longest) throw new Problem('archive_too_large');
  const fits = (await roomBesideUploads(ctx)) / copies;
  if (announced >= fits) throw new Problem('disk_full');
  const id = randomUUID();
  if (!(await ctx.database.transaction((tx) => beginImport(tx, id, userId, ctx.now()))))
    throw new Problem('import_running');
  const received = touchWhileReceiving(ctx, id);
  try {
    const limit = Math.min(longest, fits);
    const { taken, whole, error } = await ctx.storage.append(keyOf.archive(id), request.raw, { at: 0, skip: 0, limit });
    // Not every archive announces its length.
    if (taken > limit) throw new Problem(taken > longest ? 'archive_too_large' : 'disk_full');
    if (!whole || taken === 0) throw new Problem('archive_incomplete', { cause: error });
    await ctx.database.transaction(async (tx) => {
      const kept = await updateImport(tx, id, ['receiving'], { state: 'waiting', touched_at: ctx.now() });
      // Sent a second time meanwhile: the later one counts.
      if (!kept) throw new Problem('import_running');
      await ctx.jobs.enqueue('import', { importId: id, repeats }, { tx, key: importKey(id), member: userId });
    });
  } catch (error) {
    const problem = problemOf(error, 'internal');
    await ctx.database.transaction(async (tx) => {
      await updateImport(tx, id, ['receiving'], { state: 'failed', problem: problem.text });
      await noteRemoval(tx, id);
    });
    await finishRemoval(ctx, id);
    throw problem;
  } finally {
    received();
  }
  return { data: { state: 'waiting', imported: 0, videos: 0, problem: null } };
}
