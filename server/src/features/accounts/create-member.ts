import type { Plan, UserSession } from '@lectern/contract/accounts/accounts';
import { Problem } from '@lectern/contract/problem';
import { trialDays } from '@lectern/contract/rules/plans';
import { day } from '@lectern/contract/rules/durations';
import type { World } from '../../platform/http/context.ts';
import { hashPassword } from './passwords.ts';
import { openUserSession } from './sessions.ts';
import { insertUser } from './store.ts';

export type NewMember = { firstname: string; lastname: string; email: string; password: string; plan?: Plan };

/** A verified, signed-in member without a mail: for the demo account and for tests. Throws `email_taken`. */
export async function createMember(
  world: World,
  { password, plan = 'free', email, ...name }: NewMember,
): Promise<UserSession> {
  const passwordHash = await hashPassword(world, password);
  const start = world.now();
  return world.database.transaction(async (tx) => {
    const user = await insertUser(
      tx,
      { ...name, email: email.toLowerCase(), passwordHash, plan, wantedPlan: null },
      { start, end: new Date(start.getTime() + trialDays * day) },
    );
    if (!user) throw new Problem('email_taken');
    return openUserSession(world, tx, user, '');
  });
}
