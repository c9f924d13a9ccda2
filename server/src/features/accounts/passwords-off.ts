import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { hasSecondFactor } from './second-factor/second-factor.ts';
import type { Owner } from './security/account-ref.ts';

type Whose = Pick<World, 'singleSignOn'>;

/** Whether a password opens no account of this kind but that of the break-glass address. */
export function arePasswordsOff(
  { singleSignOn }: Whose,
  kind: 'member' | 'administrator',
  email: string | undefined,
): boolean {
  if (!singleSignOn?.isOnly || (email !== undefined && email === singleSignOn.breakGlass)) return false;
  // Where no group makes administrators, nobody could be one without a password.
  return kind === 'member' || singleSignOn.administratorGroup !== undefined;
}

/** Throws `passwords_off`. */
export function requirePasswords(world: Whose, kind: 'member' | 'administrator', email: string | undefined): void {
  if (arePasswordsOff(world, kind, email)) throw new Problem('passwords_off');
}

/**
 * Whether this sign-in is the exception to passwords that are off. Throws `passwords_off` without a second factor: the
 * one address that can be guessed at must have two.
 */
export async function isBreakGlass(
  { singleSignOn }: Whose,
  db: Queryable,
  owner: Owner,
  email: string,
): Promise<boolean> {
  if (!singleSignOn?.isOnly || email !== singleSignOn.breakGlass) return false;
  if (!(await hasSecondFactor(db, owner)))
    throw new Problem('passwords_off', {
      detail: 'Passwords are turned off here, but for this account once it has two-factor authentication.',
    });
  return true;
}
