import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { feature } from '../../platform/http/serve.ts';
import { login } from './login.ts';
import { checkReset, requestReset, resetPassword } from './password-reset.ts';
import { forgetWantedPlan } from './membership.ts';
import { profileOf } from './profile.ts';
import { register, registerAgain } from './register.ts';
import { endSession } from './sessions.ts';
import { verify } from './verification.ts';
import { onlySelf } from '../../platform/http/context.ts';

export const accounts = feature(accountRoutes, {
  register,
  registerAgain,
  verify,
  login,
  check: ({ member }) => profileOf(member),
  profile: (ctx, { userId }) => {
    onlySelf(ctx, userId);
    return { data: profileOf(ctx.member) };
  },
  dismissWantedPlan: async ({ database, member }) => {
    await forgetWantedPlan(database.kysely, member.id);
    return profileOf({ ...member, wantedPlan: null });
  },
  logout: async ({ database, principal }) => {
    await endSession(database.kysely, principal.credential.sessionHash);
    return { msg: 'You are signed out.' };
  },
  requestReset,
  checkReset,
  resetPassword,
});
