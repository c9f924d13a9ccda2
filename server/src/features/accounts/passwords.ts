import { hash, verify } from '@node-rs/argon2';
import { Problem } from '@lectern/contract/problem';
import type { PasswordCost, World } from '../../platform/http/context.ts';
import { isGuessable, type Person } from './guessable-passwords.ts';

/** argon2id as the OWASP Password Storage Cheat Sheet asks: 19 MiB, 2 passes, 1 lane. About 20 ms on a server core. */
export const productionPasswordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The same password typed on two keyboards may differ in its code points. */
const normal = (password: string): string => password.normalize('NFKC');

/** Both run on a thread of the pool, never on the event loop. */
export const hashPassword = ({ passwordCost }: Pick<World, 'passwordCost'>, password: string): Promise<string> =>
  hash(normal(password), passwordCost);

/** By its cost, a hash that nobody has. */
const ofNobody = new Map<PasswordCost, Promise<string>>();

/** Takes as long without a hash (an unknown account) as with one, so that the time tells nothing. */
export async function verifyPassword(
  world: Pick<World, 'passwordCost'>,
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const nobody = ofNobody.get(world.passwordCost) ?? hashPassword(world, 'nobody');
  ofNobody.set(world.passwordCost, nobody);
  const fits = await verify(passwordHash ?? (await nobody), normal(password));
  return fits && passwordHash !== undefined;
}

/** Throws the message for the first rule a new password breaks. */
export function checkNewPassword(password: string, person: Person): void {
  // Code points: an emoji is one character to whoever types it.
  const { length } = Array.from(password);
  if (length < 3) throw new Problem('password_short');
  if (length < 8) throw new Problem('password_weak');
  if (length > 200) throw new Problem('password_long');
  if (isGuessable(normal(password), person)) throw new Problem('password_common');
}
