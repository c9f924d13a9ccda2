import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Owner } from './security/account-ref.ts';
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
