import type { OwnAccount } from '@lectern/contract/accounts/own-account';
import type { World } from '../../platform/http/context.ts';
import { companyEmailOf } from './identity-store.ts';
import { arePasswordsOff } from './passwords-off.ts';
import type { Owner } from './security/account-ref.ts';
import { administratorById, userById } from './store.ts';

/** How the owner of an account signs in to it. */
export async function waysToSignIn(world: World, owner: Owner): Promise<OwnAccount['sign_in']> {
  const db = world.database.kysely;
  const [kind, account] =
    'userId' in owner
      ? (['member', await userById(db, owner.userId)] as const)
      : (['administrator', await administratorById(db, owner.administratorId)] as const);
  const companyEmail = world.singleSignOn && (await companyEmailOf(db, owner));
  return {
    password: account !== undefined && account.has_password && !arePasswordsOff(world, kind, account.email),
    company: companyEmail === undefined ? null : world.singleSignOn!.provider.name,
    company_email: companyEmail ?? null,
  };
}
