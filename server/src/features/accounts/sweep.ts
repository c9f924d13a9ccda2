import type { World } from '../../platform/context.ts';
import { sweepTries } from '../../platform/tries.ts';
import { deleteExpired } from './store.ts';

/** Removes sessions, mailed links and counts of tries that have run out. */
export async function sweepAccounts({ database, now }: World): Promise<void> {
  await deleteExpired(database.kysely, now());
  await sweepTries(database.kysely, now());
}
