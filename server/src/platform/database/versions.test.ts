import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeDatabase } from '../../../test/describe-database.ts';
import { tablesOfVideos } from './rows-of-videos.ts';
import { join } from 'node:path';
import { silentLog } from '../../main/silent-log.ts';
import { createJobs, type JobDefinition } from '../jobs/jobs.ts';
import { areServable, migrate } from './migrate.ts';
import { randomUUID } from 'node:crypto';

/** Tables that refer to a recording and outlive it, each with why. */
const kept = {
  token_operations: 'what was paid for stays paid for',
  portal_videos: 'the portal asks for what is there',
  portal_counts: 'what viewers watched was counted',
  shares: 'its address says that the recording is gone',
  watch_buckets: 'what viewers watched was counted',
  media_moves: 'ends by itself, and says what lies where',
};

describeDatabase('tables that refer to a recording', 'one', (suite) => {
  it('lose their rows with it or keep them, as the list says', async () => {
    const { rows } = await suite.pool.query<{ name: string }>(
      `select distinct conrelid::regclass::text as name from pg_constraint
        where contype = 'f' and confrelid = 'videos'::regclass`,
    );
    // The rows of `caption_files` may be there before their recording is, and so they refer to none.
    const known = [...tablesOfVideos, ...Object.keys(kept)].filter((name) => name !== 'caption_files');
    assert.deepEqual(rows.map(({ name }) => name).toSorted(), known.toSorted());
  });
});

const folder = join(import.meta.dirname, '../../../migrations');

describeDatabase('programs of older versions', 'one', (suite) => {
  it('end, when they do not know a step, a job or the names of tables', async () => {
    const all = await migrate(suite.pool, folder, silentLog);
    const upTo = (last: string) =>
      areServable(
        suite.pool,
        all.filter(({ name }) => name <= last),
      );
    assert.equal(await upTo('0108-glossary.sql'), false);
    assert.equal(await upTo('0133-rewrites-of-earlier-outlines.sql'), false);
    assert.equal(await upTo('0152-chosen-tracks.sql'), false);
    assert.equal(await upTo('9999'), true);
  });

  it('take nothing for lost that may be a job of a new name, when they are told to end', async () => {
    let settled = 0;
    const work: JobDefinition<undefined> = {
      name: 'work',
      run: async () => undefined,
      recoverOrphans: async () => void (settled += 1),
    };
    const jobs = await createJobs<undefined>(suite.database, { work }, undefined, silentLog);
    const bring = (name: string, ends: boolean) =>
      suite.pool.query(`insert into migrations (name, sha256, ends_older) values ($1, '', $2)`, [name, ends]);
    await bring('9998-harmless.sql', false);
    await jobs.recoverOrphans();
    assert.equal(settled, 1);
    await bring('9999-jobs-of-new-names.sql', true);
    await jobs.recoverOrphans();
    assert.equal(settled, 1);
    await jobs.stop(0);
  });
});

describeDatabase('quotes that people wrote before each said so', 'one', (suite) => {
  it('say so, in chapters and in an outline that can be brought back, when the database is brought forward', async () => {
    const { pool } = suite;
    await pool.query('drop schema public cascade; create schema public');
    await migrate(pool, folder, silentLog, '0141-encoding-of-captions.sql');
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

    await migrate(pool, folder, silentLog);

    const marked = [cut, { ...own, edited: true }];
    const { rows } = await pool.query<{ quotes: unknown }>('select quotes from chapters order by n');
    assert.deepEqual(rows, [{ quotes: marked }, { quotes: [cut, own] }]);
    const earlier = await pool.query<{ outline: unknown }>('select outline from outline_history');
    assert.deepEqual(earlier.rows, [
      { outline: { title: 'A talk', chapters: [{ ...written, quotes: marked }, untouched] } },
    ]);
  });
});
