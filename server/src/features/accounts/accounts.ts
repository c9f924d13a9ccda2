import { accountRoutes } from '@lectern/contract/accounts';
import { Problem } from '@lectern/contract/problem';
import { feature } from '../../platform/serve.ts';
import { login } from './login.ts';
import { requestReset, resetPassword } from './password-reset.ts';
import { profileOf } from './profile.ts';
import { register } from './register.ts';
import { endSession } from './sessions.ts';
import { verify } from './verification.ts';

export const accounts = feature(accountRoutes, {
  register,
  verify,
  login,
  check: ({ member }) => profileOf(member),
  profile: ({ member }, { userId }) => {
    if (userId !== member.id) throw new Problem('not_found');
    return { data: profileOf(member) };
  },
  logout: async ({ database, member }) => {
    await endSession(database.kysely, member.sessionHash);
    return { msg: 'You are signed out.' };
  },
  requestReset,
  resetPassword,
});
