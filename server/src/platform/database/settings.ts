import type { Queryable } from './database.ts';

/** Reads a value that the installation keeps by name, outside any feature's table. */
export const readSetting = async (db: Queryable, name: string): Promise<string | undefined> =>
  (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value;

export async function saveSetting(db: Queryable, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/**
 * Saves a setting where there is none yet, and resolves with the one there is then: another process may have been
 * first.
 */
export async function ensureSetting(db: Queryable, name: string, value: string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await readSetting(db, name))!;
}
