import type { World } from '../../platform/http/context.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { administratorByEmail, anyAdministrator, insertAdministrator, setSettingHash } from './store.ts';
import { removeSecondFactor } from './second-factor/second-factor.ts';
import { replacePassword } from './replace-password.ts';
import { randomKey } from '../../platform/files/random-key.ts';

/**
 * Ensures an administrator at every start. Without `ADMIN_PASSWORD`, the first start returns a generated password; a
 * changed one replaces the password and removes sessions and second factor.
 */
export async function ensureAdministrator(
  world: Pick<World, 'database' | 'passwordCost'>,
  { email: typed, password }: { email: string; password?: string | undefined },
): Promise<{ email: string; password: string } | undefined> {
  const { database } = world;
  const email = typed.toLowerCase();
  const known = await administratorByEmail(database.kysely, email);
  if (password === undefined) {
    if (known || (await anyAdministrator(database.kysely))) return undefined;
    const made = randomKey(12);
    const inserted = await insertAdministrator(database.kysely, email, {
      passwordHash: await hashPassword(world, made),
      origin: 'command',
    });
    return inserted && { email, password: made };
  }
  if (known) {
    const same = await verifyPassword(world, known.setting_hash ?? known.password_hash, password);
    if (same && known.setting_hash !== null) return undefined;
    const passwordHash = await hashPassword(world, password);
    const owner = { administratorId: known.id };
    await database.transaction(async (tx) => {
      await setSettingHash(tx, known.id, passwordHash);
      if (same) return;
      await replacePassword(tx, owner, { passwordHash });
      await removeSecondFactor(tx, owner);
    });
    return undefined;
  }
  await insertAdministrator(database.kysely, email, {
    passwordHash: await hashPassword(world, password),
    origin: 'setting',
  });
  return undefined;
}
