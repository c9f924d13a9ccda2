import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const folder = join(import.meta.dirname, '../../../migrations');
const log = pino({ level: 'fatal' });

oneDatabase((name, open) => {
  describe(`quotes that people wrote before each said so, on ${name}`, () => {
    let place: TestPlace;
    let database: Database;
    before(async () => {
      place = await open();
      const url = place.databaseUrl === undefined ? {} : { url: place.databaseUrl };
      database = await openDatabase({ ...place, ...url, log });
    });
    after(async () => {
      await database?.close();
      await place?.close();
    });

    it('say so, in chapters and in an outline that can be brought back, when the database is brought forward', async () => {
      const { pool } = database;
      await pool.query('drop schema public cascade; create schema public');
      await migrate(pool, folder, log, '0141-encoding-of-captions.sql');
      const [user, video] = [randomUUID(), randomUUID()];
      await pool.query(
        `insert into users (id, email, firstname, lastname, password_hash) values ($1, 'a@b.test', 'A', 'B', '')`,
        [user],
      );
      await pool.query(
        `insert into videos (id, user_id, asset_id, playback_id, title) values ($1, $2, $1::uuid::text, $1::uuid::text, 'A talk')`,
        [video, user],
      );
      const [cut, own] = [
        { quote: 'Cut.', timecode: '00:00:00', cues: [0, 0] },
        { quote: 'Own.', timecode: '00:00:01' },
      ];
      const written = { edited: ['title', 'quote'], quotes: [cut, own] };
      const untouched = { edited: ['title'], quotes: [cut, own] };
      for (const [n, { edited, quotes }] of [written, untouched].entries())
        await pool.query(
          `insert into chapters (video_id, n, start_s, end_s, title, summary, quotes, edited) values ($1, $2::int, $2::int, 60, 'One', '', $3, $4)`,
          [video, n, JSON.stringify(quotes), edited],
        );
      await pool.query(`insert into earlier_outlines (video_id, kind, outline) values ($1, 'chapters', $2)`, [
        video,
        JSON.stringify({ title: 'A talk', chapters: [written, untouched] }),
      ]);

      await migrate(pool, folder, log);

      const marked = [cut, { ...own, edited: true }];
      const { rows } = await pool.query<{ quotes: unknown }>('select quotes from chapters order by n');
      assert.deepEqual(rows, [{ quotes: marked }, { quotes: [cut, own] }]);
      const earlier = await pool.query<{ outline: unknown }>('select outline from outline_history');
      assert.deepEqual(earlier.rows, [
        { outline: { title: 'A talk', chapters: [{ ...written, quotes: marked }, untouched] } },
      ]);
    });
  });
});
