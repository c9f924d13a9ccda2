import type { Queryable } from '../../platform/database/database.ts';

/**
 * Locks a video for the rest of the transaction. Whoever changes its transcript or its chapters reads them after this,
 * so that of two changes at once none undoes the other.
 */
export async function lockVideo(tx: Queryable, id: string): Promise<void> {
  await tx.selectFrom('videos').select('id').where('id', '=', id).forUpdate().execute();
}
