import { adminRoutes, type AdminSearchHit, type SecurityRecord } from '@lectern/contract/operations/admin';
import { Problem } from '@lectern/contract/problem';
import type { Input } from '@lectern/contract/route';
import { feature } from '../../../platform/http/serve.ts';
import { signInAdministrator } from '../../accounts/administrator.ts';
import { logOut } from '../../accounts/log-out.ts';
import { endSessionsOf } from '../../accounts/sessions.ts';
import { listAudit, recordAudit } from './audit.ts';
import { health } from './health.ts';
import { listPayments, listTokens } from './histories.ts';
import { cancelJob, listJobs, retryJob } from './jobs.ts';
import { answerReport, deleteReport, listReports } from './reports.ts';
import { searchQuarantined, restoreFromQuarantine, removeQuarantined } from './quarantine.ts';
import { saveUser } from './save-user.ts';
import { selectPresentUsers, listUsers, oneUser, userSearchText } from './users.ts';
import { listVideos } from './videos.ts';
import { type Context, sessionHashOf } from '../../../platform/http/context.ts';
import { markAccountForDeletion } from '../../accounts/deletion.ts';
import { eraseAccount } from './erase-account.job.ts';
import { leaveEverything } from '../people/close-account.ts';
import { recordWithoutDevice } from '../../accounts/security/record.ts';
import { buildSearchPattern, loadPage } from './paging.ts';
import { secondFactorEmail } from '../../accounts/emails.ts';
import { queueEmail } from '../../mail/queue-email.ts';
import { removeSecondFactor } from '../../accounts/second-factor/second-factor.ts';
import { setGlobalPrompt } from '../../outline/language/prompt.ts';
import { matchingEvents } from '../../accounts/security/matching-events.ts';

/** The security log, newest first; of one kind or all, filtered by address, network, device or detail. */
async function listSecurity(
  { database }: Context<'admin'>,
  { kind, ...listing }: Input<typeof adminRoutes.security>,
): Promise<{ data: SecurityRecord[]; total: number }> {
  const matching = matchingEvents(database.kysely, { kind, like: buildSearchPattern(listing.q) });
  const { rows, total } = await loadPage(
    matching
      .select(['id', 'kind', 'user_id', 'administrator_id', 'account'])
      .select(['device', 'network', 'detail', 'created_at']),
    matching.select((eb) => eb.fn.countAll<number>().as('total')),
    listing,
    { columns: { createdAt: 'created_at', account: 'lower(account)' }, standard: 'createdAt', id: 'id' },
  );
  return {
    total,
    data: rows.map(({ created_at, user_id, administrator_id, ...row }) => ({
      ...row,
      whose: user_id ? 'member' : administrator_id ? 'administrator' : 'nobody',
      createdAt: created_at.toISOString(),
    })),
  };
}

async function savePrompt(
  ctx: Context<'admin'>,
  { openai_prompt: prompt }: { openai_prompt: string },
): Promise<{ msg: string }> {
  await ctx.database.transaction(async (tx) => {
    await setGlobalPrompt(tx, prompt);
    const object = { kind: 'prompt', id: 'openai_prompt' } as const;
    await recordAudit(tx, ctx, { action: 'changed the default prompt', object, detail: { length: prompt.length } });
  });
  return { msg: 'Data update successfully' };
}

/** For a member who has lost both the app and the recovery codes. They are told by mail. Throws `not_found`. */
async function resetSecondFactor(ctx: Context<'admin'>, { id }: { id: string }): Promise<{ msg: string }> {
  const owner = { userId: id };
  await ctx.database.transaction(async (tx) => {
    const user = await selectPresentUsers(tx)
      .select(['email', 'firstname'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw new Problem('not_found');
    if (!(await removeSecondFactor(tx, owner))) return;
    await recordAudit(tx, ctx, { action: 'reset the second factor of a user', object: { kind: 'user', id } });
    await recordWithoutDevice(tx, ctx, { kind: 'second_factor_reset', owner, account: user.email });
    await queueEmail(ctx, tx, user.email, 'second-factor', secondFactorEmail(ctx, user, 'reset'));
  });
  return { msg: 'This user now signs in with the password only.' };
}

/** How many of each kind the palette shows. */
const few = 6;

/** For the command palette: people by name or address, videos by title or asset id. */
async function find({ database }: Context<'admin'>, { q }: { q: string }): Promise<{ data: AdminSearchHit[] }> {
  const like = buildSearchPattern(q);
  if (like === undefined) return { data: [] };
  const db = database.kysely;
  const [users, videos] = await Promise.all([
    selectPresentUsers(db)
      .select(['id', 'firstname', 'lastname', 'email'])
      .where(userSearchText, 'like', like)
      .limit(few)
      .execute(),
    db
      .selectFrom('videos')
      .innerJoin('users', 'users.id', 'videos.workspace_id')
      .select(['videos.id', 'title', 'asset_id', 'email'])
      .where((eb) => eb.or([eb(eb.fn<string>('lower', ['title']), 'like', like), eb('asset_id', '=', q.trim())]))
      .where('deleted_at', 'is', null)
      .limit(few)
      .execute(),
  ]);
  return {
    data: [
      ...users.map(({ id, firstname, lastname, email: filter }) => {
        const label = `${firstname} ${lastname}`;
        return { kind: 'user' as const, id, label, detail: filter, filter };
      }),
      ...videos.map(({ id, title, asset_id: filter, email: detail }) => {
        const label = title || 'Untitled';
        return { kind: 'video' as const, id, label, detail, filter };
      }),
    ],
  };
}

/** Signs a member out everywhere, at once; the account stays as it is. Throws `not_found`. */
async function endUserSessions(ctx: Context<'admin'>, { id }: { id: string }): Promise<{ msg: string }> {
  const ended = await ctx.database.transaction(async (tx) => {
    const user = await selectPresentUsers(tx).select('email').where('id', '=', id).forUpdate().executeTakeFirst();
    if (!user) throw new Problem('not_found');
    const sessions = await endSessionsOf(tx, id);
    if (sessions === 0) return 0;
    const object = { kind: 'user', id } as const;
    await recordAudit(tx, ctx, { action: 'ended the sessions of a user', object, detail: { sessions } });
    const event = { kind: 'sessions_ended_by_administrator', owner: { userId: id }, account: user.email } as const;
    await recordWithoutDevice(tx, ctx, event);
    return sessions;
  });
  if (ended === 0) return { msg: 'This user is not signed in anywhere.' };
  return { msg: ended === 1 ? 'One session was ended.' : `${ended} sessions were ended.` };
}

/**
 * Closes an account and hides it from administrators at once. A job erases all its data and retries until done. Throws
 * `not_found` and `hand_over_first`.
 */
async function deleteUser(
  ctx: Context<'admin'>,
  { id, new_owner: newOwners }: Input<typeof adminRoutes.deleteUser>,
): Promise<{ msg: string }> {
  await ctx.database.transaction(async (tx) => {
    if (!(await markAccountForDeletion(tx, id, ctx.now()))) throw new Problem('not_found');
    await leaveEverything(ctx, tx, { userId: id, newOwners: newOwners?.split(',') ?? [] });
    await endSessionsOf(tx, id);
    await eraseAccount(ctx, tx, id);
    await recordAudit(tx, ctx, { action: 'deleted a user', object: { kind: 'user', id } });
  });
  return { msg: 'User deleted successfully' };
}

export const admin = feature(adminRoutes, {
  login: signInAdministrator,
  check: ({ administrator: { id, email } }) => ({ id, email }),
  logout: (ctx) => logOut(ctx, sessionHashOf(ctx.principal), '/admin/login'),
  dashboard: async ({ database: { kysely: db } }) => {
    const [users, videos] = await Promise.all([
      selectPresentUsers(db)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('videos')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('deleted_at', 'is', null)
        .where('is_sample', '=', false)
        .executeTakeFirstOrThrow(),
    ]);
    return { data: { users: users.n, videos: videos.n } };
  },
  users: listUsers,
  user: oneUser,
  saveUser,
  deleteUser,
  resetSecondFactor,
  endUserSessions,
  savePrompt,
  videos: listVideos,
  allTokens: listTokens,
  tokens: listTokens,
  allPayments: listPayments,
  payments: listPayments,
  reports: listReports,
  answerReport,
  deleteReport,
  audit: listAudit,
  security: listSecurity,
  jobs: listJobs,
  retryJob,
  cancelJob,
  searchQuarantined: searchQuarantined,
  restoreFromQuarantine: restoreFromQuarantine,
  removeQuarantined: removeQuarantined,
  health,
  find,
});
