// full: it moves a whole installation; backup.test.ts dumps and loads one
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { it } from 'node:test';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { createClient } from '@lectern/contract/client';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { hour } from '@lectern/contract/rules/durations';
import { sql } from 'kysely';
import { awkwardVideo } from '../../../../test/awkward-video.ts';
import { hasCeph, startCeph } from '../../../../test/ceph.ts';
import { openEmbeddedPlace, openPostgresPlace, type TestPlace } from '../../../../test/databases.ts';
import { signUp } from '../../../../test/member.ts';
import { findPostgres } from '../../../../test/postgres-cluster.ts';
import { readRows } from '../../../../test/rows.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { fetchAsset, putUploadChunk, waitUntilProcessed } from '../../../../test/upload.ts';
import { openTestWorld } from '../../../../test/world.ts';
import { backUp, restore } from '../../../main/cli-backup.ts';
import { readConfig } from '../../../main/config.ts';
import { openStorage } from '../../../main/open-storage.ts';
import { storageKeys } from '../../storage/keys.ts';
import { filesIn } from './installation-files.ts';

/** Where an installation is: its folder, its database, its storage. */
type Home = Pick<TestPlace, 'dataDir' | 'databaseUrl'> & { env?: Record<string, string> };

const configOf = ({ dataDir, databaseUrl, env }: Home) =>
  readConfig({ DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...env });

/** Every file of an installation with its content. */
async function contentsOf(home: Home): Promise<Map<string, string>> {
  const storage = await openStorage(configOf(home));
  try {
    const files = filesIn(storage);
    const contents = new Map<string, string>();
    for await (const file of files.list()) contents.set(file.key, (await buffer(files.open(file))).toString('base64'));
    return contents;
  } finally {
    await storage.close();
  }
}

const mebi = 1024 * 1024;

/** A recording of which the first MiB is sent before a move, and the rest after it. */
async function recording(): Promise<Buffer> {
  const free = Buffer.alloc(2 * mebi);
  free.writeUInt32BE(free.length, 0);
  free.write('free', 4);
  return Buffer.concat([await readFile(getSamplePath('short.mp4')), free]);
}

/** Moves an installation from `place` to `there` and from there to `home`, and compares what came with what was. */
async function moveThereAndBack(place: TestPlace, there: Home, home: Home): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  let server = await openTestWorld(place);
  try {
    const member = await signUp(server.origin, server.letters);
    await server.world.jobs.settle();
    const video = await awkwardVideo(server, member);
    for (const action of ['kept', 'forgotten'])
      await sql`insert into audit_log (administrator, action, object_kind, object_id, detail)
        select 'a', ${action}, 'c', 'd', '{}'`.execute(server.world.database.kysely);
    // A job that is still to come, and an upload of which only the beginning has come.
    await server.world.jobs.enqueue(
      'mail',
      { mailId: randomUUID() },
      { key: 'mail/later', after: new Date(Date.now() + hour) },
    );
    const bytes = await recording();
    const { url, id } = await member.call(uploadRoutes.create, {});
    const send = (origin: string, from: number, to: number) =>
      putUploadChunk(
        `${origin}${new URL(url).pathname}`,
        bytes.subarray(from, to),
        `bytes ${from}-${to - 1}/${bytes.length}`,
      );
    assert.equal((await send(server.origin, 0, mebi)).status, 308);

    // Before the rows are read: a call prolongs the session.
    const asset = await fetchAsset(member, video);
    const { origin } = server;
    const expected = { rows: await readRows(server.world.database.kysely), files: await contentsOf(place) };
    // Nothing comes after the backup, as the handbook says.
    await server.close();

    await backUp(configOf(place), join(folder, 'there'), { keep: undefined });
    await restore(configOf(there), join(folder, 'there'));
    assert.deepEqual(await contentsOf(there), expected.files);
    // With a bucket and PostgreSQL, from a machine that has nothing of it.
    const from = there.env ? { ...there, dataDir: join(folder, 'nowhere') } : there;
    await backUp(configOf(from), join(folder, 'back'), { keep: undefined });
    await restore(configOf(home), join(folder, 'back'));
    await assert.rejects(restore(configOf(home), join(folder, 'back')), /is not empty/);

    server = await openTestWorld({ ...home, jobs: false });
    assert.deepEqual(await readRows(server.world.database.kysely), expected.rows);
    assert.deepEqual(await contentsOf(home), expected.files);
    assert.deepEqual(await server.world.jobs.alive(['mail/later']), new Set(['mail/later']));
    // The member is still signed in, and sees what was there.
    const call = createClient({ origin: server.origin, token: () => member.session.token });
    const withoutOrigins = (value: unknown, at: string) => JSON.stringify(value).replaceAll(at, '');
    assert.equal(
      withoutOrigins(await fetchAsset({ ...member, call }, video), server.origin),
      withoutOrigins(asset, origin),
    );
    // A number that was given is not given again.
    const number = await sql<{
      id: number;
    }>`insert into audit_log (administrator, action, object_kind, object_id, detail)
      values ('a', 'b', 'c', 'd', '{}') returning id`.execute(server.world.database.kysely);
    assert.equal(number.rows[0]?.id, 3);
    await server.close();
    // The folder of what it was restored from is its own as well.
    await backUp(configOf(home), join(folder, 'back'), { keep: 1 });

    // An upload that began before the move ends after it, wherever its beginning has come to lie.
    for (const where of [there, home]) {
      server = await openTestWorld(where);
      assert.equal((await send(server.origin, mebi, 2 * mebi)).range, `bytes=0-${2 * mebi - 1}`);
      assert.equal((await send(server.origin, 2 * mebi, bytes.length)).status, 200);
      const moved = { ...member, call: server.as(member.session.token) };
      assert.equal((await waitUntilProcessed(moved, id)).playable, true);
      assert.equal((await contentsOf(where)).get(storageKeys.original(id)), bytes.toString('base64'));
      await server.close();
    }
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const noPostgres = !process.env.LECTERN_TEST_POSTGRES && !findPostgres();

it(
  'moves an installation from PostgreSQL to the embedded database and back, with all it holds',
  { skip: noPostgres },
  async () => {
    const [place, home] = [await openPostgresPlace(), await openPostgresPlace()];
    const dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
    try {
      await moveThereAndBack(place, { dataDir }, home);
    } finally {
      for (const each of [place, home]) await each.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);

it(
  'moves a whole installation from embedded database and disk to PostgreSQL and bucket, and back',
  { skip: noPostgres || !hasCeph() },
  async () => {
    const [ceph, place, there] = [await startCeph(), await openEmbeddedPlace(), await openPostgresPlace()];
    const dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
    try {
      const { endpoint, accessKeyId, secretAccessKey } = ceph;
      const region = 'us-east-1';
      const administrator = new S3Client({
        endpoint,
        region,
        forcePathStyle: true,
        credentials: { accessKeyId, secretAccessKey },
      });
      await administrator.send(new CreateBucketCommand({ Bucket: 'moved' }));
      const env = {
        STORAGE: 's3',
        S3_BUCKET: 'moved',
        S3_ENDPOINT: endpoint,
        S3_REGION: region,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
        S3_FORCE_PATH_STYLE: 'true',
      };
      await moveThereAndBack(place, { ...there, env }, { dataDir });
    } finally {
      for (const each of [place, there]) await each.close();
      await ceph.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
