import { type OwnAccount, ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { Problem } from '@lectern/contract/problem';
import { type Context, personOf, sessionHashOf } from '../../../platform/http/context.ts';
import { feature } from '../../../platform/http/serve.ts';
import { changeNames, normaliseEmail } from '../names.ts';
import { setRecordingMails, wantsRecordingMails } from '../preferences.ts';
import { waysToSignIn } from '../ways-to-sign-in.ts';
import { endSessionById, endSessions, listSessions } from '../sessions.ts';
import { ownerOfPrincipal } from '../security/account-ref.ts';
import { recordSecurity } from '../security/record.ts';
import { recentEvents } from '../security/security.ts';
import { secondFactorState } from '../second-factor/second-factor.ts';
import { beginFactorSetup, confirmFactorSetup, removeOwnSecondFactor, renewCodes } from './second-factor.ts';
import { passwordChangedEmail, emailChangedEmail, emailChangeRequestedEmail } from '../emails.ts';
import { checkNewPassword, hashPassword } from '../passwords.ts';
import { requirePasswords } from '../passwords-off.ts';
import { replacePassword } from '../replace-password.ts';
import { queueEmail } from '../../mail/queue-email.ts';
import { reauthenticate } from './reauthenticate.ts';
import { countNetworkTry, consumeAttempt, returnNetworkTry } from '../../../platform/limits/rate-limit.ts';
import { newEmailsOfMember, newEmailMails, tokensFromNetwork } from '../rate-limits.ts';
import { membershipsOf } from '../workspaces/members.ts';
import { applyEmailChange, requestEmailChange } from '../apply-email-change.ts';

/**
 * Mails a link to the new address; until it is opened nothing changes. The answer is the same for an address that has
 * an account already, whose owner is told.
 */
async function startEmailChange(
  ctx: Context<'member'>,
  input: { password: string; email: string },
): Promise<{ msg: string }> {
  const { member } = ctx;
  if (!input.password || !input.email.trim()) throw new Problem('missing_fields');
  const email = normaliseEmail(input.email);
  if (!email) throw new Problem('bad_email');
  if (email === member.email) throw new Problem('address_same');
  await reauthenticate(ctx, { password: input.password });
  await consumeAttempt(ctx.database.kysely, newEmailsOfMember, member.id, ctx.now());
  await consumeAttempt(ctx.database.kysely, newEmailMails, email, ctx.now());
  const owner = { userId: member.id };
  await ctx.database.transaction(async (tx) => {
    await requestEmailChange(ctx, tx, member, email);
    await recordSecurity(tx, ctx, { kind: 'address_change_asked', owner, account: member.email, detail: email });
    await queueEmail(ctx, tx, member.email, 'address-change', emailChangeRequestedEmail(ctx, member, email));
  });
  return { msg: `We have sent a link to ${email}. Open it to make this your address; until then nothing changes.` };
}

/** Opens the link of the mail: from now on the account has the new address. The old one is told. */
async function confirmEmailChange(
  ctx: Context<'anyone'>,
  { token }: { token: string },
): Promise<{ msg: string; email: string }> {
  const now = ctx.now();
  await countNetworkTry(ctx.database.kysely, tokensFromNetwork, ctx.ip, now);
  const email = await ctx.database.transaction(async (tx) => {
    const { user, email } = await applyEmailChange(tx, token, now);
    const owner = { userId: user.id };
    await recordSecurity(tx, ctx, { kind: 'address_changed', owner, account: email, detail: `before: ${user.email}` });
    for (const { workspace_id: workspaceId } of await membershipsOf(tx, user.id))
      await ctx.jobs.enqueue('customer-address', { userId: workspaceId }, { tx });
    await queueEmail(ctx, tx, user.email, 'address-changed', emailChangedEmail(ctx, user, email));
    return email;
  });
  await returnNetworkTry(ctx.database.kysely, tokensFromNetwork, ctx.ip);
  return { msg: 'Your address has been changed.', email };
}

/** A new password for who knows the present one. Every other session ends, and the owner is told by mail. */
async function changePassword(
  ctx: Context<'session'>,
  { password, new_password }: { password: string; new_password: string },
): Promise<{ msg: string }> {
  if (!password || !new_password) throw new Problem('missing_fields');
  const owner = ownerOfPrincipal(ctx.principal);
  const { email } = personOf(ctx.principal);
  const names = ctx.principal.kind === 'member' ? ctx.principal.member : undefined;
  requirePasswords(ctx, ctx.principal.kind, email);
  checkNewPassword(new_password, { brand: ctx.brand, email, ...names });
  await reauthenticate(ctx, { password });
  if (password.normalize('NFKC') === new_password.normalize('NFKC')) throw new Problem('password_same');
  const passwordHash = await hashPassword(ctx, new_password);
  await ctx.database.transaction(async (tx) => {
    await replacePassword(tx, owner, { passwordHash, butSession: sessionHashOf(ctx.principal) });
    await recordSecurity(tx, ctx, { kind: 'password_changed', owner, account: email });
    const reader = { email, firstname: names?.firstname ?? 'administrator' };
    await queueEmail(ctx, tx, email, 'password-changed', passwordChangedEmail(ctx, reader));
  });
  return { msg: 'Your password has been changed. All other devices have been signed out.' };
}

async function account(ctx: Context<'session'>): Promise<{ data: OwnAccount }> {
  const db = ctx.database.kysely;
  const { principal } = ctx;
  const owner = ownerOfPrincipal(principal);
  const { email } = personOf(principal);
  const [factor, sessions, events, recordingMails, signIn] = await Promise.all([
    secondFactorState(db, owner),
    listSessions(db, owner, sessionHashOf(principal), ctx.now()),
    recentEvents(db, owner),
    principal.kind === 'member' ? wantsRecordingMails(db, principal.member.id) : null,
    waysToSignIn(ctx, owner),
  ]);
  const required = principal.kind === 'administrator' && ctx.administratorsNeedSecondFactor;
  return {
    data: {
      kind: principal.kind,
      email,
      firstname: principal.kind === 'member' ? principal.member.firstname : null,
      lastname: principal.kind === 'member' ? principal.member.lastname : null,
      recording_mails: recordingMails,
      owes: (principal.kind === 'administrator' && principal.administrator.requiredSetup) || null,
      second_factor: { ...factor, required },
      sign_in: signIn,
      sessions,
      events,
    },
  };
}

export const ownAccount = feature(ownAccountRoutes, {
  account,
  changeName: async (ctx, typed) => {
    const { member } = ctx;
    await ctx.database.transaction(async (tx) => {
      await changeNames(tx, member.id, typed);
      await recordSecurity(tx, ctx, { kind: 'name_changed', owner: { userId: member.id }, account: member.email });
    });
    return { msg: 'Your name has been saved.' };
  },
  changeMails: async (ctx, { recordings }) => {
    await setRecordingMails(ctx.database.kysely, ctx.member.id, recordings);
    return {
      msg: recordings
        ? 'You will get an email when a recording has been processed.'
        : 'You will get no more emails about recordings.',
    };
  },
  changePassword,
  changeAddress: startEmailChange,
  confirmAddress: confirmEmailChange,
  beginSecondFactor: beginFactorSetup,
  confirmSecondFactor: confirmFactorSetup,
  renewRecoveryCodes: renewCodes,
  removeSecondFactor: removeOwnSecondFactor,
  endSession: async (ctx, { id }) => {
    const owner = ownerOfPrincipal(ctx.principal);
    const account = personOf(ctx.principal).email;
    await ctx.database.transaction(async (tx) => {
      if (!(await endSessionById(tx, owner, id))) throw new Problem('not_found');
      await recordSecurity(tx, ctx, { kind: 'session_ended', owner, account });
    });
    return { msg: 'That device has been signed out.' };
  },
  endOtherSessions: async (ctx) => {
    const owner = ownerOfPrincipal(ctx.principal);
    const { email } = personOf(ctx.principal);
    await ctx.database.transaction(async (tx) => {
      const ended = await endSessions(tx, owner, sessionHashOf(ctx.principal));
      await recordSecurity(tx, ctx, { kind: 'sessions_ended', owner, account: email, detail: String(ended) });
    });
    return { msg: 'All other devices have been signed out.' };
  },
});
