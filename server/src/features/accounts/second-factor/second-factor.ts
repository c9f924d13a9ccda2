import type { SecondFactor } from '@lectern/contract/accounts/own-account';
import { Problem } from '@lectern/contract/problem';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Owner } from '../security/account-ref.ts';
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
import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** Settings that every authenticator app supports (RFC 6238): SHA-1, six digits, a new code every 30 seconds. */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** How many steps a clock may be off, either way (RFC 6238, section 5.2). */
const drift = 1;

/** 160 random bits, as RFC 4226 recommends, in base32. */
const newSecret = (): string => new Secret({ size: 20 }).base32;

/** Builds the otpauth URL that the app reads from the QR code. */
const otpauthUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...form, secret, issuer, label }).toString();

/** The time step a code is right for; undefined when it is wrong. */
function matchingTimeStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...form, secret: Secret.fromBase32(secret), token: code, timestamp, window: drift });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / form.period) + delta;
}

const howMany = 10;

/** Ten codes of 120 random bits in base32, in groups of four; each takes the place of the app once. */
const newRecoveryCodes = (): string[] =>
  Array.from({ length: howMany }, () => new Secret({ size: 15 }).base32.toLowerCase().replace(/(.{4})(?!$)/g, '$1-'));

/** As it was shown, with or without the dashes and capitals that people type. */
const isRecoveryCode = (typed: string): boolean => /^[a-z2-7]{24}$/.test(bare(typed));

const bare = (typed: string): string => typed.toLowerCase().replace(/[^a-z2-7]/g, '');

/** Hashes a code for storage. A fast hash suffices for a secret that cannot be guessed. */
const hashRecoveryCode = (typed: string): Buffer => createHash('sha256').update(bare(typed)).digest();

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
