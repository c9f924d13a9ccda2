import type { Queryable } from '../../platform/database/database.ts';

/** The title of a recording that is still on its way; false when it has arrived. */
export async function nameUpload(tx: Queryable, workspaceId: string, id: string, title: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ title })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
