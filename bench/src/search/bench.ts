import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { videoRoutes } from '@lectern/contract/videos/videos';
import type { Database } from '@lectern/server/platform/database/database';
import { type TestMember, signUp } from '@lectern/server/test/member';
import { sql } from 'kysely';
import { measureTime, quantile } from '../media/measure.ts';
import { phrase, unheard, unspokenQuote, libraryVideoCount, wordForRank, fillLibrary } from './library.ts';
import { onEachDatabase } from '../each-database.ts';

/** Search words, from ubiquitous to absent. */
const keywords: Readonly<Record<string, string>> = {
  'the commonest word': wordForRank(0),
  'a common word': wordForRank(40),
  'an ordinary word': wordForRank(400),
  'a rare word': wordForRank(11_000),
  'two letters that are everywhere': 'ba',
  'two letters that are nowhere': 'qj',
  'a phrase over two cues': phrase,
  'the beginning of a word': wordForRank(9_000).slice(0, 5),
  'a quote with signs': unspokenQuote.slice(5, 25),
  'a sign of patterns': '100%',
  'nothing at all': unheard,
};

/** Milliseconds. */
type Figures = { p50: number; p95: number };
type Result = Figures & {
  scan: Figures;
  ratio: number;
  rows: (Figures & { what: string; found: number; scan: Figures })[];
};

const figuresOf = (times: readonly number[]): Figures => {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
};

/** The direct way, in the database alone: every cue is looked at, without an index. */
const scan = (database: Database, userId: string, keyword: string): Promise<unknown> =>
  database.transaction(async (tx) => {
    for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan'])
      await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx);
    await sql`
      select distinct on (video_id) video_id, position, start_s, text from cues
      where video_id in (select id from videos where workspace_id = ${userId})
        and position(${keyword.toLowerCase()} in lower(text)) > 0
      order by video_id, position`.execute(tx);
  });

/** Searches so many copies of a library of `fillLibrary` over HTTP for every keyword, so many times, each beside a scan. */
export async function searchBesideScan(
  database: Database,
  member: TestMember,
  rounds: number,
  copies = 1,
): Promise<Result> {
  const userId = member.session.id;
  const search = (keyword: string) => member.call(videoRoutes.search, { userId, keyword });
  const found = new Map<string, number>();
  const [ours, direct] = [new Map<string, number[]>(), new Map<string, number[]>()];
  // The first round warms both ways up; then they take turns, so that what else the machine does meets both.
  for (let round = -1; round < rounds; round += 1)
    for (const [what, keyword] of Object.entries(keywords)) {
      const searched = await measureTime(() => search(keyword));
      const scanned = await measureTime(() => scan(database, userId, keyword));
      found.set(what, searched.result.data.length);
      if (round < 0) continue;
      ours.set(what, [...(ours.get(what) ?? []), searched.ms]);
      direct.set(what, [...(direct.get(what) ?? []), scanned.ms]);
    }
  assert.equal(found.get('the commonest word'), libraryVideoCount);
  assert.equal(found.get('a phrase over two cues'), copies);
  assert.equal(found.get('a quote with signs'), copies);
  assert.equal(found.get('nothing at all'), 0);
  const [all, scans] = [figuresOf([...ours.values()].flat()), figuresOf([...direct.values()].flat())];
  return {
    ...all,
    scan: scans,
    ratio: all.p50 / scans.p50,
    rows: Object.keys(keywords).map((what) => ({
      what,
      found: found.get(what)!,
      ...figuresOf(ours.get(what)!),
      scan: figuresOf(direct.get(what)!),
    })),
  };
}

/** How often a hundred recordings are searched; more of them less often, since a scan takes seconds. */
const rounds = 10;

const milliseconds = ({ p50, p95 }: Figures): string =>
  `p50 ${p50.toFixed(0).padStart(4)} ms   p95 ${p95.toFixed(0).padStart(4)} ms`;

/**
 * `npm run bench -- search [--recordings 100]`: searches hundreds of generated recordings over HTTP on both databases,
 * beside a sequential scan. A thousand have 2.7 million cues.
 */
export async function searchBench(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { recordings: { type: 'string', default: `${libraryVideoCount}` } } });
  const recordings = Number(values.recordings);
  await onEachDatabase(async (name, server) => {
    const member = await signUp(server.origin, server.letters);
    const copies = Math.round(recordings / libraryVideoCount);
    const { cues } = await fillLibrary(server.world, member.session.id);
    if (copies > 1) {
      const to = member.session.id;
      await server.copyLibrary(to, [{ to, times: copies - 1 }]);
    }
    console.log(
      `\n${name}: ${copies * libraryVideoCount} recordings of three hours, ${(copies * cues).toLocaleString('en-US')} cues`,
    );
    const result = await searchBesideScan(server.world.database, member, Math.ceil(rounds / copies) + 1, copies);
    for (const row of result.rows)
      console.log(
        `${row.what.padEnd(32)} ${String(row.found).padStart(3)} found   ${milliseconds(row)}   scan ${milliseconds(row.scan)}`,
      );
    console.log(
      `${'all'.padEnd(42)}   ${milliseconds(result)}   scan ${milliseconds(result.scan)}   ratio ${result.ratio.toFixed(3)}`,
    );
  });
}
