import type { SecurityEntry } from '@lectern/contract/accounts/own-account';
import { day } from '@lectern/contract/rules/durations';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Owner } from './account-ref.ts';
import { deleteEventsBefore, deleteEventsBeyond, deleteEventsOfAccount, securityEventsOf } from './store.ts';

/** Days that an event is kept, and its network; the rows kept at most, whatever somebody makes us write. */
const retention = { event: 180, network: 30, rows: 500_000 };

/** The last entries about an account, newest first. */
export async function recentEvents(db: Queryable, owner: Owner): Promise<SecurityEntry[]> {
  const rows = await securityEventsOf(db, owner, 30);
  return rows.map(({ created_at, ...row }) => ({ ...row, at: created_at.toISOString() }));
}

/** Removes what a deleted account would leave in the log. What is its own goes with its row. */
export const forgetSecurity = (tx: Queryable, account: string): Promise<void> => deleteEventsOfAccount(tx, account);

export async function sweepSecurity({ database: { kysely: db }, now }: World): Promise<void> {
  const at = now().getTime();
  await deleteEventsBefore(db, new Date(at - retention.event * day), new Date(at - retention.network * day));
  await deleteEventsBeyond(db, retention.rows);
}
