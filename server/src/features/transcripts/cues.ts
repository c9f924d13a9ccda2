import type { Cue } from '@lectern/contract/transcripts/cue';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { EditedCue } from './label-cues.ts';
import { addLetterPairs, type CueSearchText, keepLetterPairs } from './letter-pairs.ts';
import { createHash } from 'node:crypto';
import { isSoundMark } from '@lectern/chaptering/sound-marks';
import { foldText } from '@lectern/contract/rules/folded-text';

/** Rows of one INSERT: well below the 65,535 parameters of the protocol. */
const batch = 2_000;

/** The columns of a cue that readers get. */
const shown = ['start_s', 'end_s', 'text', 'speaker'] as const;

const asCue = (row: { start_s: number; end_s: number; text: string; speaker: string | null }): Cue => ({
  start: row.start_s,
  end: row.end_s,
  text: row.text,
  ...(row.speaker === null ? {} : { speaker: row.speaker }),
});

/** A video's transcript in order. */
export async function cuesOf(db: Queryable, videoId: string): Promise<Cue[]> {
  const rows = await db.selectFrom('cues').select(shown).where('video_id', '=', videoId).orderBy('position').execute();
  return rows.map(asCue);
}

/**
 * The same as a JSON array: for another thread, without a moment of this one. PostgreSQL's `json_agg` takes five times
 * as long.
 */
export async function cuesAsJson(db: Queryable, videoId: string): Promise<string> {
  const { rows } = await sql<{ cues: string }>`
    select '[' || coalesce(string_agg(
      '{"start":' || start_s || ',"end":' || end_s || ',"text":' || to_json(text)
        || coalesce(',"speaker":' || to_json(speaker), '') || '}', ',' order by position), '') || ']' as cues
    from cues where video_id = ${videoId}`.execute(db);
  return rows[0]!.cues;
}

/** Whether anything is said in a video. */
export async function isSaid(db: Queryable, videoId: string): Promise<boolean> {
  return (
    (await db.selectFrom('cues').select('position').where('video_id', '=', videoId).executeTakeFirst()) !== undefined
  );
}

/** The names of those who speak in a video. */
export async function speakerNamesOf(db: Queryable, videoId: string): Promise<string[]> {
  const cues = db.selectFrom('cues').select('speaker').distinct().where('video_id', '=', videoId);
  return (await cues.where('speaker', 'is not', null).execute()).map(({ speaker }) => speaker!);
}

/** In how many of these videos each of these names speaks; none is told of that speaks in none. */
export async function recordingsOfSpeakers(
  db: Queryable,
  videoIds: readonly string[],
  names: readonly string[],
): Promise<{ name: string; recordings: number }[]> {
  if (videoIds.length === 0 || names.length === 0) return [];
  const rows = await db
    .selectFrom('cues')
    .select(({ fn }) => ['speaker', fn.count('video_id').distinct().as('recordings')])
    .where('video_id', 'in', videoIds)
    .where('speaker', 'in', names)
    .groupBy('speaker')
    .execute();
  return rows.map(({ speaker, recordings }) => ({ name: speaker!, recordings: Number(recordings) }));
}

/** Where cues end, by their numbers. Seconds. */
export type CueEnds = Readonly<Record<number, { end: number }>>;

/** Where some cues of a video end. */
export async function cueEndsOf(db: Queryable, videoId: string, numbers: readonly number[]): Promise<CueEnds> {
  const rows = await db
    .selectFrom('cues')
    .select(['position', 'end_s'])
    .where('video_id', '=', videoId)
    .where(sql<boolean>`position = any(${sql.val([...numbers])}::int[])`)
    .execute();
  return Object.fromEntries(rows.map(({ position, end_s }) => [position, { end: end_s }]));
}

/** Bytes of WebVTT around the words of a cue: its times, the marks of a voice and the ends of lines. */
const aroundCue = 36;

/** Bytes of a text as WebVTT escapes it (`escapeCueText`). */
const escapedBytes = (column: 'text' | 'speaker') =>
  sql<number>`octet_length(replace(replace(replace(${sql.ref(column)}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'))`;

/** Bytes that a transcript, or what of it lies in a range, has as WebVTT at most. Undefined where nothing is said. */
export async function captionBytes(
  db: Queryable,
  videoId: string,
  range?: { start: number; end: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('cues')
    .select(({ fn }) => [
      fn.count<number>('position').as('count'),
      sql<number>`coalesce(sum(${escapedBytes('text')} + coalesce(${escapedBytes('speaker')}, 0)), 0)::float8`.as(
        'bytes',
      ),
    ])
    .where('video_id', '=', videoId)
    .$if(range !== undefined, (query) => query.where('end_s', '>=', range!.start).where('start_s', '<=', range!.end))
    .executeTakeFirstOrThrow();
  return row.count === 0 ? undefined : 'WEBVTT\n'.length + row.count * aroundCue + row.bytes;
}

const changeableOf = (db: Queryable, videoId: string, n: number) =>
  db
    .selectFrom('cues')
    .select(['speaker', 'original_text'])
    .where('video_id', '=', videoId)
    .where('position', '=', n)
    .executeTakeFirst();

/** Returns the speaker of a cue; undefined when unknown. */
export const speakerOfCue = async (db: Queryable, videoId: string, n: number): Promise<string | undefined> =>
  (await changeableOf(db, videoId, n))?.speaker ?? undefined;

/** Returns the text of a cue before it was changed; undefined when it is unchanged. */
export const originalCueText = async (db: Queryable, videoId: string, n: number): Promise<string | undefined> =>
  (await changeableOf(db, videoId, n))?.original_text ?? undefined;

/** The cues of a video that a person has changed, in order. */
const editedRowsOf = (db: Queryable, videoId: string) =>
  db
    .selectFrom('cues')
    .select(['position', ...shown, 'original_text', 'heard_speaker'])
    .where('video_id', '=', videoId)
    .where(({ or, eb }) => or([eb('original_text', 'is not', null), eb('heard_speaker', 'is not', null)]))
    .orderBy('position')
    .execute();

/** The cues of a video that a person has changed, with what stood in them before. */
export const editedCuesOf = async (db: Queryable, videoId: string): Promise<EditedCue[]> =>
  (await editedRowsOf(db, videoId)).map((row) => ({
    ...asCue(row),
    ...(row.original_text === null ? {} : { heardText: row.original_text }),
    ...(row.heard_speaker === null ? {} : { heardSpeaker: row.heard_speaker }),
  }));

/** The values of a cue, by its number, before a person changed it. */
type HeardLine = { n: number; start: number; text?: string | undefined; speaker?: string | undefined };

/** Returns the recognised values of all cues of a video that a person has changed. */
export const heardLinesOf = async (db: Queryable, videoId: string): Promise<HeardLine[]> =>
  (await editedRowsOf(db, videoId)).map((row) => ({
    n: row.position,
    start: row.start_s,
    ...(row.original_text === null ? {} : { text: row.original_text }),
    ...(row.heard_speaker === null ? {} : { speaker: row.heard_speaker }),
  }));

/** Replaces a video's transcript; its spans leave the search index until the search step has run. */
export async function replaceCues(tx: Queryable, videoId: string, cues: readonly EditedCue[]): Promise<void> {
  await tx.deleteFrom('cues').where('video_id', '=', videoId).execute();
  for (let from = 0; from < cues.length; from += batch) {
    await tx
      .insertInto('cues')
      .values(
        cues.slice(from, from + batch).map((cue, index) => ({
          video_id: videoId,
          position: from + index,
          start_s: cue.start,
          end_s: cue.end,
          text: cue.text,
          speaker: cue.speaker ?? null,
          original_text: cue.heardText ?? null,
          heard_speaker: cue.heardSpeaker ?? null,
        })),
      )
      .execute();
  }
}

/** Says of a transcript's cues who says them, and what stood there before where that is not what was heard. */
export async function nameCues(tx: Queryable, videoId: string, cues: readonly EditedCue[]): Promise<void> {
  const [speakers, heard] = [
    cues.map(({ speaker }) => speaker ?? null),
    cues.map(({ heardSpeaker }) => heardSpeaker ?? null),
  ];
  await sql`
    update cues set speaker = given.speaker, heard_speaker = given.heard
    from unnest(${sql.val(cues.map((_, n) => n))}::int[], ${sql.val(speakers)}::text[], ${sql.val(heard)}::text[])
      as given (n, speaker, heard)
    where cues.video_id = ${videoId} and cues.position = given.n`.execute(tx);
}

/** Whether a transcript is in the search index: of a part of its spans, all are. */
export async function isInSearch(db: Queryable, videoId: string): Promise<boolean> {
  const first = db
    .selectFrom('cues')
    .select('position')
    .where('video_id', '=', videoId)
    .where('search_text', 'is not', null);
  return (await first.limit(1).executeTakeFirst()) !== undefined;
}

/** Writes spans of the search index: `spans[n]` belongs to cue `numbers[n]`. */
const updateSpans = (videoId: string, spans: readonly CueSearchText[], numbers: readonly number[]) => {
  const [texts, owns] = [spans.map(({ text }) => text), spans.map(({ own }) => own)];
  return sql`
    update cues set search_text = given.text, span_own = given.own
    from unnest(${sql.val([...numbers])}::int[], ${sql.val(texts)}::text[], ${sql.val(owns)}::int[])
      as given (n, text, own)
    where cues.video_id = ${videoId} and cues.position = given.n`;
};

/** Puts a transcript's spans into the search index: `spans[n]` belongs to cue n. */
export async function saveSpans(
  tx: Queryable,
  videoId: string,
  spans: readonly CueSearchText[],
  from = 0,
): Promise<void> {
  await updateSpans(
    videoId,
    spans,
    [...spans.keys()].map((n) => from + n),
  ).execute(tx);
}

/** Changes the words of some cues to those they have in `cues`, in the search index too if the transcript is in it. */
export async function changeTexts(
  tx: Queryable,
  videoId: string,
  changed: readonly number[],
  cues: readonly Cue[],
): Promise<void> {
  const texts = changed.map((n) => cues[n]!.text);
  await sql`
    update cues set text = given.text, original_text = coalesce(cues.original_text, cues.text)
    from unnest(${sql.val([...changed])}::int[], ${sql.val(texts)}::text[]) as given (n, text)
    where cues.video_id = ${videoId} and cues.position = given.n`.execute(tx);
  // A span holds the beginning of the next cue too.
  const touched = [...new Set(changed.flatMap((n) => (n === 0 ? [n] : [n - 1, n])))];
  const spans = touched.map((n) => buildCueSearchTexts(cues.slice(n, n + 2))[0]!);
  await keepLetterPairs(tx);
  await sql`${updateSpans(videoId, spans, touched)} and cues.search_text is not null`.execute(tx);
  await addLetterPairs(tx, videoId, new Map(touched.map((n, at) => [n, spans[at]!])), cues.length);
}

/** Gives the speaker of some cues, or of all, another name. Returns the cues it changed. */
export async function changeSpeaker(
  tx: Queryable,
  videoId: string,
  { from, to, cues }: { from: string; to: string; cues?: readonly number[] | undefined },
): Promise<number[]> {
  const rows = await tx
    .updateTable('cues')
    .set(({ fn, ref }) => ({ speaker: to, heard_speaker: fn.coalesce('heard_speaker', ref('speaker')) }))
    .where('video_id', '=', videoId)
    .where('speaker', '=', from)
    .$if(cues !== undefined, (query) => query.where(sql<boolean>`position = any(${sql.val([...(cues ?? [])])}::int[])`))
    .returning('position')
    .execute();
  return rows.map(({ position }) => position).toSorted((one, other) => one - other);
}

/** Tells transcripts apart by what is said when and by whom. */
export function digestTranscript(cues: readonly Cue[]): string {
  const hash = createHash('sha256');
  for (const { start, end, text, speaker } of cues) hash.update(`${start}\t${end}\t${speaker ?? ''}\t${text}\n`);
  return hash.digest('base64url');
}

/** How much of the next cue a span holds, in characters: longer than any phrase somebody types. */
const overlap = 200;

/** The spoken text of a cue; sounds such as "[Music]" count as empty. */
const saidIn = (cue: Cue | undefined): string => (cue === undefined || isSoundMark(cue.text) ? '' : cue.text);

/** Each cue with the beginning of the one after it, folded: a phrase said across two cues is found, and once. */
export const buildCueSearchTexts = (cues: readonly Cue[]): CueSearchText[] =>
  cues.map((cue, n) => {
    const said = saidIn(cue);
    return {
      text: foldText(`${said} ${saidIn(cues[n + 1]).slice(0, overlap)}`).trim(),
      own: Array.from(foldText(said).trim()).length,
    };
  });
