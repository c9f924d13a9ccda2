import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { textLimits } from '@lectern/contract/rules/longest';
import type { DatabaseError } from 'pg';
import { describeDatabase } from '../../../test/describe-database.ts';
import { longestCheck, longestColumns } from './longest-columns.ts';

const long = 'a'.repeat(3_000_000);

/** Columns of texts, lists of texts, JSON and bytes; of each what the rule says that bounds it, if any does. */
const columns = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, (
    select min(pg_get_constraintdef(k.oid)) from pg_constraint k
    where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
      and pg_get_constraintdef(k.oid) ~ 'octet_length|pg_column_size|= ANY|= ''') as rule
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
    and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'json'::regtype, 'varchar'::regtype, 'bytea'::regtype)`;

type Column = { table: string; column: string; type: string; rule: string | null };

/** A column of a few words, each named by its rule. */
const isOfFewWords = ({ rule }: Column): boolean => rule !== null && /= ANY|= '/.test(rule);

describeDatabase('the lengths of columns', 'one', (suite) => {
  it('matches longest-columns.ts, for every text column', async () => {
    const { rows } = await suite.pool.query<Column>(columns);
    assert.ok(rows.length > 150);
    const owed = rows.flatMap((row) => {
      if (isOfFewWords(row)) return [];
      const { table, column, type, rule } = row;
      const bytes = longestColumns[table]?.[column];
      if (bytes === undefined) return [`${table}.${column} is not in longest-columns.ts`];
      const check = longestCheck(column, type, bytes);
      const isKept = rule?.replaceAll(/^CHECK \(\(|\)\)$/g, '').replaceAll('"', '') === check;
      // The statement a new migration must contain.
      return isKept ? [] : [`select bound_columns('${table}', '{"${column}": ${bytes}}');`];
    });
    assert.deepEqual(owed, []);
    const known = new Set(rows.map(({ table, column }) => `${table}.${column}`));
    const named = Object.entries(longestColumns).flatMap(([table, own]) =>
      Object.keys(own).map((column) => `${table}.${column}`),
    );
    assert.deepEqual(
      named.filter((each) => !known.has(each)),
      [],
    );
  });

  it('refuses longer values, when they bypass the schemas', async () => {
    const { pool } = suite;
    const [user, video] = [randomUUID(), randomUUID()];
    await pool.query(
      `insert into users (id, email, firstname, lastname, password_hash) values ($1, 'a@b.test', 'A', 'B', '')`,
      [user],
    );
    await pool.query(
      `insert into videos (id, workspace_id, asset_id, playback_id, title) values ($1, $2, $1::uuid::text, $1::uuid::text, 'A talk')`,
      [video, user],
    );
    await pool.query(
      `insert into chapters (video_id, n, start_s, end_s, title, summary, quotes) values ($1, 0, 0, 60, 'One', '', '[]')`,
      [video],
    );
    await pool.query(`insert into cues (video_id, position, start_s, end_s, text) values ($1, 0, 0, 1, 'Words.')`, [
      video,
    ]);
    const refused = (sql: string, value = long) =>
      assert.rejects(pool.query(sql, [value]), (error) => (error as DatabaseError).code === '23514');
    for (const [table, column, most] of [
      ['videos', 'title', textLimits.title],
      ['videos', 'description', textLimits.description],
      ['videos', 'summary', textLimits.summary],
      ['videos', 'file_name', textLimits.file_name],
      ['chapters', 'title', textLimits.chapter_title],
      ['chapters', 'summary', textLimits.chapter_summary],
      ['chapters', 'search', textLimits.answer],
      ['cues', 'text', textLimits.old_line],
    ] as const) {
      const set = `update ${table} set ${column} = $1`;
      // Fills the contract's limit with characters of the most bytes each.
      for (const letter of ['語', '😀']) {
        const taken = letter.repeat(most / letter.length);
        assert.ok(((await pool.query(set, [taken])).rowCount ?? 0) > 0, set);
      }
      await refused(set, '語'.repeat(most * 2));
    }
    await refused('update videos set transcript_language = $1');
    await refused(`update chapters set quotes = jsonb_build_array(jsonb_build_object('timecode', $1::text))`);
  });
});
