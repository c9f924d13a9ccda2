import { type SecurityEventKind, securityEventKinds } from '@lectern/contract/rules/security-events';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Owner, ownerColumns, ownerCondition } from './account-ref.ts';

type NewEvent = {
  kind: SecurityEventKind;
  owner?: Owner | undefined;
  account: string;
  device: string;
  network: string | null;
  detail: string;
  now: Date;
};

/** Resolves with the number of the entry. */
export async function insertEvent(db: Queryable, { owner, now, ...event }: NewEvent): Promise<number> {
  const { id } = await db
    .insertInto('security_events')
    .values({ ...event, ...(owner ? ownerColumns(owner) : {}), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Gives an entry that goes on another detail. */
export async function rewriteEvent(db: Queryable, id: number, detail: string): Promise<void> {
  await db.updateTable('security_events').set({ detail }).where('id', '=', id).execute();
}

/** Loads the latest events of an account, newest first. */
export const securityEventsOf = (db: Queryable, owner: Owner, limit: number) =>
  db
    .selectFrom('security_events')
    .where('kind', 'in', securityEventKinds)
    .select(['id', 'kind', 'device', 'detail', 'created_at'])
    .where(...ownerCondition(owner))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Removes what is older than `before`, and the networks of what is older than `networksBefore`. */
export async function deleteEventsBefore(db: Queryable, before: Date, networksBefore: Date): Promise<void> {
  await db.deleteFrom('security_events').where('created_at', '<', before).execute();
  await db
    .updateTable('security_events')
    .set({ network: null })
    .where('created_at', '<', networksBefore)
    .where('network', 'is not', null)
    .execute();
}

/** Removes the oldest of what is more than `most` rows. */
export async function deleteEventsBeyond(db: Queryable, most: number): Promise<void> {
  await sql`delete from security_events
    where id <= (select id from security_events order by id desc offset ${most} limit 1)`.execute(db);
}

/** Removes all that is about an address. */
export async function deleteEventsOfAccount(tx: Queryable, account: string): Promise<void> {
  await tx
    .deleteFrom('security_events')
    .where(sql`lower(account)`, '=', account.toLowerCase())
    .execute();
}
