import type { Queryable } from '../../platform/database/database.ts';
import type { Owner } from './security/account-ref.ts';
import { forgetDevices } from './known-devices.ts';
import { deleteMailTokens } from './mail-token-store.ts';
import { endSessions } from './sessions.ts';
import { setAdministratorPassword, setPassword } from './store.ts';

/**
 * Replaces a password, ends all sessions except `butSession`, and forgets known browsers and reset links. `owes`
 * requires a new password at the next sign-in.
 */
export async function replacePassword(
  tx: Queryable,
  owner: Owner,
  { passwordHash, butSession, owes = false }: { passwordHash: string; butSession?: Buffer; owes?: boolean },
): Promise<void> {
  if ('userId' in owner) {
    await setPassword(tx, owner.userId, passwordHash);
    await deleteMailTokens(tx, owner.userId, 'reset');
    await deleteMailTokens(tx, owner.userId, 'address');
  } else await setAdministratorPassword(tx, owner.administratorId, { passwordHash, owes });
  await endSessions(tx, owner, butSession);
  await forgetDevices(tx, owner);
}
