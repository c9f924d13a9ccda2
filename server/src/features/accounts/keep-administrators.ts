import type { World } from '../../platform/http/context.ts';
import { randomKey } from '../../platform/files/random-key.ts';
import { removeSecondFactor } from './second-factor/second-factor.ts';
import { normaliseEmail } from './names.ts';
import { hashPassword } from './passwords.ts';
import { replacePassword } from './replace-password.ts';
import { administratorByEmail, deleteAdministrator, insertAdministrator, lockAdministrators } from './store.ts';

/** It cannot be done to these administrators. The message is one line for the operator. */
export class AdministratorRefused extends Error {
  override readonly name = 'AdministratorRefused';
  /** Tells the command that the message alone says all. */
  readonly plain = true;
}

type Whose = Pick<World, 'database' | 'passwordCost'>;

const nobody = (email: string): AdministratorRefused =>
  new AdministratorRefused(`There is no administrator with the address ${email}.`);

/** Gives the password, which is to be replaced at the first sign-in, this once. Throws `AdministratorRefused`. */
export async function addAdministrator(world: Whose, typed: string): Promise<string> {
  const email = normaliseEmail(typed);
  if (email === undefined) throw new AdministratorRefused(`${typed} is not an email address.`);
  const password = randomKey(12);
  const passwordHash = await hashPassword(world, password);
  if (!(await insertAdministrator(world.database.kysely, email, { passwordHash, origin: 'command' })))
    throw new AdministratorRefused(`${email} is an administrator already.`);
  return password;
}

/**
 * For one who has lost the password or the authenticator app: a new password as `addAdministrator` gives it. The second
 * factor is removed and all sessions end. Throws `AdministratorRefused`.
 */
export async function resetAdministrator(world: Whose, typed: string): Promise<string> {
  const password = randomKey(12);
  const passwordHash = await hashPassword(world, password);
  await world.database.transaction(async (tx) => {
    const known = await administratorByEmail(tx, typed.toLowerCase());
    if (!known) throw nobody(typed);
    const owner = { administratorId: known.id };
    await replacePassword(tx, owner, { passwordHash, owes: true });
    await removeSecondFactor(tx, owner);
  });
  return password;
}

/** With the sessions, which end. Throws `AdministratorRefused`, also for the last one. */
export async function removeAdministrator({ database }: Whose, typed: string): Promise<void> {
  await database.transaction(async (tx) => {
    const all = await lockAdministrators(tx);
    const known = all.find(({ email }) => email.toLowerCase() === typed.toLowerCase());
    if (!known) throw nobody(typed);
    if (all.length === 1)
      throw new AdministratorRefused(`${known.email} is the last administrator and stays. Add another one first.`);
    await deleteAdministrator(tx, known.id);
  });
}
