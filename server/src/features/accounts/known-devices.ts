import { day } from '@lectern/contract/rules/durations';
import type { Queryable } from '../../platform/database/database.ts';
import { ownerColumns, ownerCondition, type Owner } from './security/account-ref.ts';
import { hashToken, newToken } from './secret-tokens.ts';

/** Days after its last sign-in that a device counts as a stranger again. */
const remembered = 180;

const made = /^[\w-]{43}$/;

/**
 * Records a sign-in from this browser and returns its device token. Its failures count apart from strangers' (OWASP,
 * "Slow Down Online Guessing Attacks with Device Cookies").
 */
export async function rememberDevice(
  db: Queryable,
  owner: Owner,
  sent: string | undefined,
  now: Date,
): Promise<string> {
  const device = sent !== undefined && made.test(sent) ? sent : newToken();
  await db
    .insertInto('known_devices')
    .values({ device_hash: hashToken(device), ...ownerColumns(owner), last_used_at: now })
    .onConflict((conflict) =>
      conflict.columns(['device_hash', 'user_id', 'administrator_id']).doUpdateSet({ last_used_at: now }),
    )
    .execute();
  return device;
}

/** Whether the account was signed in to from this browser before. */
export async function isKnownDevice(db: Queryable, owner: Owner, sent: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('last_used_at')
    .where('device_hash', '=', hashToken(sent))
    .where(...ownerCondition(owner))
    .where('last_used_at', '>', new Date(now.getTime() - remembered * day))
    .executeTakeFirst();
  return row !== undefined;
}

/** For a password that was replaced: anyone who knew the old one is a stranger. */
export async function forgetDevices(db: Queryable, owner: Owner): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where(...ownerCondition(owner))
    .execute();
}

export async function sweepDevices(db: Queryable, now: Date): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('last_used_at', '<=', new Date(now.getTime() - remembered * day))
    .execute();
}
