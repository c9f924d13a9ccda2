import type { Queryable } from '../../platform/database/database.ts';
import type { Owner } from './security/account-ref.ts';
import { forgetDevices } from './known-devices.ts';
import { deleteMailTokens } from './mail-token-store.ts';
import { endSessions } from './sessions.ts';
import { setAdministratorPassword, setPassword } from './store.ts';

/**
 * A new password in place of the old one. All sessions end but the one it was changed in, the browsers that knew the
 * old one are strangers, and links to reset it are dead. One that an administrator `owes` is to be replaced at the next
 * sign-in.
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
