import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { bothDatabases, type TestPlace } from '../../../test/databases.ts';
import { readConfig } from '../../main/config.ts';
import { silentLog } from '../../main/silent-log.ts';
import { openDatabaseOf, openWorld } from '../../main/world.ts';
import type { Database } from '../../platform/database/database.ts';
import { createDiskStorage } from '../../ports/storage/disk.ts';
import { ensureOneInstallation, refuseHalfRestored, restoringFile, uncheckedSuffix } from './installation.ts';

const run = promisify(execFile);
const program = join(import.meta.dirname, '../../main/cli.ts');

type Settings = Omit<TestPlace, 'close'>;

const configOf = ({ dataDir, databaseUrl }: Settings) =>
  readConfig({ SPEECH: 'captions', DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) });

async function withDatabase(at: Settings, work: (database: Database) => Promise<unknown>): Promise<void> {
  const opened = await openDatabaseOf(configOf(at), silentLog);
  try {
    await work(opened);
  } finally {
    await opened.close();
  }
}

/** As every start begins, the server's and the command line's. */
const starts = (at: Settings): Promise<void> =>
  withDatabase(at, (database) => ensureOneInstallation(database, createDiskStorage(at.dataDir)));

it('refuses a half-restored folder, unless it was in use before a restore checked for new ones', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-mark-'));
  t.after(() => rm(folder, { recursive: true }));
  refuseHalfRestored(folder);
  await writeFile(restoringFile(folder), `2026-01-01${uncheckedSuffix}`);
  assert.throws(() => refuseHalfRestored(folder), /was cut off/);
  await writeFile(join(folder, 'installation'), randomUUID());
  refuseHalfRestored(folder);
  await writeFile(restoringFile(folder), '2026-01-01');
  assert.throws(() => refuseHalfRestored(folder), /was cut off/);
});

bothDatabases((database, open) => {
  describe(`the folder and the database of an installation, on ${database}`, () => {
    /** One with a recording. */
    let place: TestPlace;
    const video = randomUUID();
    const temporary: string[] = [];
    const others: TestPlace[] = [];
    const openAnother = async (): Promise<TestPlace> => {
      const other = await open();
      others.push(other);
      return other;
    };

    before(async () => {
      place = await open();
      await withDatabase(place, async ({ kysely }) => {
        const user = { email: 'ada@example.org', firstname: 'Ada', lastname: 'L', password_hash: '' };
        const { id } = await kysely.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
        await kysely
          .insertInto('videos')
          .values({ id: video, workspace_id: id, asset_id: 'asset', playback_id: 'playback', title: 'A talk' })
          .execute();
      });
      await mkdir(join(place.dataDir, 'videos', video), { recursive: true });
      await writeFile(join(place.dataDir, 'videos', video, 'original'), 'the recording');
      await starts(place);
    });
    after(async () => {
      for (const each of [place, ...others]) await each?.close();
      for (const folder of temporary) await rm(folder, { recursive: true, force: true });
    });

    /** The database of one place and what lies in the folder of another, or a new folder. */
    async function meeting(of: Settings, folder?: Settings): Promise<Settings> {
      const dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
      temporary.push(dataDir);
      if (folder)
        for (const name of await readdir(folder.dataDir))
          if (name !== 'database') await cp(join(folder.dataDir, name), join(dataDir, name), { recursive: true });
      if (of.databaseUrl) return { dataDir, databaseUrl: of.databaseUrl };
      await cp(join(of.dataDir, 'database'), join(dataDir, 'database'), { recursive: true });
      return { dataDir };
    }

    const forget = ({ dataDir }: Settings): Promise<void> => rm(join(dataDir, 'installation'));

    /** As a version that knew no ids left its database. */
    const forgetInDatabase = (of: Settings): Promise<void> =>
      withDatabase(of, ({ kysely }) => kysely.deleteFrom('settings').where('name', '=', 'installation').execute());

    const names = async ({ dataDir }: Settings): Promise<string[]> =>
      (await readdir(join(dataDir, 'videos')).catch((): string[] => [])).sort((a, b) => a.localeCompare(b));

    /** Refuses in one line that says what to do, and touches nothing. */
    async function refuses(at: Settings, reason: RegExp): Promise<void> {
      const before = await names(at);
      await assert.rejects(starts(at), (error: Error) => {
        assert.match(error.message, reason);
        assert.match(error.message, /Set .*DATA_DIR.*lectern -- adopt$/);
        assert.ok(!error.message.includes('\n') && 'plain' in error);
        return true;
      });
      assert.deepEqual(await names(at), before);
    }

    const adopt = (at: Settings, ...args: string[]) =>
      run(process.execPath, [program, 'adopt', ...args], {
        env: {
          PATH: process.env.PATH,
          DATA_DIR: at.dataDir,
          ...(at.databaseUrl ? { DATABASE_URL: at.databaseUrl } : {}),
        },
      });

    it('starts again and again, and when the id of the folder was lost', async () => {
      const id = await readFile(join(place.dataDir, 'installation'), 'utf8');
      await starts(place);
      await forget(place);
      await starts(place);
      assert.equal(await readFile(join(place.dataDir, 'installation'), 'utf8'), id);
    });

    it('gives an id without a word to what an earlier version has left', async () => {
      await forgetInDatabase(place);
      await forget(place);
      await starts(place);
      assert.match(await readFile(join(place.dataDir, 'installation'), 'utf8'), /^[\da-f-]{36}\n$/);
      assert.deepEqual(await names(place), [video]);
    });

    it('refuses an empty database beside a full folder, with and without an id', async () => {
      const other = await openAnother();
      const met = await meeting(other, place);
      await refuses(met, /belongs to another database/);
      await forget(met);
      await refuses(met, /holds 1 recording, and the database knows none of them/);
    });

    // The remaining tests behave the same on both databases, and each start takes the embedded one seconds.
    if (database !== 'PostgreSQL') return;

    it('refuses an empty or foreign folder, when the database knows recordings', async () => {
      const empty = await meeting(place);
      await refuses(empty, /The database knows 1 recording, and the folder .* holds none of them/);
      await mkdir(join(empty.dataDir, 'videos', randomUUID()), { recursive: true });
      await refuses(empty, /holds 1 recording, and the database knows none of them/);
      await writeFile(join(empty.dataDir, 'installation'), `${randomUUID()}\n`);
      await refuses(empty, /belongs to another database/);
    });

    it('gives a new folder to a database without recordings', async () => {
      const other = await openAnother();
      await starts(other);
      await starts(await meeting(other));
    });

    it('lets one of two databases have a folder, though both begin with it at once', async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
      temporary.push(dataDir);
      const both = await Promise.allSettled(
        [await openAnother(), await openAnother()].map(({ databaseUrl }) =>
          starts({ dataDir, databaseUrl: databaseUrl! }),
        ),
      );
      assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    });

    it('adopts what it is told to, after saying what that means, and removes nothing', async () => {
      const other = await openAnother();
      const met = await meeting(other, place);
      await assert.rejects(adopt(met), (error: Error & { code: number; stdout: string; stderr: string }) => {
        assert.equal(error.code, 1);
        assert.match(error.stdout, /holds 1 recordings?; the database knows 0 of them/);
        assert.match(error.stdout, /1 that it does not know will be set aside/);
        assert.match(error.stderr, /^Nothing was changed\. .*--yes\.\n$/);
        return true;
      });
      await refuses(met, /belongs to another database/);
      const { stdout } = await adopt(met, '--yes');
      assert.match(stdout, /one installation now/);
      assert.deepEqual(await names(met), [video]);
      await starts(met);
      assert.ok(existsSync(join(met.dataDir, 'videos', video, 'original')));
    });

    it('refuses a foreign folder before creating an embedded database in it', async () => {
      await assert.rejects(
        openWorld(configOf({ dataDir: place.dataDir }), { log: silentLog, print: () => undefined }),
        /belongs to another database: it has .* no embedded/,
      );
      assert.ok(!existsSync(join(place.dataDir, 'database')));
    });
  });
});
