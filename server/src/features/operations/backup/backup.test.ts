import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Client } from 'pg';
import { pino } from 'pino';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { hour } from '@lectern/contract/rules/durations';
import { createDiskStorage } from '../../../ports/storage/disk.ts';
import { awkwardVideo } from '../../../../test/awkward-video.ts';
import { administer, openEmbeddedPlace, openPostgresPlace, type TestPlace } from '../../../../test/databases.ts';
import { eventually, signUp, type TestMember } from '../../../../test/member.ts';
import { findPostgres } from '../../../../test/postgres-cluster.ts';
import { readRows } from '../../../../test/rows.ts';
import { untilMade } from '../../../../test/wait-for-file.ts';
import { putUploadChunk } from '../../../../test/upload.ts';
import { openTestWorld, type TestWorld } from '../../../../test/world.ts';
import { backUp, restore, verifyBackup } from '../../../main/cli-backup.ts';
import { readConfig } from '../../../main/config.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { ensureOneInstallation, restoringFile } from '../../storage/installation.ts';
import { openArchive } from './archive.ts';
import { filesIn } from './installation-files.ts';
import { makeBackup } from './make-backup.ts';
import { writeSnapshot, serveSnapshots } from './snapshot.ts';

type At = Pick<TestPlace, 'dataDir' | 'databaseUrl'>;

const configOf = ({ dataDir, databaseUrl }: At) =>
  readConfig({ DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) });

const noPostgres = !process.env.LECTERN_TEST_POSTGRES && !findPostgres();

async function contentsOf(dataDir: string): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for await (const { key } of filesIn(createDiskStorage(dataDir)).list())
    contents.set(key, (await readFile(join(dataDir, key))).toString('base64'));
  return contents;
}

describe('a backup', () => {
  const temporary: string[] = [];
  let place: TestPlace;
  let server: TestWorld;
  let stopSnapshots: () => Promise<void>;
  let member: TestMember;
  let video: string;
  let target: string;

  before(async () => {
    place = await openEmbeddedPlace();
    server = await openTestWorld(place);
    stopSnapshots = await serveSnapshots(server.world);
    member = await signUp(server.origin, server.letters);
    await server.world.jobs.settle();
    video = await awkwardVideo(server, member);
    // A job that is still to come, and an upload of which only the beginning has come.
    await server.world.jobs.enqueue(
      'mail',
      { mailId: randomUUID() },
      { key: 'mail/later', after: new Date(Date.now() + hour) },
    );
    const { url } = await member.call(uploadRoutes.create, {});
    await putUploadChunk(url, Buffer.alloc(262_144, 7), 'bytes 0-262143/1000000');
    target = join(await temporaryFolder(), 'backups');
  });
  after(async () => {
    await stopSnapshots?.();
    await server?.close();
    await place?.close();
    for (const folder of temporary) await rm(folder, { recursive: true, force: true });
  });

  async function temporaryFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
    temporary.push(folder);
    return folder;
  }
  const idOf = async (dataDir: string): Promise<string> =>
    (await readFile(join(dataDir, 'installation'), 'utf8')).trim();
  const configIn = async () => configOf({ dataDir: await temporaryFolder() });
  /** Backs up files of the installation; `meanwhile` runs between the snapshot and its end. */
  const backUpFiles = async (
    folder: string,
    files = filesIn(createDiskStorage(place.dataDir)),
    meanwhile = async () => {},
  ) =>
    makeBackup({
      archive: openArchive(folder),
      files,
      installation: await idOf(place.dataDir),
      async withSnapshot(work) {
        const file = join(await temporaryFolder(), 'snapshot');
        await writeSnapshot(server.world.database, file);
        await meanwhile();
        await work(file);
      },
      now: new Date(),
    });

  it('backs up a running server on the embedded database, and skips known files the next time', async () => {
    await backUp(configOf(place), target, { keep: undefined });
    const first = await openArchive(target).newest();
    assert.ok(first!.files.some(({ key }) => key === `videos/${video}/original`));
    const isOver = async () => !(await readdir(place.dataDir)).some((name) => name.startsWith('snapshot.'));
    await eventually(async () => (await isOver()) || undefined, 'the end of the snapshot');

    await writeFile(join(place.dataDir, 'videos', video, 'new'), 'a new file');
    const again = await backUpFiles(target);
    assert.deepEqual([again.copied, again.bytes], [1, 10]);
    assert.equal(again.manifest.files.length, first!.files.length + 1);
  });

  it('restores every row and file of a backup into PostgreSQL', { skip: noPostgres }, async () => {
    const [source, there] = [await temporaryFolder(), await openPostgresPlace()];
    try {
      const rows = await readRows(server.world.database.kysely);
      await backUp(configOf(place), source, { keep: undefined });
      await restore(configOf(there), source);
      assert.deepEqual(await contentsOf(there.dataDir), await contentsOf(place.dataDir));
      const restored = await openTestWorld({ ...there, jobs: false });
      assert.deepEqual(await readRows(restored.world.database.kysely), rows);
      await restored.close();
    } finally {
      await there.close();
    }
  });

  it('restores the jobs of an older version, also when it is cut off after', { skip: noPostgres }, async () => {
    const [old, there, source] = [await openPostgresPlace(), await openPostgresPlace(), await temporaryFolder()];
    const own = join(import.meta.dirname, '../../../..');
    const log = pino({ level: 'silent' });
    const empty = (client: Client) => client.query('drop schema public cascade; create schema public');
    try {
      for (const { databaseUrl } of [old, there]) await administer(databaseUrl!, empty);
      const url = old.databaseUrl!;
      const database = await openDatabase({ ...old, url, log, upTo: '0152-chosen-tracks.sql' });
      await database.pool.query(await readFile(join(own, 'test/pgboss.sql'), 'utf8'));
      await database.pool.query(
        `insert into pgboss.job (name, singleton_key, data, policy) values ('mail', 'mail/old', '{}', 'exclusive')`,
      );
      await ensureOneInstallation(database, createDiskStorage(old.dataDir));
      await database.close();

      await backUp(configOf(old), source, { keep: undefined });
      await restore(configOf(there), source);
      const { createdAt } = (await openArchive(source).newest())!;
      await writeFile(restoringFile(there.dataDir), `${createdAt} loaded`);
      await restore(configOf(there), source);
      const restored = await openTestWorld({ ...there, jobs: false });
      assert.deepEqual(await restored.world.jobs.alive(['mail/old']), new Set(['mail/old']));
      await restored.close();
    } finally {
      for (const each of [old, there]) await each.close();
    }
  });

  it('goes on after it was cut off, and counts for nothing until it is whole', async () => {
    const cutOff = await temporaryFolder();
    const files = filesIn(createDiskStorage(place.dataDir));
    let opened = 0;
    // A store that is gone in the middle.
    const attempt = (failsAt: number) =>
      backUpFiles(cutOff, {
        ...files,
        open(file) {
          opened += 1;
          if (opened === failsAt) throw new Error('The disk is gone.');
          return files.open(file);
        },
      });
    await assert.rejects(attempt(4), /The disk is gone/);
    assert.equal(await openArchive(cutOff).newest(), undefined);
    await assert.rejects(verifyBackup(configOf(place), cutOff), /There is no whole backup/);
    const { copied, manifest } = await attempt(Infinity);
    assert.equal(copied, manifest.files.length - 3);
  });

  it('keeps files as the database knows them, when they are deleted or finished during a backup', async () => {
    const folder = await temporaryFolder();
    await cp(join(place.dataDir, 'videos'), join(folder, 'videos'), { recursive: true });
    const open = (await readdir(join(folder, 'videos'))).find((id) => id !== video)!;
    const { manifest } = await backUpFiles(await temporaryFolder(), filesIn(createDiskStorage(folder)), async () => {
      await rm(join(folder, 'videos', video), { recursive: true });
      await appendFile(join(folder, 'videos', open, 'original.part'), 'the rest');
      await rename(join(folder, 'videos', open, 'original.part'), join(folder, 'videos', open, 'original'));
      await mkdir(join(folder, 'videos', randomUUID()));
    });
    const sizes = new Map(manifest.files.map(({ key, size }) => [key, size]));
    assert.ok(sizes.has(`videos/${video}/original`));
    assert.equal(sizes.get(`videos/${open}/original.part`), 262_144 + 'the rest'.length);
  });

  it('verifies a backup without changing the installation', async () => {
    const config = await configIn();
    for (const part of ['videos', 'installation'])
      await cp(join(place.dataDir, part), join(config.dataDir, part), { recursive: true });
    await mkdir(join(config.dataDir, 'database'));
    await writeFile(join(config.dataDir, 'database/PG_VERSION'), 'nobody opens it');
    const stateOf = async () => [
      await contentsOf(config.dataDir),
      await readFile(join(config.dataDir, 'database/PG_VERSION'), 'utf8'),
      (await readdir(config.dataDir, { recursive: true })).filter((name) => !name.startsWith('scratch')).toSorted(),
    ];
    const before = await stateOf();
    assert.equal(await verifyBackup(config, target), 0);
    assert.deepEqual(await stateOf(), before);
    const work = await readdir(join(config.dataDir, 'scratch'), { recursive: true });
    assert.equal(work.length, 1, 'the database is loaded on the disk of DATA_DIR, and nothing of it is left');
  });

  it('names what is damaged, and restores nothing of it', async () => {
    const damaged = await temporaryFolder();
    await cp(target, damaged, { recursive: true });
    const archive = openArchive(damaged);
    const { key, sha256 } = (await archive.newest())!.files.find((file) => file.key.endsWith('/original'))!;
    await appendFile(archive.pathOf(sha256), 'x');
    const lines: string[] = [];
    const { error } = console;
    console.error = (line: string) => void lines.push(line);
    try {
      assert.equal(await verifyBackup(await configIn(), damaged), 1);
    } finally {
      console.error = error;
    }
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, new RegExp(`^${key}: .* is damaged`));
    const config = await configIn();
    await assert.rejects(restore(config, damaged), /is damaged/);
    await rm(archive.pathOf(sha256));
    const message = new RegExp(`^/.*${sha256} is missing\\.$`);
    await assert.rejects(restore(config, damaged), { name: 'BackupError', message });
    // A half-restored installation must not start.
    await assert.rejects(openTestWorld({ dataDir: config.dataDir }), /was cut off/);
  });

  it('continues a killed restore with the same backup, when only the database existed', async () => {
    const [into, source] = [await temporaryFolder(), await temporaryFolder()];
    await cp(target, source, { recursive: true });
    const program = join(import.meta.dirname, '../../../main/cli.ts');
    const env = { PATH: process.env.PATH, DATA_DIR: into };
    const hasBegun = untilMade(into, 'database');
    const restoring = spawn(process.execPath, [program, 'restore', source], { env, stdio: 'ignore' });
    const ended = once(restoring, 'exit');
    await hasBegun;
    restoring.kill('SIGKILL');
    assert.deepEqual(await ended, [null, 'SIGKILL']);
    await assert.rejects(openTestWorld({ dataDir: into }), /was cut off/);
    await assert.rejects(restore(configOf({ dataDir: into }), await temporaryFolder()), /has no such backup/);
    await backUp(configOf(place), source, { keep: undefined });
    await restore(configOf({ dataDir: into }), source);
    assert.deepEqual(await contentsOf(into), await contentsOf(place.dataDir));
    // It is an installation of its own: neither the old folder nor the old database may have its other half.
    assert.notEqual(await idOf(place.dataDir), await idOf(into));
    assert.ok(!existsSync(join(into, 'restoring')));
  });

  it('forgets what is too old, with what only that had', async () => {
    const kept = await temporaryFolder();
    await cp(target, kept, { recursive: true });
    const archive = openArchive(kept);
    assert.equal((await archive.forgetAllBut(1)).backups, 1);
    assert.equal((await readdir(join(kept, 'manifests'))).length, 1);
    const { files, database } = (await archive.newest())!;
    for (const { sha256, size } of [database, ...files]) assert.ok(await archive.has(sha256, size));
  });

  it("refuses backups into another installation's folder and restores onto existing data", async () => {
    const other = await openEmbeddedPlace();
    try {
      const world = await openTestWorld(other);
      await world.close();
      await assert.rejects(backUp(configOf(other), target, { keep: undefined }), /of another installation/);
      await assert.rejects(restore(configOf(other), target), /is not empty/);
      await assert.rejects(backUp(await configIn(), target, { keep: undefined }), /There is no installation/);
    } finally {
      await other.close();
    }
  });
});
