import type { EditField } from '@lectern/contract/editing/history';
import { day, minute } from '@lectern/contract/rules/durations';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { StoredChapter } from '../../../platform/database/stored-outline.ts';
import type { Context, World } from '../../../platform/http/context.ts';
import type { LastChange } from '../../accounts/workspaces/changed-elsewhere.ts';

type NewEdit = {
  field: EditField;
  before: string;
  after: string;
  chapterId?: string;
  /** Seconds. */
  cueStart?: number;
  cues?: readonly number[];
};

/** Writes down how texts of a locked recording were changed; what reads as before is left out. */
export async function recordEdits(
  tx: Queryable,
  { member, now }: Pick<Context<'member'>, 'member' | 'now'>,
  videoId: string,
  edits: readonly NewEdit[],
): Promise<void> {
  const made = edits.filter(({ field, before, after }) => field === 'outline' || before !== after);
  if (made.length === 0) return;
  const rows = made.map(({ field, before, after, chapterId, cueStart, cues }) => ({
    video_id: videoId,
    // a person's: whoever changed the text
    user_id: member.id,
    field,
    chapter_id: chapterId ?? null,
    cue_start: cueStart ?? null,
    cues: cues ? [...cues] : null,
    before,
    after,
    at: now(),
  }));
  await tx.insertInto('edits').values(rows).execute();
}

const listed = (chapters: readonly StoredChapter[]): string =>
  chapters.map(({ start, title }) => `${formatTimecode(start)} ${title}`).join('\n');

const quotesOf = ({ quotes }: StoredChapter): string =>
  JSON.stringify(quotes.map(({ quote, timecode }) => ({ quote, timecode })));

/** Changes between two states of the chapters of a recording, text by text. */
export function chapterEdits(before: readonly StoredChapter[], after: readonly StoredChapter[]): NewEdit[] {
  const known = new Map(before.map((chapter) => [chapter.id, chapter]));
  const texts = after.flatMap((chapter): NewEdit[] => {
    const was = known.get(chapter.id);
    if (!was) return [];
    const chapterId = chapter.id;
    return [
      { field: 'chapter_title', chapterId, before: was.title, after: chapter.title },
      { field: 'chapter_summary', chapterId, before: was.summary, after: chapter.summary },
      {
        field: 'chapter_quotes',
        chapterId,
        before: quotesOf(was),
        after: quotesOf(chapter),
      },
    ];
  });
  const places = (chapters: readonly StoredChapter[]): string =>
    chapters.map(({ id, start }) => `${id} ${start}`).join();
  return places(before) === places(after)
    ? texts
    : [...texts, { field: 'chapters', before: listed(before), after: listed(after) }];
}

type Place = { fields: readonly EditField[]; cueStart?: number };

/** The last change of one of these texts of a recording. */
export async function lastEdit(db: Queryable, videoId: string, { fields, cueStart }: Place): Promise<LastChange> {
  const row = await db
    .selectFrom('edits')
    // a person's: whoever changed the text
    .select(['user_id', 'at'])
    .where('video_id', '=', videoId)
    .where('field', 'in', fields)
    .$if(cueStart !== undefined, (query) => query.where('cue_start', '=', cueStart!))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  // a person's: whoever changed the text
  return row && { by: row.user_id, at: row.at };
}

/** Fields in which chapters differ. */
export const chapterFields = [
  'chapter_title',
  'chapter_summary',
  'chapter_quotes',
  'chapters',
  'outline',
] as const satisfies readonly EditField[];

/** Milliseconds after which somebody who was not heard of has left the page. */
const presenceLasts = 25_000;

/** Counts a person in at a recording; resolves with the others who are there. */
export async function recordPresence(
  { database: { kysely: db }, member, now }: Context<'member'>,
  videoId: string,
): Promise<{ id: string; firstname: string; lastname: string }[]> {
  const seen_at = now();
  await db
    .insertInto('presences')
    // a person's: whoever is there
    .values({ video_id: videoId, user_id: member.id, seen_at })
    // a person's: whoever is there
    .onConflict((conflict) => conflict.columns(['video_id', 'user_id']).doUpdateSet({ seen_at }))
    .execute();
  return (
    db
      .selectFrom('presences')
      // a person's: whoever is there
      .innerJoin('users', 'users.id', 'presences.user_id')
      .select(['users.id', 'firstname', 'lastname'])
      .where('video_id', '=', videoId)
      .where('users.id', '<>', member.id)
      .where('seen_at', '>', new Date(seen_at.getTime() - presenceLasts))
      .orderBy('users.id')
      .limit(50)
      .execute()
  );
}

/** Removes old edits, and who is not at a recording any more. */
export async function sweepEdits({ database: { kysely: db }, now, retention }: World): Promise<void> {
  const at = now().getTime();
  await db
    .deleteFrom('edits')
    .where('at', '<', new Date(at - retention.editDays * day))
    .execute();
  await db
    .deleteFrom('presences')
    .where('seen_at', '<', new Date(at - minute))
    .execute();
}

/** Number of the last change of a recording, for a page to ask what came after it; null where one person works alone. */
export async function lastEditNumber(
  db: Queryable,
  video: { id: string; workspace_id: string },
): Promise<number | null> {
  const { rows } = await sql<{ last: number | null; others: boolean }>`
    select (select max(id) from edits where video_id = ${video.id}) as last,
      exists (select from workspace_members where workspace_id = ${video.workspace_id} offset 1) as others`.execute(db);
  const [{ last, others } = { last: null, others: false }] = rows;
  return others ? (last ?? 0) : null;
}
