import { type Edit, historyRoutes } from '@lectern/contract/editing/history';
import type { Input } from '@lectern/contract/route';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Context } from '../../../platform/http/context.ts';
import { feature } from '../../../platform/http/serve.ts';
import { keptOutlines } from '../../outline/outline-history.ts';
import { ownVideo } from '../../videos/find-video.ts';
import { recordPresence } from './edits.ts';

/** Edits of one page. */
const page = 50;

async function editsOf(
  db: Queryable,
  videoId: string,
  { person, before }: Pick<Input<typeof historyRoutes.history>, 'person' | 'before'>,
): Promise<Edit[]> {
  const rows = await db
    .selectFrom('edits')
    // a person's: whoever changed the text
    .leftJoin('users', 'users.id', 'edits.user_id')
    .select(['edits.id', 'users.id as by', 'firstname', 'lastname', 'at', 'field', 'chapter_id', 'cue_start', 'cues'])
    .select(['edits.before', 'edits.after'])
    .where('video_id', '=', videoId)
    .$if(person !== undefined, (query) => query.where('users.id', '=', person!))
    .$if(before !== undefined, (query) => query.where('edits.id', '<', before!))
    .orderBy('edits.id', 'desc')
    .limit(page + 1)
    .execute();
  return rows.map(({ by, firstname, lastname, at, ...edit }) => ({
    ...edit,
    at: at.toISOString(),
    by: by === null ? null : { id: by, firstname: firstname ?? '', lastname: lastname ?? '' },
  }));
}

/** Everybody who has changed a text of a recording. */
const editorsOf = (db: Queryable, videoId: string) =>
  db
    .selectFrom('edits')
    // a person's: whoever changed the text
    .innerJoin('users', 'users.id', 'edits.user_id')
    .select(['users.id', 'firstname', 'lastname'])
    .distinct()
    .where('video_id', '=', videoId)
    .orderBy('firstname')
    .orderBy('users.id')
    .execute();

/** Changes that others have made after this one, by person. */
async function changesSince({ database: { kysely: db }, member }: Context<'member'>, videoId: string, since: number) {
  const rows = await db
    .selectFrom('edits')
    // a person's: whoever changed the text
    .leftJoin('users', 'users.id', 'edits.user_id')
    .select(['users.id', 'firstname', 'field'])
    .distinct()
    .where('video_id', '=', videoId)
    .where('edits.id', '>', since)
    .where('users.id', 'is distinct from', member.id)
    .orderBy('users.id')
    .orderBy('field')
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((own) => ({
    by: own[0]!.firstname,
    fields: own.map(({ field }) => field),
  }));
}

export const history = feature(historyRoutes, {
  async history(ctx, { passthrough, ...filter }) {
    const { id } = await ownVideo(ctx.database.kysely, ctx.workspace.id, passthrough);
    return ctx.database.snapshot(async (tx) => {
      const found = await editsOf(tx, id, filter);
      const edits = found.slice(0, page);
      return {
        data: {
          edits,
          next: found.length > page ? edits.at(-1)!.id : null,
          people: await editorsOf(tx, id),
          outlines: await keptOutlines(tx, id),
        },
      };
    });
  },

  async presence(ctx, { passthrough, since }) {
    const { id } = await ownVideo(ctx.database.kysely, ctx.workspace.id, passthrough);
    return { data: { people: await recordPresence(ctx, id), changes: await changesSince(ctx, id, since) } };
  },
});
