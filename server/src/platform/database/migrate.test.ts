import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Pool } from 'pg';
import { pino } from 'pino';
import { bothDatabases, type TestPlace } from '../../../test/databases.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { DatabaseConfigError } from './failures.ts';

const log = pino({ level: 'fatal' });

bothDatabases((name, open) => {
  describe(`migrations on ${name}`, () => {
    let place: TestPlace;
    let pool: Pool;
    let close: () => Promise<void>;
    let folder: string;
    before(async () => {
      place = await open();
      folder = await mkdtemp(join(tmpdir(), 'lectern-migrations-'));
      const database = await openDatabase({ ...place, ...(place.databaseUrl ? { url: place.databaseUrl } : {}), log });
      pool = database.pool;
      close = database.close;
      // Migrations of this test's own, from nothing.
      await pool.query('drop table migrations');
    });
    after(async () => {
      await close?.();
      await place?.close();
      await rm(folder, { recursive: true, force: true });
    });
    const write = (file: string, text: string) => writeFile(join(folder, file), text);
    const ran = async () =>
      (await pool.query('select name from migrations order by name')).rows.map((row) => row.name as string);

    it('run once, in order, by however many processes', async () => {
      await write('0001-shelf.sql', 'create table shelf (n int); insert into shelf values (1);');
      await write('0002-more.sql', 'alter table shelf add m int; insert into shelf values (2, 2);');
      await write('notes.txt', 'not a migration');
      const others = place.databaseUrl
        ? Array.from({ length: 4 }, () => new Pool({ connectionString: place.databaseUrl, max: 1 }))
        : [pool, pool];
      // A pool ends before its connections do; the database is dropped meanwhile, and ends them itself.
      for (const each of others) each.on('connect', (client) => void client.on('error', () => undefined));
      await Promise.all(others.map((each) => migrate(each, folder, log)));
      if (place.databaseUrl) await Promise.all(others.map((each) => each.end()));
      assert.deepEqual(await ran(), ['0001-shelf.sql', '0002-more.sql']);
      assert.deepEqual((await pool.query('select n, m from shelf order by n')).rows, [
        { n: 1, m: null },
        { n: 2, m: 2 },
      ]);
    });

    it('leave nothing behind when one fails', async () => {
      await write('0003-broken.sql', 'insert into shelf values (3); select 1 / 0;');
      await assert.rejects(migrate(pool, folder, log), /division by zero/);
      assert.deepEqual(await ran(), ['0001-shelf.sql', '0002-more.sql']);
      assert.equal((await pool.query('select from shelf')).rowCount, 2);
      await write('0003-broken.sql', 'insert into shelf values (3);');
      await migrate(pool, folder, log);
      assert.equal((await pool.query('select from shelf')).rowCount, 3);
    });

    it('goes on where it stopped, when a line of its own transaction failed', async () => {
      const line = '-- A transaction for each line from here on.';
      await write(
        '0004-lines.sql',
        `insert into shelf values (4);\n${line}\ninsert into box values (1);\ndrop table box;\n`,
      );
      await assert.rejects(migrate(pool, folder, log), /relation "box" does not exist/);
      await pool.query('create table box (n int)');
      await migrate(pool, folder, log);
      assert.deepEqual((await ran()).at(-1), '0004-lines.sql');
      assert.equal((await pool.query('select from shelf where n = 4')).rowCount, 1);
    });

    it('refuses to migrate, when an old migration was changed or a newer version ran before', async () => {
      await write('0002-more.sql', 'alter table shelf add m text;');
      await assert.rejects(
        migrate(pool, folder, log),
        (error) => error instanceof DatabaseConfigError && /0002-more\.sql was changed/.test(error.message),
      );
      const older = join(folder, 'older');
      await mkdir(older);
      await assert.rejects(
        migrate(pool, older, log),
        (error) => error instanceof DatabaseConfigError && /newer version/.test(error.message),
      );
    });
  });
});
