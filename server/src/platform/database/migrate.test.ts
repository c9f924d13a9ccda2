import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { Pool } from 'pg';
import { pino } from 'pino';
import { describeDatabase } from '../../../test/describe-database.ts';
import { migrate, areServable } from './migrate.ts';
import { DatabaseConfigError } from './failures.ts';
import { tablesOfVideos } from './rows-of-videos.ts';
import { silentLog } from '../../main/silent-log.ts';
import { createJobs, type JobDefinition } from '../jobs/jobs.ts';

const log = pino({ level: 'fatal' });

describeDatabase('migrations', 'both', (suite) => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-migrations-'));
    // Migrations of this test's own, from nothing.
    await suite.pool.query('drop table migrations');
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const write = (file: string, text: string) => writeFile(join(folder, file), text);
  const ran = async () =>
    (await suite.pool.query('select name from migrations order by name')).rows.map((row) => row.name as string);

  it('run once, in order, by however many processes', async () => {
    await write('0001-shelf.sql', 'create table shelf (n int); insert into shelf values (1);');
    await write('0002-more.sql', 'alter table shelf add m int; insert into shelf values (2, 2);');
    await write('notes.txt', 'not a migration');
    const others = suite.place.databaseUrl
      ? Array.from({ length: 4 }, () => new Pool({ connectionString: suite.place.databaseUrl, max: 1 }))
      : [suite.pool, suite.pool];
    // A pool ends before its connections do; the database is dropped meanwhile, and ends them itself.
    for (const each of others) each.on('connect', (client) => void client.on('error', () => undefined));
    await Promise.all(others.map((each) => migrate(each, folder, log)));
    if (suite.place.databaseUrl) await Promise.all(others.map((each) => each.end()));
    assert.deepEqual(await ran(), ['0001-shelf.sql', '0002-more.sql']);
    assert.deepEqual((await suite.pool.query('select n, m from shelf order by n')).rows, [
      { n: 1, m: null },
      { n: 2, m: 2 },
    ]);
  });

  it('leave nothing behind when one fails', async () => {
    await write('0003-broken.sql', 'insert into shelf values (3); select 1 / 0;');
    await assert.rejects(migrate(suite.pool, folder, log), /division by zero/);
    assert.deepEqual(await ran(), ['0001-shelf.sql', '0002-more.sql']);
    assert.equal((await suite.pool.query('select from shelf')).rowCount, 2);
    await write('0003-broken.sql', 'insert into shelf values (3);');
    await migrate(suite.pool, folder, log);
    assert.equal((await suite.pool.query('select from shelf')).rowCount, 3);
  });

  it('goes on where it stopped, when a line of its own transaction failed', async () => {
    const line = '-- A transaction for each line from here on.';
    await write(
      '0004-lines.sql',
      `insert into shelf values (4);\n${line}\ninsert into box values (1);\ndrop table box;\n`,
    );
    await assert.rejects(migrate(suite.pool, folder, log), /relation "box" does not exist/);
    await suite.pool.query('create table box (n int)');
    await migrate(suite.pool, folder, log);
    assert.deepEqual((await ran()).at(-1), '0004-lines.sql');
    assert.equal((await suite.pool.query('select from shelf where n = 4')).rowCount, 1);
  });

  it('refuses to migrate, when an old migration was changed or a newer version ran before', async () => {
    await write('0002-more.sql', 'alter table shelf add m text;');
    await assert.rejects(
      migrate(suite.pool, folder, log),
      (error) => error instanceof DatabaseConfigError && /0002-more\.sql was changed/.test(error.message),
    );
    const older = join(folder, 'older');
    await mkdir(older);
    await assert.rejects(
      migrate(suite.pool, older, log),
      (error) => error instanceof DatabaseConfigError && /newer version/.test(error.message),
    );
  });
});

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

const migrations = join(import.meta.dirname, '../../../migrations');

describeDatabase('programs of older versions', 'one', (suite) => {
  it('end, when they do not know a step, a job or the names of tables', async () => {
    const all = await migrate(suite.pool, migrations, silentLog);
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
