import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { Client } from 'pg';
import { openPostgresPlace, type TestPlace } from '../../../test/databases.ts';
import { eventually, signUp, type TestMember } from '../../../test/member.ts';
import { findPostgres } from '../../../test/postgres-cluster.ts';
import { type ServerProcess, createServerSettings, startServer } from '../../../test/process.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { beginChunk, putUploadChunk } from '../../../test/upload.ts';

const bytes = await readFile(getSamplePath('short.mp4'));
const total = bytes.length;
const third = Math.floor(total / 3);
const range = (from: number, to: number): string => `bytes ${from}-${to - 1}/${total}`;
const send = (url: string, from: number, to: number) => putUploadChunk(url, bytes.subarray(from, to), range(from, to));
/** The answer of an upload that has so many bytes and waits for more. */
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
      assert.deepEqual(
        (await sendToBoth(third, total)).map(({ status }) => status),
        [200, 200, 200, 200],
      );
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
