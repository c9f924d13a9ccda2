import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { extractSubjectStems } from '@lectern/chaptering/terms';
import { askRoutes } from '@lectern/contract/library/ask';
import {
  beginEmbedding,
  nearestPassages,
  saveEmbeddings,
} from '@lectern/server/features/library/embeddings/passage-embeddings';
import { indexSearchKeys } from '@lectern/server/features/library/search/search-keys';
import { replaceCues } from '@lectern/server/features/transcripts/cues';
import { foldTranscript } from '@lectern/server/features/transcripts/search-query';
import type { Database } from '@lectern/server/platform/database/database';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { sql } from 'kysely';
import { measureTime, quantile } from '../media/measure.ts';
import { onEachDatabase } from '../each-database.ts';

type Talk = {
  id: string;
  title: string;
  duration: number;
  chapters: { start: number; title: string }[];
  cues: { start: number; end: number; text: string }[];
};

/** A chapter's title as a question; its time range in seconds holds the answer. */
type Question = { talk: string; from: number; to: number; text: string };

/** A moment that is given as an answer. */
type Moment = { talk: string; start: number };

const questionCount = 200;
const most = 5;
/** Cues at least of the library in which times are measured. */
const manyCues = 270_000;

const readTalks = (folder: string): Talk[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Talk);

/** Titles that say what a chapter is about, spread evenly over the talks. */
function chooseQuestions(talks: readonly Talk[]): Question[] {
  const all = talks.flatMap(({ id, duration, chapters }) =>
    chapters.map(({ start, title }, n): Question => ({
      talk: id,
      from: start,
      to: chapters[n + 1]?.start ?? duration,
      text: title,
    })),
  );
  const telling = all.filter(({ text }) => new Set(extractSubjectStems(text)).size >= 2);
  const step = telling.length / questionCount;
  return Array.from({ length: questionCount }, (_, n) => telling[Math.floor(n * step)]!);
}

/** Puts talks into a library, without their people's chapters. */
async function fillTalks({ database }: { database: Database }, workspaceId: string, talks: readonly Talk[]) {
  for (const talk of talks) {
    const id = randomUUID();
    await database.transaction(async (tx) => {
      await tx
        .insertInto('videos')
        .values({
          id,
          workspace_id: workspaceId,
          asset_id: randomUUID(),
          playback_id: randomUUID(),
          captions_track_id: randomUUID(),
          title: talk.title,
          description: '',
          duration: talk.duration,
          playable: true,
          has_thumbnail: true,
        })
        .execute();
      await replaceCues(tx, id, talk.cues);
      await foldTranscript(tx, id);
      await indexSearchKeys(tx, id);
    });
  }
  await database.pool.query('vacuum (analyze)');
}

/** The talk of each recording of a library. */
async function talksOf({ database }: { database: Database }, workspaceId: string, talks: readonly Talk[]) {
  const keyOf = ({ title, duration }: { title: string; duration: number | null }) => `${title} ${duration}`;
  const byKey = new Map(talks.map((talk) => [keyOf(talk), talk.id]));
  const videos = await database.kysely
    .selectFrom('videos')
    .select(['id', 'title', 'duration'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  return new Map(videos.map((video) => [video.id, byKey.get(keyOf(video))!]));
}

/** Minutes of all talks as PostgreSQL's own full-text search knows them. */
async function indexPlainly({ database }: { database: Database }, workspaceId: string): Promise<void> {
  await sql`
    create table plain as
    select video_id, floor(start_s / 60) * 60 as start, to_tsvector('english', string_agg(text, ' ' order by position)) as words
    from cues join videos on videos.id = video_id where workspace_id = ${workspaceId} group by 1, 2`.execute(
    database.kysely,
  );
  await sql`create index plain_words on plain using gin (words)`.execute(database.kysely);
}

/** Plain full-text search: the minutes with any of the words, in the order of its own rank. */
async function searchPlainly(
  { database }: { database: Database },
  question: string,
): Promise<{ id: string; start: number }[]> {
  const { rows } = await sql<{ id: string; start: number }>`
    select video_id as id, start::float8 as start from plain,
      to_tsquery('english', replace(plainto_tsquery('english', ${question})::text, '&', '|')) as query
    where words @@ query order by ts_rank_cd(words, query) desc, video_id, start limit ${most}`.execute(
    database.kysely,
  );
  return rows;
}

async function hitsOf(questions: readonly Question[], find: (text: string) => Promise<Moment[]>) {
  const times: number[] = [];
  let [first, five] = [0, 0];
  for (const question of questions) {
    const { ms, result } = await measureTime(() => find(question.text));
    times.push(ms);
    // A workspace that asks on waits for the rest of the question before.
    await delay(2 * ms);
    const isHit = ({ talk, start }: Moment): boolean =>
      talk === question.talk && start >= question.from - 1 && start < question.to;
    if (result.slice(0, 1).some(isHit)) first += 1;
    if (result.slice(0, most).some(isHit)) five += 1;
  }
  times.sort((a, b) => a - b);
  return {
    first: first / questions.length,
    five: five / questions.length,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
  };
}

/** Passages whose vectors are compared with one, and their numbers each. */
const vectors = { passages: 70_000, dimensions: 1_024, questions: 50 };

const drawVector = (): Float32Array => Float32Array.from({ length: vectors.dimensions }, () => Math.random() - 0.5);

/** Times how passages of a library are found by vectors: any will do, since all are looked at. */
async function timeNearest({ database }: { database: Database }, ids: readonly string[]): Promise<number[]> {
  const each = Math.ceil(vectors.passages / ids.length);
  const starts = Array.from({ length: each }, (_, n) => n);
  for (const id of ids)
    await database.transaction(async (tx) => {
      await beginEmbedding(tx, id);
      await saveEmbeddings(tx, id, { model: 'any', starts, vectors: starts.map(drawVector) });
    });
  await database.pool.query('vacuum (analyze) passage_embeddings');
  const times: number[] = [];
  for (let n = 0; n < vectors.questions; n += 1) {
    const wanted = { model: 'any', vector: drawVector(), least: -1, most: 16 };
    times.push((await measureTime(() => nearestPassages(database.kysely, ids, wanted))).ms);
  }
  return times.sort((a, b) => a - b);
}

const askAs =
  ({ call }: TestMember, talkOf: ReadonlyMap<string, string>) =>
  async (question: string): Promise<Moment[]> => {
    const { data } = await call(askRoutes.ask, { question });
    return data.citations.map(({ upload_id, start }) => ({ talk: talkOf.get(upload_id)!, start }));
  };

/**
 * `npm run bench -- ask --data DIR`: asks real talks 200 questions, their chapter titles, beside the database's own
 * full-text search, then times a larger library.
 */
export async function askBench(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { data: { type: 'string' } } });
  if (values.data === undefined) throw new Error('Which talks? --data DIR, a folder with `talks`.');
  const talks = readTalks(join(resolve(values.data), 'talks'));
  const questions = chooseQuestions(talks);
  await onEachDatabase(async (name, server) => {
    const [member, other] = [await signUp(server.origin, server.letters), await signUp(server.origin, server.letters)];
    await fillTalks(server.world, member.session.id, talks);
    const talkOf = await talksOf(server.world, member.session.id, talks);
    await indexPlainly(server.world, member.session.id);
    const ours = await hitsOf(questions, askAs(member, talkOf));
    const plain = await hitsOf(questions, async (text) =>
      (await searchPlainly(server.world, text)).map(({ id, start }) => ({
        talk: talkOf.get(id)!,
        start: start + 30,
      })),
    );
    console.log(`\n${name}: ${talks.length} talks, ${questions.length} questions`);
    for (const [who, { first, five }] of Object.entries({ ours, plain }))
      console.log(`${who.padEnd(8)} hit@1 ${first.toFixed(3)}   hit@5 ${five.toFixed(3)}`);
    console.log(`hit@5 ÷ plain ${(ours.five / plain.five).toFixed(2)}`);
    const cues = talks.reduce((sum, talk) => sum + talk.cues.length, 0);
    const times = Math.ceil(manyCues / cues);
    await server.copyLibrary(member.session.id, [{ to: other.session.id, times }]);
    const many = await talksOf(server.world, other.session.id, talks);
    const { p50, p95 } = await hitsOf(questions, askAs(other, many));
    console.log(`${many.size} recordings, ${times * cues} cues: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`);
    const near = await timeNearest(server.world, [...many.keys()]);
    console.log(
      `${vectors.passages} vectors of ${vectors.dimensions}: p50 ${quantile(near, 0.5).toFixed(0)} ms, p95 ${quantile(near, 0.95).toFixed(0)} ms`,
    );
  });
}
