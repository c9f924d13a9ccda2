import type { Queryable } from '../../../platform/database/database.ts';

/** Chapter as it is proposed: what is left out of one with an id stays. Seconds. */
export type ProposedChapter = {
  id?: string | undefined;
  title: string;
  start: number;
  summary?: string | undefined;
};

type Proposal = { videoId: string; createdBy: string; version: string; chapters: readonly ProposedChapter[] };

export async function insertProposal(
  db: Queryable,
  { videoId, createdBy, version, chapters }: Proposal,
  now: Date,
): Promise<string> {
  const row = {
    video_id: videoId,
    created_by: createdBy,
    version,
    chapters: JSON.stringify(chapters),
    created_at: now,
  };
  return (await db.insertInto('chapter_proposals').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** A person's own proposal, unless it is older than that. */
export const findProposal = (db: Queryable, id: string, { createdBy, since }: { createdBy: string; since: Date }) =>
  db
    .selectFrom('chapter_proposals')
    .select(['video_id', 'version', 'chapters'])
    .where('id', '=', id)
    .where('created_by', '=', createdBy)
    .where('created_at', '>', since)
    .executeTakeFirst();

export const dropProposalsBefore = (db: Queryable, moment: Date) =>
  db.deleteFrom('chapter_proposals').where('created_at', '<=', moment).execute();
