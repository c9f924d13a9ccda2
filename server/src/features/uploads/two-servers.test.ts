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

    const create = async () => {
      const { url, id } = await member.call(uploadRoutes.create, {});
      const path = new URL(url).pathname;
      return { id, at: (server: ServerProcess) => server.origin + path };
    };
    const row = async (id: string): Promise<{ received: string; lease_id: string | null }> =>
      (await database.query('select received, lease_id from uploads where id = $1', [id])).rows[0]!;
    const isWriting = async (id: string) => (await row(id)).lease_id ?? undefined;
    const isWhole = async (id: string): Promise<void> => {
      const folder = join(place.dataDir, 'videos', id);
      assert.ok((await readFile(join(folder, 'original'))).equals(bytes), 'the stored file is the sent file');
      assert.deepEqual(
        (await readdir(folder)).filter((name) => name.startsWith('original.')),
        [],
      );
      await member.call(videoRoutes.delete, { id });
    };

    it('take the chunks of an upload in turn, into one file', async () => {
      const { id, at } = await create();
      assert.equal(
        (await putUploadChunk(at(one), bytes.subarray(0, third), range(0, third))).range,
        `bytes=0-${third - 1}`,
      );
      const two = bytes.subarray(third, 2 * third);
      assert.equal((await putUploadChunk(at(other), two, range(third, 2 * third))).range, `bytes=0-${2 * third - 1}`);
      assert.deepEqual(await readdir(join(place.dataDir, 'videos', id)), ['original.part']);
      assert.equal((await putUploadChunk(at(one), bytes.subarray(2 * third), range(2 * third, total))).status, 200);
      await isWhole(id);
    });

    it('wait for each other where both are sent the same', async () => {
      const { id, at } = await create();
      const first = bytes.subarray(0, third);
      const answers = await Promise.all(
        [one, other, one, other].map((to) => putUploadChunk(at(to), first, range(0, third))),
      );
      for (const answer of answers) assert.deepEqual([answer.status, answer.range], [308, `bytes=0-${third - 1}`]);
      const ends = await Promise.all(
        [one, other, one, other].map((to) => putUploadChunk(at(to), bytes.subarray(third), range(third, total))),
      );
      assert.deepEqual(
        ends.map(({ status }) => status),
        [200, 200, 200, 200],
      );
      await isWhole(id);
    });

    it('lose no acknowledged byte to one that was frozen while it wrote, and goes on later', async () => {
      const { id, at } = await create();
      await putUploadChunk(at(one), bytes.subarray(0, 5000), range(0, 5000));
      // Other bytes than the recording has there, and fewer than the other server will have acknowledged by then.
      const stale = beginChunk(at(one), range(5000, total), total - 5000, Buffer.alloc(third, 'x'));
      await eventually(() => isWriting(id), 'the first server to write');
      process.kill(one.pid, 'SIGSTOP');
      try {
        const next = await putUploadChunk(at(other), bytes.subarray(5000, 2 * third), range(5000, 2 * third));
        assert.deepEqual([next.status, next.range], [308, `bytes=0-${2 * third - 1}`]);
        stale.breakOff();
      } finally {
        process.kill(one.pid, 'SIGCONT');
      }
      // It asks behind its own broken request, which has ended then.
      const asked = await putUploadChunk(at(one), undefined, `bytes */${total}`);
      assert.deepEqual([asked.status, asked.range], [308, `bytes=0-${2 * third - 1}`]);
      assert.equal(Number((await row(id)).received), 2 * third);
      assert.equal((await putUploadChunk(at(one), bytes.subarray(2 * third), range(2 * third, total))).status, 200);
      await isWhole(id);
    });

    it('end an upload once, though one that was frozen comes with the last bytes later', async () => {
      const { id, at } = await create();
      await putUploadChunk(at(one), bytes.subarray(0, third), range(0, third));
      const stale = beginChunk(at(one), range(third, total), total - third, Buffer.alloc(1000, 'x'));
      await eventually(() => isWriting(id), 'the first server to write');
      process.kill(one.pid, 'SIGSTOP');
      try {
        assert.equal((await putUploadChunk(at(other), bytes.subarray(third), range(third, total))).status, 200);
        stale.breakOff();
      } finally {
        process.kill(one.pid, 'SIGCONT');
      }
      assert.equal((await putUploadChunk(at(one), undefined, `bytes */${total}`)).status, 200);
      assert.equal((await database.query('select id from videos where id = $1', [id])).rowCount, 1);
      await isWhole(id);
    });
  });
else console.log('PostgreSQL is not installed here: two servers on one database are not tested.');
