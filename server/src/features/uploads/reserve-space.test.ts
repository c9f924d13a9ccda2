import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, stat, readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { before, it, after, describe } from 'node:test';
import { join } from 'node:path';
import { exportRoutes } from '@lectern/contract/exports/downloads';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { eventually, type TestMember, signUp } from '../../../test/member.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { getObjectPath } from '../../../test/stored.ts';
import { putUploadChunk, beginChunk } from '../../../test/upload.ts';
import { failStalledImports } from '../exports/import-progress.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { storageKeys } from '../storage/keys.ts';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { Client } from 'pg';
import { openPostgresPlace, type TestPlace } from '../../../test/databases.ts';
import { findPostgres } from '../../../test/postgres-cluster.ts';
import { type ServerProcess, createServerSettings, startServer } from '../../../test/process.ts';

const short = await readFile(getSamplePath('short.mp4'));
const begin = short.subarray(0, 100_000);
const megabyte = 1024 ** 2;
const gigabyte = 1024 ** 3;

/** A PUT that has sent its beginning and is held open. */
function hold(url: string, headers: Record<string, string | number>) {
  const sending = request(url, { method: 'PUT', headers, agent: false });
  let came: number | undefined;
  sending.on('error', () => undefined);
  sending.on('response', (response: IncomingMessage) => {
    came = response.statusCode;
    response.on('error', () => undefined).resume();
  });
  sending.write(begin);
  return { status: () => came, breakOff: () => void sending.destroy() };
}

describeServer('the room for what comes in', {}, (suite) => {
  before(() => leave(10 * gigabyte));

  /** The disk has so many bytes for what comes in, whatever the machine of the test has, beside those that are kept. */
  const leave = (bytes: number): void => {
    suite.world.storage.room = async () => ({ free: bytes + 2 * gigabyte, size: 1000 * gigabyte });
  };
  const newcomer = async (): Promise<TestMember> => {
    const member = await suite.signUp();
    await suite.changeUser(member, { plan: 'professional' });
    return member;
  };
  const promisedNow = async (): Promise<number[]> => {
    const rows = await suite.db.selectFrom('uploads').select('promised').where('promised', '>', 0).execute();
    return rows.map(({ promised }) => promised);
  };
  const isOver = () => eventually(async () => ((await promisedNow()).length === 0 ? true : undefined), 'their end');

  /** Whether somebody may begin to send a recording of so many bytes. */
  const fits = async (bytes: number): Promise<boolean> => {
    const other = await newcomer();
    const { url, id } = await other.call(uploadRoutes.create, {});
    const { status } = await putUploadChunk(url, begin, `bytes 0-${begin.length - 1}/${bytes}`);
    assert.ok(status === 308 || status === 507, String(status));
    await other.call(uploadRoutes.cancel, { id });
    return status === 308;
  };

  for (const [what, room, headers, refused] of [
    [
      'the size is not known',
      10 * gigabyte,
      { 'content-range': `bytes 0-${4 * gigabyte - 1}/*`, 'content-length': 4 * gigabyte },
      4,
    ],
    ['requests have no length, step by step', 300 * megabyte, { 'transfer-encoding': 'chunked' }, 2],
  ] as const)
    it(`promises room to two uploads only once, when ${what}`, async () => {
      leave(room);
      const member = await newcomer();
      const made = await Promise.all(Array.from({ length: refused + 2 }, () => member.call(uploadRoutes.create, {})));
      const held = made.map(({ url }) => hold(url, headers));
      const statuses = await eventually(async () => {
        const all = held.map(({ status }) => status());
        const open = all.filter((status) => status === undefined).length;
        return open <= 2 && (await promisedNow()).length === open ? all : undefined;
      }, 'what becomes of each');
      assert.deepEqual(
        statuses.filter((status) => status !== undefined),
        Array.from({ length: refused }, () => 507),
      );
      const promised = (await promisedNow()).reduce((sum, bytes) => sum + bytes);
      assert.ok(promised <= room + 2 * begin.length, String(promised));
      for (const one of held) one.breakOff();
      await isOver();
      leave(10 * gigabyte);
      assert.equal(await fits(9 * gigabyte), true);
    });

  it('gives promised room back, when the writing process dies', async () => {
    const member = await newcomer();
    const { id } = await member.call(uploadRoutes.create, {});
    const seen = (lease_renewed_at: Date) =>
      suite.db
        .updateTable('uploads')
        .set({ lease_id: randomUUID(), lease_renewed_at, promised: 9 * gigabyte })
        .where('id', '=', id)
        .execute();
    await seen(new Date());
    assert.equal(await fits(9 * gigabyte), false);
    await seen(new Date(Date.now() - 70_000));
    assert.equal(await fits(9 * gigabyte), true);
    await member.call(uploadRoutes.cancel, { id });
  });

  it('shares the room between uploads and archives, which need it twice', async () => {
    const received = async (bytes: number) => {
      const { session } = await newcomer();
      const held = hold(`${suite.server.origin}/api${exportRoutes.import.path}`, {
        authorization: `Bearer ${session.token}`,
        'content-type': 'application/zip',
        'content-length': bytes,
      });
      const state = () =>
        suite.db
          .selectFrom('imports')
          .select(['id', 'state'])
          .where('workspace_id', '=', session.id)
          .executeTakeFirst();
      const status = await eventually(
        async () => held.status() ?? ((await state())?.state === 'receiving' ? 'is received' : undefined),
        'what becomes of the archive',
      );
      return { ...held, status, state };
    };
    const first = await received(3 * gigabyte);
    assert.equal(first.status, 'is received');
    const second = await received(3 * gigabyte);
    assert.deepEqual(
      [second.status, await second.state()],
      [507, undefined],
      'nothing is left of one that was refused',
    );
    assert.equal(await fits(5 * gigabyte), false);
    assert.equal(await fits(3 * gigabyte), true);
    first.breakOff();
    await eventually(async () => ((await first.state())?.state === 'failed' ? true : undefined), 'its end');
    assert.equal(await fits(9 * gigabyte), true);
    // One whose process was killed is received by nobody.
    const row = (await first.state())!;
    const killed = { state: 'receiving' as const, promised: 6 * gigabyte };
    await suite.db.updateTable('imports').set(killed).where('id', '=', row.id).execute();
    assert.equal(await fits(5 * gigabyte), false);
    for (const elapsed of [0, 61_000]) await failStalledImports(suite.world, elapsed);
    assert.equal(await fits(5 * gigabyte), true);
  });

  it('takes no room for bytes that could not be stored completely', async () => {
    const member = await newcomer();
    const { url, id } = await member.call(uploadRoutes.create, {});
    const half = begin.length;
    await putUploadChunk(url, begin, `bytes 0-${half - 1}/${short.length}`);
    const { storage } = suite.world;
    const { append } = storage;
    storage.append = async (...all) => {
      await append(...all);
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    const rest = () => putUploadChunk(url, short.subarray(half), `bytes ${half}-${short.length - 1}/${short.length}`);
    try {
      assert.equal((await rest()).status, 507);
    } finally {
      storage.append = append;
    }
    assert.equal((await stat(getObjectPath(suite.world, storageKeys.part(id)))).size, half);
    assert.equal((await rest()).status, 200);
  });
});

const bytes = await readFile(getSamplePath('short.mp4'));
const total = bytes.length;
const third = Math.floor(total / 3);
const range = (from: number, to: number): string => `bytes ${from}-${to - 1}/${total}`;
const send = (url: string, from: number, to: number) => putUploadChunk(url, bytes.subarray(from, to), range(from, to));
const has = (stored: number) => ({ status: 308, range: `bytes=0-${stored - 1}`, msg: undefined });

if (process.env.LECTERN_TEST_POSTGRES || findPostgres())
  describe('two servers on one database and one folder', () => {
    let place: TestPlace;
    let one: ServerProcess;
    let other: ServerProcess;
    let member: TestMember;
    let database: Client;
    before(async () => {
      place = await openPostgresPlace();
      one = await startServer(await createServerSettings(place));
      other = await startServer(await createServerSettings(place));
      member = await signUp(one.origin, one.letters);
      database = new Client({ connectionString: place.databaseUrl! });
      await database.connect();
    });
    after(async () => {
      await database?.end();
      await one?.stop();
      await other?.stop();
      await place?.close();
    });

    type Upload = { id: string; at(server: ServerProcess): string };
    const create = async (): Promise<Upload> => {
      const { url, id } = await member.call(uploadRoutes.create, {});
      const path = new URL(url).pathname;
      return { id, at: (server: ServerProcess) => server.origin + path };
    };
    const row = async (id: string): Promise<{ received: string; lease_id: string | null }> =>
      (await database.query('select received, lease_id from uploads where id = $1', [id])).rows[0]!;
    const isWhole = async (id: string): Promise<void> => {
      const folder = join(place.dataDir, 'videos', id);
      assert.ok((await readFile(join(folder, 'original'))).equals(bytes), 'the stored file is the sent file');
      assert.deepEqual(
        (await readdir(folder)).filter((name) => name.startsWith('original.')),
        [],
      );
      await member.call(videoRoutes.delete, { id });
    };

    /** Lets the first server begin to write the bytes `x` behind `from`, and freezes it while `meanwhile` runs. */
    const freeze = async ({ id, at }: Upload, from: number, count: number, meanwhile: () => Promise<void>) => {
      const stale = beginChunk(at(one), range(from, total), total - from, Buffer.alloc(count, 'x'));
      await eventually(async () => (await row(id)).lease_id ?? undefined, 'the first server to write');
      process.kill(one.pid, 'SIGSTOP');
      try {
        await meanwhile();
        stale.breakOff();
      } finally {
        process.kill(one.pid, 'SIGCONT');
      }
      // It asks behind its own broken request, which has ended then.
      return putUploadChunk(at(one), undefined, `bytes */${total}`);
    };

    it('take the chunks of an upload in turn, into one file', async () => {
      const { id, at } = await create();
      assert.deepEqual(await send(at(one), 0, third), has(third));
      assert.deepEqual(await send(at(other), third, 2 * third), has(2 * third));
      assert.deepEqual(await readdir(join(place.dataDir, 'videos', id)), ['original.part']);
      assert.equal((await send(at(one), 2 * third, total)).status, 200);
      await isWhole(id);
    });

    it('wait for each other, when both are sent the same', async () => {
      const { id, at } = await create();
      const sendToBoth = (from: number, to: number) =>
        Promise.all([one, other, one, other].map((server) => send(at(server), from, to)));
      assert.deepEqual(await sendToBoth(0, third), Array(4).fill(has(third)));
      const statuses = (await sendToBoth(third, total)).map(({ status }) => status);
      assert.deepEqual(statuses, [200, 200, 200, 200]);
      await isWhole(id);
    });

    it('lose no acknowledged byte, when one was frozen while it wrote, and goes on later', async () => {
      const upload = await create();
      const { id, at } = upload;
      await send(at(one), 0, 5000);
      // Other bytes than the recording has there, and fewer than the other server will have acknowledged by then.
      const asked = await freeze(upload, 5000, third, async () =>
        assert.deepEqual(await send(at(other), 5000, 2 * third), has(2 * third)),
      );
      assert.deepEqual(asked, has(2 * third));
      assert.equal(Number((await row(id)).received), 2 * third);
      assert.equal((await send(at(one), 2 * third, total)).status, 200);
      await isWhole(id);
    });

    it('end an upload once, when one that was frozen comes with the last bytes later', async () => {
      const upload = await create();
      const { id, at } = upload;
      await send(at(one), 0, third);
      const asked = await freeze(upload, third, 1000, async () =>
        assert.equal((await send(at(other), third, total)).status, 200),
      );
      assert.equal(asked.status, 200);
      assert.equal((await database.query('select id from videos where id = $1', [id])).rowCount, 1);
      await isWhole(id);
    });
  });
else console.log('PostgreSQL is not installed here: two servers on one database are not tested.');
