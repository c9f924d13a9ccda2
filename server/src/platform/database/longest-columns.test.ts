import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { longest } from '@lectern/contract/rules/longest';
import type { DatabaseError } from 'pg';
import { pino } from 'pino';
import { oneDatabase, type Place } from '../../../test/databases.ts';
import { type Database, openDatabase } from './database.ts';
import { longestCheck, longestColumns } from './longest-columns.ts';
import { migrate } from './migrate.ts';

const folder = join(import.meta.dirname, '../../../migrations');
const long = 'a'.repeat(3_000_000);

/** Columns of texts, lists of texts and JSON; of each what the rule says that bounds it, if any does. */
const columns = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, (
    select min(pg_get_constraintdef(k.oid)) from pg_constraint k
    where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
      and pg_get_constraintdef(k.oid) ~ 'octet_length|pg_column_size|= ANY|= ''') as rule
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
    and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'json'::regtype, 'varchar'::regtype)`;

type Column = { table: string; column: string; type: string; rule: string | null };

/** A column of a few words, each named by its rule. */
const isOfFewWords = ({ rule }: Column): boolean => rule !== null && /= ANY|= '/.test(rule);

oneDatabase((name, open) => {
  describe(`the lengths of columns on ${name}`, () => {
    let place: Place;
    let database: Database;
    before(async () => {
      place = await open();
      const url = place.databaseUrl === undefined ? {} : { url: place.databaseUrl };
      database = await openDatabase({ ...place, ...url, log: pino({ level: 'fatal' }) });
    });
    after(async () => {
      await database?.close();
      await place?.close();
    });

    it('are those of the table, for every column of texts', async () => {
      const { rows } = await database.pool.query<Column>(columns);
      assert.ok(rows.length > 150);
      const owed = rows.flatMap((row) => {
        if (isOfFewWords(row)) return [];
        const { table, column, type, rule } = row;
        const bytes = longestColumns[table]?.[column];
        if (bytes === undefined) return [`${table}.${column} is not in longest-columns.ts`];
        const check = longestCheck(column, type, bytes);
        const isKept = rule?.replaceAll(/^CHECK \(\(|\)\)(?: NOT VALID)?$/g, '').replaceAll('"', '') === check;
        // What a new migration has to say.
        return isKept
          ? []
          : [`alter table ${table} add constraint ${table}_${column}_longest check (${check}) not valid;`];
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

    it('cut what older versions let in, when they come', async () => {
      const { pool } = database;
      await pool.query('drop schema public cascade; create schema public');
      await migrate(pool, folder, '0137-captions-end-older.sql');
      const [user, video, chapter] = [randomUUID(), randomUUID(), randomUUID()];
      await pool.query(
        `insert into users (id, email, firstname, lastname, password_hash) values ($1, 'a@b.test', 'A', 'B', '')`,
        [user],
      );
      await pool.query(
        `insert into videos (id, user_id, asset_id, playback_id, title, transcript_language) values ($1, $2, 'a', 'p', 'A talk', $3)`,
        [video, user, long],
      );
      const quote = { quote: 'Words.', timecode: long, start: 3, cues: [0, 0] };
      await pool.query(
        `insert into chapters (id, video_id, n, start_s, end_s, title, summary, quotes) values ($1, $2, 0, 0, 60, 'One', '', $3)`,
        [chapter, video, JSON.stringify([quote, { quote: 'More.', timecode: '00:00:09' }])],
      );

      await migrate(pool, folder);

      const found = await pool.query<{ title: string; transcript_language: string }>(
        'select title, transcript_language from videos',
      );
      assert.deepEqual(found.rows, [{ title: 'A talk', transcript_language: long.slice(0, longest.language) }]);
      const chapters = await pool.query<{ title: string; quotes: unknown }>('select title, quotes from chapters');
      const cut = { ...quote, timecode: long.slice(0, longest.timecode) };
      assert.deepEqual(chapters.rows, [{ title: 'One', quotes: [cut, { quote: 'More.', timecode: '00:00:09' }] }]);
    });

    it('are kept to, when something else is written', async () => {
      const refused = (sql: string) =>
        assert.rejects(database.pool.query(sql, [long]), (error) => (error as DatabaseError).code === '23514');
      await refused('update videos set transcript_language = $1');
      await refused(`update chapters set quotes = jsonb_build_array(jsonb_build_object('timecode', $1::text))`);
    });
  });
});
