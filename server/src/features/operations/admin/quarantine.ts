import type { TableQuery } from '@lectern/contract/operations/admin';
import type { QuarantinedFiles } from '@lectern/contract/operations/upkeep';
import { Problem } from '@lectern/contract/problem';
import type { Context, World } from '../../../platform/http/context.ts';
import {
  restoreQuarantined as putBackFiles,
  findReferencedIds,
  listQuarantined,
  measureQuarantined,
  findQuarantined,
  type QuarantinedObject,
} from '../../storage/quarantine.ts';
import { recordAudit } from './audit.ts';
import { unsortableProblem } from './paging.ts';

/** Lists the quarantine, newest first: files without a database row. No other order is supported. */
export async function searchQuarantined(
  { database, storage }: Context<'admin'>,
  { page, limit, q, sort }: TableQuery,
): Promise<{ data: QuarantinedFiles[]; total: number }> {
  if (sort && sort !== 'at') throw unsortableProblem(sort);
  const part = q.trim().toLowerCase();
  const all = (await listQuarantined(storage)).filter(({ name }) => name.toLowerCase().includes(part));
  const shown = all.slice((page - 1) * limit, page * limit);
  const ids = shown.map(({ id }) => id);
  const returned = await findReferencedIds(database.kysely, ids);
  const data = await Promise.all(
    shown.map(async (each) => {
      const { bytes, files: count, changedAt } = await measureQuarantined(storage, each);
      return {
        name: each.name,
        video: each.id,
        kind: each.kind,
        bytes,
        files: count,
        changed_at: changedAt.toISOString(),
        set_aside_at: each.at.toISOString(),
        known: returned.has(each.id),
      };
    }),
  );
  return { total: all.length, data };
}

async function one({ storage }: World, name: string): Promise<QuarantinedObject> {
  const found = await findQuarantined(storage, name);
  if (!found) throw new Problem('not_found');
  return found;
}

/**
 * Puts back what the database stands for again. Throws `not_found`, and `bad_request` where it does not or has other
 * files.
 */
export async function restoreFromQuarantine(
  ctx: Context<'admin'>,
  { name }: { name: string },
): Promise<{ msg: string }> {
  const aside = await one(ctx, name);
  if (!(await putBackFiles(ctx, aside)))
    throw new Problem('bad_request', {
      detail: 'It cannot be put back: no video or upload refers to it, or there are other files in its place.',
    });
  await note(ctx, 'put a recording back', aside);
  return { msg: 'It has been put back.' };
}

/** Deletes it for good. Written down before it is done: what was deleted always has its entry. Throws `not_found`. */
export async function removeQuarantined(ctx: Context<'admin'>, { name }: { name: string }): Promise<{ msg: string }> {
  const aside = await one(ctx, name);
  await note(ctx, 'removed a recording that was set aside', aside);
  await ctx.storage.remove(aside.what);
  return { msg: 'It has been removed.' };
}

const note = (ctx: Context<'admin'>, action: string, { name, id }: QuarantinedObject): Promise<void> =>
  ctx.database.transaction((tx) =>
    recordAudit(tx, ctx, { action, object: { kind: 'recording', id }, detail: { name } }),
  );
