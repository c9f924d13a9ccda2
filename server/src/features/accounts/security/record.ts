import type { SecurityEventKind } from '@lectern/contract/rules/security-events';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { networkForIp } from '../../../platform/limits/rate-limit.ts';
import type { Owner } from './account-ref.ts';
import { insertEvent } from './store.ts';
import { parse } from 'bowser';

/** The caller, as far as known. */
type Caller = Pick<World, 'now'> & { ip: string; userAgent: string };

export type SecurityEvent = {
  kind: SecurityEventKind;
  /** Nobody's where the address has no account. */
  owner?: Owner | undefined;
  /** The address of the account; empty where what was typed is none: some type their password there. */
  account: string;
  /** For people; never a secret. */
  detail?: string;
};

/** Writes down what happened to an account; with `tx`, only if that transaction commits. */
export async function recordSecurity(db: Queryable, caller: Caller, event: SecurityEvent): Promise<void> {
  await insertEvent(db, {
    ...event,
    detail: event.detail ?? '',
    device: deviceName(caller.userAgent),
    network: networkForIp(caller.ip),
    now: caller.now(),
  });
}

/** The same for what an administrator, or the company, does to an account: its owner is not shown whose device it was. */
export async function recordWithoutDevice(
  tx: Queryable,
  { now }: Pick<World, 'now'>,
  event: SecurityEvent,
): Promise<void> {
  await insertEvent(tx, { ...event, detail: event.detail ?? '', device: '', network: null, now: now() });
}

/** Names a device, such as "Firefox on Windows", without versions, which would reveal more. */
export function deviceName(userAgent: string): string {
  if (!userAgent.trim()) return 'Unknown device';
  const { browser, os } = parse(userAgent.slice(0, 500));
  const parts = [browser.name, os.name].filter((name): name is string => Boolean(name));
  return parts.length > 0 ? parts.join(' on ').slice(0, 80) : 'A program';
}
