import type { SecondFactor } from '@lectern/contract/accounts/own-account';
import { Problem } from '@lectern/contract/problem';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Owner } from '../security/account-ref.ts';
import { hashRecoveryCode, isRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import {
  confirmFactor,
  deleteFactor,
  type FactorRow,
  secondFactorOf,
  insertFactor,
  replaceCodes,
  takeCode,
  takeStep,
  unusedCodes,
} from './store.ts';
import { otpauthUri, newSecret, matchingTimeStep } from './totp.ts';

async function confirmedFactorOf(db: Queryable, owner: Owner): Promise<FactorRow | undefined> {
  const factor = await secondFactorOf(db, owner);
  return factor?.confirmed_at ? factor : undefined;
}

export const hasSecondFactor = async (db: Queryable, owner: Owner): Promise<boolean> =>
  (await confirmedFactorOf(db, owner)) !== undefined;

export async function secondFactorState(db: Queryable, owner: Owner): Promise<Omit<SecondFactor, 'required'>> {
  const factor = await confirmedFactorOf(db, owner);
  return {
    since: factor?.confirmed_at?.toISOString() ?? null,
    recovery_codes_left: factor ? await unusedCodes(db, factor.id) : 0,
  };
}

/** A code of the app, or a recovery code, each once. `Problem` `second_factor_wrong` for any other. */
async function takeAny(db: Queryable, factor: FactorRow, code: string, now: Date): Promise<'app' | 'recovery code'> {
  if (isRecoveryCode(code)) {
    if (await takeCode(db, factor.id, hashRecoveryCode(code), now)) return 'recovery code';
  } else {
    const step = matchingTimeStep(factor.secret, code.replace(/\s/g, ''), now);
    if (step !== undefined && (await takeStep(db, factor.id, step))) return 'app';
  }
  throw new Problem('second_factor_wrong');
}

/**
 * Checks the second factor and returns which proof was used; undefined without a factor. Throws `second_factor_needed`
 * without a code, `second_factor_wrong` for wrong or used ones.
 */
export async function passSecondFactor(
  db: Queryable,
  owner: Owner,
  code: string | undefined,
  now: Date,
): Promise<'app' | 'recovery code' | undefined> {
  const factor = await confirmedFactorOf(db, owner);
  if (!factor) return undefined;
  if (!code?.trim()) throw new Problem('second_factor_needed');
  return takeAny(db, factor, code, now);
}

/** Begins to set up an app, and again where it was begun and not confirmed. Throws `second_factor_on`. */
export async function beginSecondFactor(
  tx: Queryable,
  owner: Owner,
  { issuer, label }: { issuer: string; label: string },
  now: Date,
): Promise<{ secret: string; address: string }> {
  if (await confirmedFactorOf(tx, owner)) throw new Problem('second_factor_on');
  const secret = newSecret();
  await insertFactor(tx, owner, secret, now);
  return { secret, address: otpauthUri(secret, issuer, label) };
}

/** A first code proves that the app is set up; from now on it is asked for. Gives the recovery codes, this once. */
export async function confirmSecondFactor(tx: Queryable, owner: Owner, code: string, now: Date): Promise<string[]> {
  const factor = await secondFactorOf(tx, owner);
  if (!factor) throw new Problem('second_factor_none');
  if (factor.confirmed_at) throw new Problem('second_factor_on');
  await takeAny(tx, factor, code, now);
  await confirmFactor(tx, factor.id, now);
  return renew(tx, factor);
}

/** New recovery codes in place of the old ones. Throws `second_factor_none`. */
export async function renewRecoveryCodes(tx: Queryable, owner: Owner): Promise<string[]> {
  const factor = await confirmedFactorOf(tx, owner);
  if (!factor) throw new Problem('second_factor_none');
  return renew(tx, factor);
}

async function renew(tx: Queryable, factor: FactorRow): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceCodes(tx, factor.id, codes.map(hashRecoveryCode));
  return codes;
}

/** From now on nobody is asked for it; false when there was none. */
export const removeSecondFactor = (tx: Queryable, owner: Owner): Promise<boolean> => deleteFactor(tx, owner);

/** Returns those of the given users who have a second factor. */
export async function usersWithFactor(db: Queryable, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('confirmed_at', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ user_id }) => user_id ?? []));
}
