import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { feature } from '../../platform/http/serve.ts';
import { logOut } from './log-out.ts';
import { login } from './login.ts';
import { checkReset, requestReset, resetPassword } from './password-reset.ts';
import { forgetWantedPlan } from './workspaces/membership.ts';
import { buildProfile } from './profile.ts';
import { register, resendRegistrationEmail } from './register.ts';
import { verifyRegistration } from './verification.ts';
import { requireOwnAccount, sessionHashOf } from '../../platform/http/context.ts';

export const accounts = feature(accountRoutes, {
  register,
  registerAgain: resendRegistrationEmail,
  verify: verifyRegistration,
  login,
  check: ({ member, workspace }) => buildProfile(member, workspace),
  profile: (ctx, { userId }) => {
    requireOwnAccount(ctx, userId);
    return { data: buildProfile(ctx.member, ctx.workspace) };
  },
  dismissWantedPlan: async ({ database, member, workspace }) => {
    await database.transaction((tx) => forgetWantedPlan(tx, workspace.id));
    return buildProfile(member, { ...workspace, wantedPlan: null });
  },
  logout: (ctx) => logOut(ctx, sessionHashOf(ctx.principal), '/login'),
  requestReset,
  checkReset,
  resetPassword,
});
