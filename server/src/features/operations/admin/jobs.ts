import type { AdminJob, TableQuery } from '@lectern/contract/operations/admin';
import { Problem } from '@lectern/contract/problem';
import type { Context } from '../../../platform/http/context.ts';
import { recordAudit } from './audit.ts';
import { unsortableProblem } from './paging.ts';

/** The jobs of the last week, those that failed and those that run first. There is no other order. */
export async function listJobs(
  { database, jobs }: Context<'admin'>,
  { page, limit, q, sort }: TableQuery,
): Promise<{ data: AdminJob[]; total: number }> {
  if (sort && sort !== 'state') throw unsortableProblem(sort);
  const { rows, total } = await jobs.list({ limit, offset: (page - 1) * limit, part: q.trim().toLowerCase() });
  const ids = rows.flatMap(({ payload }) => ('videoId' in payload ? [String(payload.videoId)] : []));
  const videos =
    ids.length > 0
      ? await database.kysely.selectFrom('videos').select(['id', 'title']).where('id', 'in', ids).execute()
      : [];
  const titles = new Map(videos.map(({ id, title }) => [id, title]));
  return {
    total,
    data: rows.map(({ payload, createdAt, finishedAt, ...row }) => {
      const id = 'videoId' in payload ? String(payload.videoId) : undefined;
      return {
        ...row,
        video: id !== undefined && titles.has(id) ? { _id: id, title: titles.get(id)! } : null,
        created_at: createdAt.toISOString(),
        finished_at: finishedAt?.toISOString() ?? null,
      };
    }),
  };
}

/** Lets a failed job run once more. Throws `not_found` for one that has not failed, or whose like runs already. */
export async function retryJob(ctx: Context<'admin'>, { id }: { id: string }): Promise<{ msg: string }> {
  await ctx.database.transaction(async (tx) => {
    if (!(await ctx.jobs.retry(id, { tx })))
      throw new Problem('not_found', { detail: 'This job has not failed, or it is already running again.' });
    await recordAudit(tx, ctx, { action: 'retried a job', object: { kind: 'job', id } });
  });
  return { msg: 'The job has been started again.' };
}

/** Ends a job that waits or runs. Throws `not_found` for one that has ended. */
export async function cancelJob(ctx: Context<'admin'>, { id }: { id: string }): Promise<{ msg: string }> {
  await ctx.database.transaction(async (tx) => {
    if (!(await ctx.jobs.cancelById(id, { tx })))
      throw new Problem('not_found', { detail: 'This job has already ended.' });
    await recordAudit(tx, ctx, { action: 'cancelled a job', object: { kind: 'job', id } });
  });
  return { msg: 'The job has been cancelled.' };
}
