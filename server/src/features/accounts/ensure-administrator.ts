import { randomBytes } from 'node:crypto';
import type { World } from '../../platform/context.ts';
import { hashPassword, passwordFits } from './passwords.ts';
import {
  administratorByEmail,
  anyAdministrator,
  deleteSessionsOfAdministrator,
  insertAdministrator,
  setAdministratorPassword,
} from './store.ts';

/**
 * Sees to it at every start that somebody can administer the product.
 *
 * Without a password (`ADMIN_PASSWORD` is not set) the first start makes one and returns it to be printed, this once;
 * later starts do nothing. With a password the setting is the truth for the administrator of that address: it is made
 * when missing, and a changed password replaces the old one and ends its sessions. So an operator who lost the password
 * sets `ADMIN_PASSWORD` and starts again.
 */
export async function ensureAdministrator(
  { database }: Pick<World, 'database'>,
  { email: typed, password }: { email: string; password?: string | undefined },
): Promise<{ email: string; password: string } | undefined> {
  const email = typed.toLowerCase();
  const known = await administratorByEmail(database.kysely, email);
  if (password === undefined) {
    if (known || (await anyAdministrator(database.kysely))) return undefined;
    const made = randomBytes(12).toString('base64url');
    const inserted = await insertAdministrator(database.kysely, email, await hashPassword(made));
    return inserted && { email, password: made };
  }
  if (known) {
    if (await passwordFits(known.password_hash, password)) return undefined;
    const passwordHash = await hashPassword(password);
    await database.transaction(async (tx) => {
      await setAdministratorPassword(tx, known.id, passwordHash);
      await deleteSessionsOfAdministrator(tx, known.id);
    });
    return undefined;
  }
  await insertAdministrator(database.kysely, email, await hashPassword(password));
  return undefined;
}
