import { type OwnAccount, ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { Problem } from '@lectern/contract/problem';
import { type Context, personOf } from '../../../platform/http/context.ts';
import { feature } from '../../../platform/http/serve.ts';
import { changeNames } from '../names.ts';
import { setPreferences, wantsRecordingMails } from '../preferences.ts';
import { endSessionById, endSessions, listSessions } from '../sessions.ts';
import { ownerOfPrincipal } from '../security/account-ref.ts';
import { recordSecurity } from '../security/record.ts';
import { recentEvents } from '../security/security.ts';
import { secondFactorState } from '../second-factor/second-factor.ts';
import { startEmailChange, confirmEmailChange } from './change-address.ts';
import { changePassword } from './change-password.ts';
import { beginFactorSetup, confirmFactorSetup, removeOwnSecondFactor, renewCodes } from './second-factor.ts';

async function account(ctx: Context<'session'>): Promise<{ data: OwnAccount }> {
  const db = ctx.database.kysely;
  const { principal } = ctx;
  const owner = ownerOfPrincipal(principal);
  const { email } = personOf(principal);
  const [factor, sessions, events, recordingMails] = await Promise.all([
    secondFactorState(db, owner),
    listSessions(db, owner, principal.credential.sessionHash, ctx.now()),
    recentEvents(db, owner),
    principal.kind === 'member' ? wantsRecordingMails(db, principal.member.id) : null,
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
    await setPreferences(ctx.database.kysely, ctx.member.id, { recording_mails: recordings });
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
      const ended = await endSessions(tx, owner, ctx.principal.credential.sessionHash);
      await recordSecurity(tx, ctx, { kind: 'sessions_ended', owner, account: email, detail: String(ended) });
    });
    return { msg: 'All other devices have been signed out.' };
  },
});
