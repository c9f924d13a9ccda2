import type { NewSession } from '@lectern/contract/accounts/accounts';
import { invitationRoutes, type OpenedInvitation } from '@lectern/contract/accounts/workspaces';
import { Problem } from '@lectern/contract/problem';
import type { Input } from '@lectern/contract/route';
import type { Context } from '../../platform/http/context.ts';
import { feature } from '../../platform/http/serve.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { countNetworkTry, returnNetworkTry, tryConsumeAttempt } from '../../platform/limits/rate-limit.ts';
import { queueEmail } from '../mail/queue-email.ts';
import { rememberDevice } from './known-devices.ts';
import { readNames } from './names.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { arePasswordsOff, requirePasswords } from './passwords-off.ts';
import { renewalsOfInvitation, tokensFromNetwork } from './rate-limits.ts';
import { lockRegistrationsOf } from './registration-store.ts';
import { recordSecurity } from './security/record.ts';
import { openUserSession } from './sessions.ts';
import { insertUser, userById } from './store.ts';
import { dropRegistrations } from './verification.ts';
import { askedAgainEmail } from './workspaces/emails.ts';
import type { InvitationRow } from './workspaces/invitation-rows.ts';
import { acceptInvitation, findInvitation, lockInvitation, stateOf } from './workspaces/join.ts';
import { findMember, membersWhoMay, nameOf } from './workspaces/members.ts';

/** Where an invitation went, for whoever holds its link: it may have been passed on. */
const mask = (email: string): string => email.replace(/^(.).*(?=@)/s, '$1…');

async function describe(ctx: Context<'anyone'>, db: Queryable, row: InvitationRow): Promise<OpenedInvitation> {
  const { state, account } = await stateOf(ctx, db, row);
  const inviter = row.invited_by === null ? undefined : await userById(db, row.invited_by);
  return {
    state,
    role: row.role,
    email: mask(row.email),
    invited_by: inviter?.email ?? null,
    has_account: account !== undefined,
    passwords: !arePasswordsOff(ctx, 'member', row.email),
  };
}

/** Counts whoever tries tokens; a right one is not counted. */
async function tryToken<T>(ctx: Context<'anyone'>, work: () => Promise<T>): Promise<T> {
  await countNetworkTry(ctx.database.kysely, tokensFromNetwork, ctx.ip, ctx.now());
  try {
    const result = await work();
    await returnNetworkTry(ctx.database.kysely, tokensFromNetwork, ctx.ip);
    return result;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invitation_unknown')
      await returnNetworkTry(ctx.database.kysely, tokensFromNetwork, ctx.ip);
    throw error;
  }
}

/** Throws `invitation_other_address`. */
function requireAddressee({ member }: Context<'person'>, { email }: InvitationRow): void {
  if (member.email.toLowerCase() !== email)
    throw new Problem('invitation_other_address', {
      detail: `This invitation was sent to ${mask(email)}. You are signed in as ${member.email}.`,
    });
}

/** Makes the account of an invited person. The link has proved the address, so nothing else of it is waited for. */
async function accept(
  ctx: Context<'anyone'>,
  { token, password, device, ...typed }: Input<typeof invitationRoutes.accept>,
): Promise<NewSession> {
  const now = ctx.now();
  return tryToken(ctx, async () => {
    const { email } = await findInvitation(ctx.database.kysely, token);
    requirePasswords(ctx, 'member', email);
    if (!password) throw new Problem('missing_fields');
    const names = readNames(typed);
    checkNewPassword(password, { brand: ctx.brand, email, ...names });
    const passwordHash = await hashPassword(ctx, password);
    return ctx.database.transaction(async (tx) => {
      const { row, account } = await lockInvitation(ctx, tx, token);
      if (account) throw new Problem('email_taken');
      // In the order of who confirms one of them: neither waits for the other for ever.
      const registrations = await lockRegistrationsOf(tx, email);
      const user = await insertUser(tx, { email, ...names, passwordHash }, now);
      if (!user) throw new Problem('email_taken');
      await dropRegistrations(tx, registrations, user, now);
      await acceptInvitation(ctx, tx, row, user);
      const owner = { userId: user.id };
      await recordSecurity(tx, ctx, { kind: 'registered', owner, account: email, detail: 'invited' });
      return {
        ...(await openUserSession(ctx, tx, user, ctx.userAgent)),
        device: await rememberDevice(tx, owner, device, now),
      };
    });
  });
}

/** Asks whoever invited, or the owners where they have gone, for a new link. */
async function askAgain(ctx: Context<'anyone'>, { token }: { token: string }): Promise<{ msg: string }> {
  await tryToken(ctx, () =>
    ctx.database.transaction(async (tx) => {
      const row = await findInvitation(tx, token);
      const { state } = await stateOf(ctx, tx, row);
      const { workspace_id: workspaceId, invited_by: userId } = row;
      if (state !== 'expired' || !(await tryConsumeAttempt(tx, renewalsOfInvitation, row.id, ctx.now()))) return;
      const inviter = userId === null ? undefined : await findMember(tx, { workspaceId, userId });
      const manages = inviter?.role === 'owner' || inviter?.role === 'admin';
      const told = { workspace: await nameOf(tx, workspaceId), by: row.email };
      for (const reader of manages ? [inviter] : await membersWhoMay(tx, workspaceId, ['owner']))
        await queueEmail(ctx, tx, reader.email, 'invitation-asked', askedAgainEmail(ctx, reader, told));
    }),
  );
  return { msg: 'We have asked for a new invitation. It will come to the same address.' };
}

export const invitations = feature(invitationRoutes, {
  open: (ctx, { token }) =>
    tryToken(ctx, async () => {
      const db = ctx.database.kysely;
      return { data: await describe(ctx, db, await findInvitation(db, token)) };
    }),
  openSignedIn: (ctx, { token }) =>
    tryToken(ctx, async () => {
      const db = ctx.database.kysely;
      const row = await findInvitation(db, token);
      requireAddressee(ctx, row);
      return { data: { ...(await describe(ctx, db, row)), workspace: await nameOf(db, row.workspace_id) } };
    }),
  accept,
  join: (ctx, { token }) =>
    tryToken(ctx, async () => {
      const { member } = ctx;
      const workspace = await ctx.database.transaction(async (tx) => {
        requireAddressee(ctx, await findInvitation(tx, token));
        const { row } = await lockInvitation(ctx, tx, token);
        await acceptInvitation(ctx, tx, row, member);
        return row.workspace_id;
      });
      return { msg: `You have joined ${await nameOf(ctx.database.kysely, workspace)}.`, workspace };
    }),
  askAgain,
});
