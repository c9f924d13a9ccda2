import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Queryable } from '../src/platform/database/database.ts';
import type { Tables } from '../src/platform/database/tables.ts';

type StoredJob = Selectable<Tables['jobs']>;
type Which = Partial<Pick<StoredJob, 'id' | 'name' | 'key' | 'state'>>;

/** The stored jobs that are as described, oldest first. */
export const readJobs = (db: Queryable, which: Which = {}): Promise<StoredJob[]> =>
  db.selectFrom('jobs').selectAll().where(isAs(which)).orderBy('created_at').execute();

/** Changes stored jobs past the queue: lets time go by for them, or a process die. */
export const changeJobs = async (db: Queryable, which: Which, changes: Updateable<Tables['jobs']>): Promise<void> =>
  void (await db.updateTable('jobs').set(changes).where(isAs(which)).execute());

/** Lets jobs be due that wait. */
export const hurryJobs = async (db: Queryable, which: Which): Promise<void> =>
  void (await db
    .updateTable('jobs')
    .set({ start_after: sql<Date>`now()` })
    .where(isAs(which))
    .where('state', 'in', ['created', 'retry'])
    .execute());

const isAs = (which: Which) =>
  sql<boolean>`to_jsonb(jobs) @> ${JSON.stringify(which satisfies Partial<Insertable<Tables['jobs']>>)}::jsonb`;
