import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';

type Played = Tables['watch_buckets'];
/** Adds what was played to what is there. That of videos that were deleted meanwhile is left out. */
export async function addPlayed(tx: Queryable, played: readonly Played[]): Promise<void> {
  const column = <T>(of: (each: Played) => T) => sql.val(played.map(of));
  await sql`
    insert into watch_buckets (video_id, day, place, seconds)
    select given.video_id, given.day, given.place, given.seconds::double precision[]
    from unnest(
      ${column(({ video_id }) => video_id)}::uuid[], ${column(({ day }) => day)}::date[],
      ${column(({ place }) => place)}::text[], ${column(({ seconds }) => `{${seconds.join()}}`)}::text[]
    ) as given (video_id, day, place, seconds)
    join videos on videos.id = given.video_id
    order by given.video_id, given.day, given.place
    on conflict (video_id, day, place) do update set seconds = array(
      select coalesce(there, 0) + coalesce(added, 0)
      from unnest(watch_buckets.seconds, excluded.seconds) with ordinality as both_of (there, added, n)
      order by n)`.execute(tx);
}

type Range = { workspaceId: string; videoId: string | undefined; from: string; to: string };

/** Selects plays of a member's videos within a range of days, by video, place and time range. */
export const playedIn = (db: Queryable, { workspaceId, videoId, from, to }: Range) =>
  db
    .selectFrom('watch_buckets')
    .innerJoin('videos', 'videos.id', 'watch_buckets.video_id')
    .select([
      'watch_buckets.video_id',
      'videos.title',
      'videos.duration',
      'watch_buckets.place',
      'watch_buckets.seconds',
    ])
    .where('videos.workspace_id', '=', workspaceId)
    .where('videos.deleted_at', 'is', null)
    .$if(videoId !== undefined, (query) => query.where('watch_buckets.video_id', '=', videoId!))
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('videos.created_at', 'desc')
    .orderBy('videos.id')
    .execute();
