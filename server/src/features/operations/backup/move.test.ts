// full: whole installations are moved, also while a bucket joins parts; backup.test.ts dumps and loads one
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { createClient } from '@lectern/contract/client';
import { hour } from '@lectern/contract/rules/durations';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { sql } from 'kysely';
import { awkwardVideo } from '../../../../test/awkward-video.ts';
import { type Ceph, createTestBucket, hasCeph, startCeph } from '../../../../test/ceph.ts';
import { openEmbeddedPlace, openPostgresPlace, type TestPlace } from '../../../../test/databases.ts';
import { signUp, type TestMember } from '../../../../test/member.ts';
import { findPostgres } from '../../../../test/postgres-cluster.ts';
import { readRows } from '../../../../test/rows.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { fetchAsset, putUploadChunk, waitUntilProcessed } from '../../../../test/upload.ts';
import { openTestWorld, type TestWorld } from '../../../../test/world.ts';
import { backUp, restore } from '../../../main/cli-backup.ts';
import { readConfig } from '../../../main/config.ts';
import { openStorage } from '../../../main/open-storage.ts';
import type { Storage } from '../../../ports/storage/port.ts';
import { storageKeys } from '../../storage/keys.ts';
import { filesIn } from './installation-files.ts';

/** Where an installation is: its folder, its database, its storage. */
type Home = Pick<TestPlace, 'dataDir' | 'databaseUrl'> & { env?: Record<string, string> };

const configOf = ({ dataDir, databaseUrl, env }: Home) =>
  readConfig({ SPEECH: 'captions', DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...env });

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

const mebi = 1024 ** 2;

/** A recording with so much in it that nobody plays: a bucket copies some of its pieces and is sent others. */
async function recording(size: number): Promise<Buffer> {
  const free = randomBytes(size);
  free.writeUInt32BE(free.length, 0);
  free.write('free', 4);
  return Buffer.concat([await readFile(getSamplePath('short.mp4')), free]);
}

/** An upload that goes on at whichever origin has its installation. */
async function beginUpload(member: TestMember, size: number) {
  const bytes = await recording(size);
  const { url, id } = await member.call(uploadRoutes.create, {});
  const { pathname } = new URL(url);
  return {
    id,
    bytes,
    send: (origin: string, from: number, to = bytes.length) =>
      putUploadChunk(`${origin}${pathname}`, bytes.subarray(from, to), `bytes ${from}-${to - 1}/${bytes.length}`),
    ask: (origin: string) => putUploadChunk(`${origin}${pathname}`, undefined, `bytes */${bytes.length}`),
  };
}

const folders: string[] = [];
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  folders.push(folder);
  return folder;
}

/** Moves an installation from `place` to `there` and from there to `home`, and compares what came with what was. */
async function moveThereAndBack(place: TestPlace, there: Home, home: Home): Promise<void> {
  const folder = await temporaryFolder();
  let server = await openTestWorld(place);
  const { kysely } = server.world.database;
  try {
    const member = await signUp(server.origin, server.letters);
    await server.world.jobs.settle();
    const video = await awkwardVideo(server, member);
    for (const action of ['kept', 'forgotten'])
      await sql`insert into audit_log (administrator, action, object_kind, object_id, detail)
        select 'a', ${action}, 'c', 'd', '{}'`.execute(kysely);
    // A job that is still to come, and an upload of which only the beginning has come.
    const later = { key: 'mail/later', after: new Date(Date.now() + hour) };
    await server.world.jobs.enqueue('mail', { mailId: randomUUID() }, later);
    const { id, bytes, send } = await beginUpload(member, 2 * mebi);
    assert.equal((await send(server.origin, 0, mebi)).status, 308);

    // Before the rows are read: a call prolongs the session.
    const asset = await fetchAsset(member, video);
    const { origin } = server;
    const expected = { rows: await readRows(kysely), files: await contentsOf(place) };
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
    const db = server.world.database.kysely;
    assert.deepEqual(await readRows(db), expected.rows);
    assert.deepEqual(await contentsOf(home), expected.files);
    assert.deepEqual(await server.world.jobs.alive(['mail/later']), new Set(['mail/later']));
    // The member is still signed in, and sees what was there.
    const call = createClient({ origin: server.origin, token: () => member.session.token });
    const withoutOrigins = (value: unknown, at: string) => JSON.stringify(value).replaceAll(at, '');
    const moved = await fetchAsset({ ...member, call }, video);
    assert.equal(withoutOrigins(moved, server.origin), withoutOrigins(asset, origin));
    // A number that was given is not given again.
    const { rows } = await sql<{ id: number }>`
      insert into audit_log (administrator, action, object_kind, object_id, detail)
      values ('a', 'b', 'c', 'd', '{}') returning id`.execute(db);
    assert.equal(rows[0]?.id, 3);
    await server.close();
    // The folder of what it was restored from is its own as well.
    await backUp(configOf(home), join(folder, 'back'), { keep: 1 });

    // An upload that began before the move ends after it, wherever its beginning has come to lie.
    for (const where of [there, home]) {
      server = await openTestWorld(where);
      assert.equal((await send(server.origin, mebi, 2 * mebi)).range, `bytes=0-${2 * mebi - 1}`);
      assert.equal((await send(server.origin, 2 * mebi)).status, 200);
      const signedIn = { ...member, call: server.as(member.session.token) };
      assert.equal((await waitUntilProcessed(signedIn, id)).playable, true);
      assert.equal((await contentsOf(where)).get(storageKeys.original(id)), bytes.toString('base64'));
      await server.close();
    }
  } finally {
    await server.close();
  }
}

/** The storage step during or after which a backup is made. */
type Moment = (storage: Storage, meanwhile: () => Promise<void>) => Partial<Storage>;
const moments: Record<string, Moment> = {
  'before the bucket joins an upload': ({ join: joinPieces }, meanwhile) => ({
    async join(...args) {
      await meanwhile();
      await joinPieces(...args);
    },
  }),
  'while the whole is there beside its pieces': ({ join: joinPieces }, meanwhile) => ({
    async join(...args) {
      await joinPieces(...args);
      await meanwhile();
    },
  }),
  'after the first piece has gone': ({ remove }, meanwhile) => {
    let isFirst = true;
    return {
      async remove(what) {
        await remove(what);
        if (isFirst) await meanwhile();
        isFirst = false;
      },
    };
  },
};

describe('a backup of a whole installation', () => {
  const withCeph = hasCeph();
  let ceph: Ceph | undefined;
  before(async () => {
    if (withCeph) ceph = await startCeph();
  });
  after(async () => {
    await ceph?.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  if (process.env.LECTERN_TEST_POSTGRES || findPostgres()) {
    it('moves it from PostgreSQL to the embedded database and back, with all it holds', async () => {
      const [place, home] = [await openPostgresPlace(), await openPostgresPlace()];
      try {
        await moveThereAndBack(place, { dataDir: await temporaryFolder() }, home);
      } finally {
        for (const each of [place, home]) await each.close();
      }
    });

    if (withCeph) {
      it('moves it from embedded database and disk to PostgreSQL and bucket, and back', async () => {
        const [place, there] = [await openEmbeddedPlace(), await openPostgresPlace()];
        try {
          const env = await createTestBucket(ceph!, 'moved');
          await moveThereAndBack(place, { ...there, env }, { dataDir: await temporaryFolder() });
        } finally {
          for (const each of [place, there]) await each.close();
        }
      });

      it('holds all of an upload, when it is made at any moment of its end', async (t) => {
        const place = await openPostgresPlace();
        const env = await createTestBucket(ceph!, 'joining');
        const server = await openTestWorld({ ...place, env });
        t.after(async () => {
          await server.close();
          await place.close();
        });
        const member = await signUp(server.origin, server.letters);
        const { storage } = server.world;
        const usual = { join: storage.join, remove: storage.remove };
        for (const [when, moment] of Object.entries(moments)) {
          const [target, home] = [join(await temporaryFolder(), 'backups'), await temporaryFolder()];
          let restored: TestWorld | undefined;
          try {
            const { id, bytes, send, ask } = await beginUpload(member, 8 * mebi);
            await send(server.origin, 0, mebi);
            await send(server.origin, mebi, 7 * mebi);
            const config = configOf({ ...place, env });
            const meanwhile = () => backUp(config, target, { keep: undefined });
            Object.assign(storage, moment(usual as Storage, meanwhile));
            assert.equal((await send(server.origin, 7 * mebi)).status, 200, when);
            Object.assign(storage, usual);
            await restore(configOf({ dataDir: home }), target);
            restored = await openTestWorld({ dataDir: home, jobs: false });
            assert.equal((await ask(restored.origin)).status, 200, `${when}: it ends there by being asked for`);
            const { steps } = await fetchAsset({ ...member, call: restored.as(member.session.token) }, id);
            assert.ok(steps.length > 0, when);
            assert.ok((await readFile(join(home, storageKeys.original(id)))).equals(bytes), when);
            await member.call(videoRoutes.delete, { id });
          } finally {
            Object.assign(storage, usual);
            await restored?.close();
          }
        }
      });
    } else console.log('Ceph is not installed here: backups of a bucket are not tested.');
  } else console.log('PostgreSQL is not installed here: moves between databases are not tested.');
});
