import type { AdminVideo, TableQuery } from '@lectern/contract/operations/admin';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { chapterThumbnailTime } from '@lectern/contract/rules/timecode';
import { sql } from 'kysely';
import type { Context } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { signForAdministrator } from '../../videos/signed-playback-id.ts';
import { loadPage, buildSearchPattern } from './paging.ts';
import { userSearchText } from './users.ts';

const columns = { title: 'lower(title)', created_at: 'videos.created_at', status: 'deleted_at', user: 'lower(email)' };

/** Email of the person whose workspace a recording is in, else of its first owner. */
const ownersEmail = sql<string>`coalesce(email, (
  select owner.email from workspace_members join users owner on owner.id = workspace_members.user_id
  where workspace_members.workspace_id = videos.workspace_id and role = 'owner'
  order by workspace_members.created_at, owner.id limit 1
), '')`;

/** The videos with this in their title or of such an owner, or of this asset: each by its own index. */
const found = (db: Queryable, q: string, like: string) =>
  db
    .selectFrom('videos')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['title']), 'like', like))
    .union(
      db
        .selectFrom('videos')
        .select('id')
        .where(
          'workspace_id',
          'in',
          db
            .selectFrom('workspace_members')
            .select('workspace_id')
            .where('user_id', 'in', db.selectFrom('users').select('id').where(userSearchText, 'like', like)),
        ),
    )
    .union(db.selectFrom('videos').select('id').where('asset_id', '=', q));

/** Every video ever uploaded, also the deleted ones, of which the title is left. */
export async function listVideos(
  ctx: Context<'admin'>,
  listing: TableQuery,
): Promise<{ data: AdminVideo[]; total: number }> {
  const like = buildSearchPattern(listing.q);
  const db = ctx.database.kysely;
  const matching = db
    .selectFrom('videos')
    .leftJoin('users', 'users.id', 'videos.workspace_id')
    .$if(like !== undefined, (query) => query.where('videos.id', 'in', found(db, listing.q.trim(), like!)));
  const { rows, total } = await loadPage(
    matching
      .select(['videos.id', 'videos.workspace_id', 'title', 'asset_id', 'playback_id', 'videos.created_at'])
      .select(ownersEmail.as('owner'))
      .select(['has_thumbnail', 'duration', 'deleted_at', 'lost_at']),
    like === undefined
      ? db.selectFrom('videos').select((eb) => eb.fn.countAll<number>().as('total'))
      : matching.select((eb) => eb.fn.countAll<number>().as('total')),
    listing,
    { columns, standard: 'created_at', id: 'videos.id' },
  );
  return {
    total,
    data: rows.map((row) => ({
      _id: row.id,
      userId: { _id: row.workspace_id, email: row.owner },
      thumbnail:
        row.has_thumbnail && row.deleted_at === null && row.lost_at === null
          ? mediaPaths.thumbnail(signForAdministrator(ctx, row.playback_id), chapterThumbnailTime(0, row.duration), 160)
          : null,
      title: row.title,
      assetId: row.asset_id,
      is_deleted: row.deleted_at !== null,
      is_lost: row.deleted_at === null && row.lost_at !== null,
      created_at: row.created_at.toISOString(),
    })),
  };
}
