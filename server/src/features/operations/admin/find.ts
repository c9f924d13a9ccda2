import type { AdminSearchHit } from '@lectern/contract/operations/admin';
import type { Context } from '../../../platform/http/context.ts';
import { buildSearchPattern } from './paging.ts';
import { userSearchText, selectPresentUsers } from './users.ts';

/** How many of each kind the palette shows. */
const few = 6;

/** For the command palette: people by name or address, videos by title or asset id. */
export async function find({ database }: Context<'admin'>, { q }: { q: string }): Promise<{ data: AdminSearchHit[] }> {
  const like = buildSearchPattern(q);
  if (like === undefined) return { data: [] };
  const db = database.kysely;
  const [users, videos] = await Promise.all([
    selectPresentUsers(db)
      .select(['id', 'firstname', 'lastname', 'email'])
      .where(userSearchText, 'like', like)
      .limit(few)
      .execute(),
    db
      .selectFrom('videos')
      .innerJoin('users', 'users.id', 'videos.user_id')
      .select(['videos.id', 'title', 'asset_id', 'email'])
      .where((eb) => eb.or([eb(eb.fn<string>('lower', ['title']), 'like', like), eb('asset_id', '=', q.trim())]))
      .where('deleted_at', 'is', null)
      .limit(few)
      .execute(),
  ]);
  return {
    data: [
      ...users.map(({ id, firstname, lastname, email }) => ({
        kind: 'user' as const,
        id,
        label: `${firstname} ${lastname}`,
        detail: email,
        filter: email,
      })),
      ...videos.map(({ id, title, asset_id: filter, email }) => ({
        kind: 'video' as const,
        id,
        label: title || 'Untitled',
        detail: email,
        filter,
      })),
    ],
  };
}
