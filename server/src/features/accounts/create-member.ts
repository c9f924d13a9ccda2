import type { Plan, UserSession } from '@lectern/contract/accounts/accounts';
import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/http/context.ts';
import { hashPassword } from './passwords.ts';
import { openUserSession } from './sessions.ts';
import { startTrial } from './workspaces/membership.ts';
import { insertUser } from './store.ts';

export type NewMember = { firstname: string; lastname: string; email: string; password: string; plan?: Plan };

/** A verified, signed-in member without a mail: for the demo account and for tests. Throws `email_taken`. */
export async function createMember(
  world: World,
  { password, plan = 'free', email, ...name }: NewMember,
): Promise<UserSession> {
  const passwordHash = await hashPassword(world, password);
  const now = world.now();
  return world.database.transaction(async (tx) => {
    const user = await insertUser(tx, { ...name, email: email.toLowerCase(), passwordHash }, now);
    if (!user) throw new Problem('email_taken');
    await startTrial(tx, user.id, { plan, wantedPlan: null }, now);
    return openUserSession(world, tx, user, '');
  });
}
