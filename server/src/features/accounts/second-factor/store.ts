import type { Selectable } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { type Owner, ownerColumns, ownerCondition } from '../security/account-ref.ts';

export type FactorRow = Selectable<Tables['second_factors']>;

export const secondFactorOf = (db: Queryable, owner: Owner): Promise<FactorRow | undefined> =>
  db
    .selectFrom('second_factors')
    .selectAll()
    .where(...ownerCondition(owner))
    .executeTakeFirst();

/** In place of one that was begun and not confirmed; also when two are begun at the same moment. */
export async function insertFactor(tx: Queryable, owner: Owner, secret: string, now: Date): Promise<void> {
  await tx
    .insertInto('second_factors')
    .values({ ...ownerColumns(owner), secret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column(ownerCondition(owner)[0])
        .doUpdateSet({ secret, created_at: now, last_step: 0 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .execute();
}

export async function confirmFactor(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.updateTable('second_factors').set({ confirmed_at: now }).where('id', '=', id).execute();
}

export async function deleteFactor(tx: Queryable, owner: Owner): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('second_factors')
    .where(...ownerCondition(owner))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Takes a time step; false when it, or a later one, was taken before. Of two at the same moment, one gets true. */
export async function takeStep(db: Queryable, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('id', '=', id)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function replaceCodes(tx: Queryable, factorId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('factor_id', '=', factorId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ factor_id: factorId, code_hash })))
    .execute();
}

/** Uses a recovery code up. Of two calls with it, at the same moment too, one gets true. */
export async function takeCode(db: Queryable, factorId: string, hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('factor_id', '=', factorId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function unusedCodes(db: Queryable, factorId: string): Promise<number> {
  const { n } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('factor_id', '=', factorId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}
