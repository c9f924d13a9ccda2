import { sql } from 'kysely';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Move } from '../../storage/moves.ts';

/** Days for which a move that came to nothing is told of. */
const reportedDays = 7;

/** How many of these are named. */
const named = 3;

type MoveOfLate = Pick<Move, 'target' | 'problem'> & { title: string };

const moves = (db: Queryable) =>
  db
    .selectFrom('media_moves as m')
    .innerJoin('videos as v', 'v.id', 'm.video_id')
    .select(['m.target', 'm.problem', 'v.title'])
    .where('v.deleted_at', 'is', null);

const failed = sql<boolean>`(state = 'failed' and settled_at > now() - make_interval(days => ${reportedDays}))`;

/** Returns the current move, the number waiting and recent failures; undefined without a media provider. */
export async function recentMoves({ media, database: { kysely: db } }: Pick<World, 'media' | 'database'>): Promise<
  | {
      current: MoveOfLate | undefined;
      waiting: number;
      /** The last of them, and how many there are. */
      failed: MoveOfLate[];
      failures: number;
    }
  | undefined
> {
  if (!media.provider) return undefined;
  const [current, last, counts] = await Promise.all([
    moves(db)
      .where('m.state', 'in', ['waiting', 'begun'])
      .orderBy('m.asked_at')
      .orderBy('m.video_id')
      .executeTakeFirst(),
    moves(db).where(failed).orderBy('m.settled_at', 'desc').limit(named).execute(),
    db
      .selectFrom('media_moves')
      .select([
        sql<number>`count(*) filter (where state in ('waiting', 'begun'))::int`.as('alive'),
        sql<number>`count(*) filter (where ${failed})::int`.as('failures'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  return { current, waiting: Math.max(0, counts.alive - 1), failed: last, failures: counts.failures };
}
