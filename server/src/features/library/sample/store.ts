import type { Queryable } from '../../../platform/database/database.ts';

/** The sample recording in a member's library. */
export async function findSampleVideoId(db: Queryable, workspaceId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('videos')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('is_sample', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}
