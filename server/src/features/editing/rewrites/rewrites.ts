import { Problem } from '@lectern/contract/problem';
import { type Rewrite, type RewriteOccurrence, rewriteLimits, rewriteRoutes } from '@lectern/contract/editing/rewrites';
import { day } from '@lectern/contract/rules/durations';
import type { Context, World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { feature } from '../../../platform/http/serve.ts';
import { glossaryRulesOf } from '../../transcripts/glossary/rules-of.ts';
import { lockWorkspace } from '../../accounts/workspaces/workspace.ts';
import { enqueueNextBatch } from './rewrite.job.ts';
import {
  type StoredOccurrence,
  type RewriteRow,
  type ShownRewrite,
  setOccurrencesWanted,
  countPlaces,
  deleteAbandonedScans,
  dropOldest,
  insertRewrite,
  isAnyWanted,
  lockRewrite,
  ownRewrites,
  placesAfter,
  listRewriteRecordings,
  rewriteById,
  dropBefore,
} from './store.ts';

/** Milliseconds for which a rewrite can be undone. */
const kept = 30 * day;

/** Forgets what was rewritten so long ago that nobody undoes it. */
export async function sweepRewrites({ database, now }: World): Promise<void> {
  await dropBefore(database.kysely, new Date(now().getTime() - kept));
}

/** Returns the phase in which a rewrite failed. */
const stoppedIn = ({ state }: ShownRewrite): Rewrite['stopped'] =>
  state === 'looking' || state === 'applying' || state === 'undoing' ? state : null;

/** Rewrites as the page shows them. */
async function asRewrites(db: Queryable, rows: readonly ShownRewrite[]): Promise<Rewrite[]> {
  if (rows.length === 0) return [];
  const counted = await countPlaces(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const own = counted.filter(({ rewrite_id }) => rewrite_id === row.id);
    const sum = (of: (typeof own)[number][]): number => of.reduce((all, { count }) => all + count, 0);
    const inState = (state: StoredOccurrence['state']): number => sum(own.filter((each) => each.state === state));
    const [changed, passed, undone, kept] = [inState('changed'), inState('passed'), inState('undone'), inState('kept')];
    const wanted = sum(own.filter((each) => each.selected));
    const parts: Record<RewriteRow['state'], [done: number, of: number]> = {
      looking: [row.videos_scanned, row.recordings ?? 1],
      ready: [1, 1],
      applying: [changed + passed, wanted],
      applied: [1, 1],
      undoing: [undone + kept, changed + undone + kept],
      undone: [1, 1],
    };
    const [done, of] = parts[row.state];
    return {
      id: row.id,
      state: row.problem === null ? row.state : 'failed',
      stopped: row.problem === null ? null : stoppedIn(row),
      terms: row.terms,
      progress: of === 0 ? 1 : done / of,
      cut_off: row.cut_off,
      problem: row.problem,
      created_at: row.created_at.toISOString(),
      applied_at: row.applied_at?.toISOString() ?? null,
      places: { all: sum(own), wanted, changed, passed, undone, kept },
    };
  });
}

const asOne = async (db: Queryable, row: RewriteRow): Promise<{ data: Rewrite }> => ({
  data: (
    await asRewrites(db, [{ ...row, terms: row.rules.map(({ term }) => term), recordings: row.videos?.length ?? null }])
  )[0]!,
});

const asPlace = ({
  at,
  video_id,
  field,
  start_s,
  before,
  after,
  selected,
  state,
}: StoredOccurrence): RewriteOccurrence => ({
  at,
  passthrough: video_id,
  field,
  start: start_s,
  before,
  after,
  wanted: selected,
  state,
});

/** A member's own one. Throws `not_found`. */
function owned(row: RewriteRow | undefined, { workspace }: Pick<Context<'member'>, 'workspace'>): RewriteRow {
  if (row?.workspace_id !== workspace.id) throw new Problem('not_found');
  return row;
}

/** Changes a member's own rewrite, which nobody else changes meanwhile. */
const change = (
  ctx: Context<'member'>,
  id: string,
  make: (tx: Queryable, row: RewriteRow) => Promise<RewriteRow>,
): Promise<{ data: Rewrite }> =>
  ctx.database.transaction(async (tx) => asOne(tx, await make(tx, owned(await lockRewrite(tx, id), ctx))));

const isRunning = ({ state, problem }: Pick<RewriteRow, 'state' | 'problem'>): boolean =>
  (state === 'applying' || state === 'undoing') && problem === null;

export const rewrites = feature(rewriteRoutes, {
  async rewrites({ database, workspace }) {
    const rows = await ownRewrites(database.kysely, workspace.id);
    return { data: await asRewrites(database.kysely, rows) };
  },

  look: (ctx, { terms }) =>
    ctx.database.transaction(async (tx) => {
      await lockWorkspace(tx, ctx.workspace.id);
      const known = await glossaryRulesOf(tx, ctx.workspace.id);
      const rules = known.filter(({ id, wrong }) => wrong.length > 0 && (terms?.includes(id) ?? true));
      if (rules.length === 0) throw new Problem('nothing_to_rewrite');
      if ((await ownRewrites(tx, ctx.workspace.id)).some(isRunning)) throw new Problem('rewrite_running');
      await deleteAbandonedScans(tx, ctx.workspace.id);
      const row = await insertRewrite(tx, {
        workspace_id: ctx.workspace.id,
        created_by: ctx.member.id,
        rules,
        created_at: ctx.now(),
      });
      return asOne(tx, await enqueueNextBatch(ctx, tx, row, {}));
    }),

  async rewrite(ctx, { id }) {
    const db = ctx.database.kysely;
    const { data } = await asOne(db, owned(await rewriteById(db, id), ctx));
    const recordings = await listRewriteRecordings(db, id);
    return {
      data: { ...data, recordings: recordings.map(({ id: passthrough, ...rest }) => ({ passthrough, ...rest })) },
    };
  },

  async places(ctx, { id, after }) {
    const db = ctx.database.kysely;
    owned(await rewriteById(db, id), ctx);
    const rows = await placesAfter(db, id, after);
    return { data: rows.slice(0, rewriteLimits.page).map(asPlace), more: rows.length > rewriteLimits.page };
  },

  choose: (ctx, { id, wanted, at, passthrough: videoId }) =>
    change(ctx, id, async (tx, row) => {
      if (row.state !== 'ready') throw new Problem('rewrite_over');
      await setOccurrencesWanted(tx, id, { wanted, at, videoId });
      return row;
    }),

  apply: (ctx, { id }) =>
    change(ctx, id, async (tx, row) => {
      if (row.state !== 'ready') throw new Problem('rewrite_over');
      if (!(await isAnyWanted(tx, id))) throw new Problem('nothing_to_rewrite');
      await dropOldest(tx, row.workspace_id);
      return enqueueNextBatch(ctx, tx, row, { state: 'applying', applied_at: ctx.now() });
    }),

  goOn: (ctx, { id }) =>
    change(ctx, id, async (tx, row) => {
      if (row.problem === null) throw new Problem('rewrite_over');
      return enqueueNextBatch(ctx, tx, row, {});
    }),

  undo: (ctx, { id }) =>
    change(ctx, id, async (tx, row) => {
      const isCutOff = row.problem !== null && (row.state === 'applying' || row.state === 'undoing');
      if (row.state !== 'applied' && !isCutOff) throw new Problem('rewrite_over');
      return enqueueNextBatch(ctx, tx, row, { state: 'undoing' });
    }),
});
