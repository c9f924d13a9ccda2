import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Owner } from './security/account-ref.ts';
import { arePasswordsOff } from './passwords-off.ts';
import { verifyPassword } from './passwords.ts';
import { administratorById, userById } from './store.ts';

/** Whether this is the password the account has now. */
export async function isCurrentPassword(
  world: Pick<World, 'passwordCost'>,
  db: Queryable,
  owner: Owner,
  password: string,
): Promise<boolean> {
  const account =
    'userId' in owner ? await userById(db, owner.userId) : await administratorById(db, owner.administratorId);
  return verifyPassword(world, account?.password_hash, password);
}

/** Whether a member can sign in by a password. */
export const hasPassword = async (world: World, { id, email }: { id: string; email: string }): Promise<boolean> =>
  (await userById(world.database.kysely, id))?.has_password === true && !arePasswordsOff(world, 'member', email);
