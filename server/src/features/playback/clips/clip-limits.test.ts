import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { CallError } from '@lectern/contract/client';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { problems } from '@lectern/contract/problem';
import { day, hour } from '@lectern/contract/rules/durations';
import { oneDatabase, type TestPlace } from '../../../../test/databases.ts';
import { eventually, type TestMember } from '../../../../test/member.ts';
import { openRecordedWorld } from '../../../../test/recorded.ts';
import { hurryJobs, readJobs } from '../../../../test/stored-jobs.ts';
import type { TestWorld } from '../../../../test/world.ts';
import { storageKeys } from '../../storage/keys.ts';
import { clipKey } from './stop-clips.ts';
import { sweepClips } from './sweep.ts';

const megabyte = 1_000_000;

oneDatabase((database, open) => {
  describe(`the clips of a member, on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    let member: TestMember;
    let passthrough: string;
    before(async () => {
      const recorded = await openRecordedWorld(open, ['silent']);
      ({ place, server, member } = recorded);
      passthrough = recorded.silent.id;
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    const db = () => server.world.database.kysely;
    beforeEach(async () => {
      await server.world.jobs.settle();
      await db().deleteFrom('clips').execute();
      await server.world.storage.remove(`${storageKeys.folder(passthrough)}/clips/`);
    });
    const clips = () => db().selectFrom('clips').selectAll().orderBy('wanted_at').execute();
    /** Starts the cut of a second from so many milliseconds on; resolves with the address of the clip. */
    const cut = async (milliseconds: number): Promise<string> => {
      const [timeIn, timeOut] = [milliseconds, milliseconds + 1000].map((at) => `00:00:0${(at / 1000).toFixed(3)}`);
      return (await member.call(clipRoutes.cut, { passthrough, timeIn: timeIn!, timeOut: timeOut! })).data.data;
    };
    const isFull = (error: unknown): boolean => {
      assert.ok(error instanceof CallError, String(error));
      assert.deepEqual([error.status, error.msg], [409, problems.clips_unfinished.text]);
      return true;
    };
    /** Clips of other ranges, the first wanted longest ago; they have files where they are done. */
    const has = async (count: number, columns: { state: 'waiting' | 'done'; byte_size?: number }) => {
      const rows = Array.from({ length: count }, (_, n) => ({
        ...columns,
        video_id: passthrough,
        start_s: 3,
        end_s: 4 + n / 1000,
        wanted_at: new Date(Date.now() - (count - n) * 60_000),
      }));
      const made = await db().insertInto('clips').values(rows).returning(['id', 'end_s']).execute();
      const ids = made.toSorted((a, b) => a.end_s - b.end_s).map(({ id }) => id);
      if (columns.state === 'done')
        for (const id of ids) await server.world.storage.put(storageKeys.clip(passthrough, id), Buffer.from('a clip'));
      return ids;
    };
    const files = async () => {
      const names = await server.world.storage.names(`${storageKeys.folder(passthrough)}/clips/`);
      return names.map((name) => name.replace('.mp4', '')).toSorted();
    };
    const keepsFilesOfRows = async (): Promise<void> =>
      assert.deepEqual(await files(), (await clips()).map(({ id }) => id).toSorted());

    it('refuses another clip, when twenty of the member wait to be cut', async () => {
      const { media, jobs } = server.world;
      const { clip } = media;
      const held = Promise.withResolvers<void>();
      media.clip = async (...all) => {
        await held.promise;
        return clip(...all);
      };
      const [first, ...others] = await has(20, { state: 'waiting' });
      try {
        // Their jobs are alive, or they would be settled as lost.
        const after = new Date(Date.now() + hour);
        for (const clipId of [first!, ...others])
          await jobs.enqueue('clip', { clipId }, { key: clipKey(clipId), after, member: member.session.id });
        await assert.rejects(cut(0), isFull);
        assert.equal((await clips()).length, 20, 'nothing is left of what was refused');
        await db().updateTable('clips').set({ state: 'failed' }).where('id', '=', first!).execute();
        await cut(0);
        const again = { passthrough, timeIn: '00:00:03', timeOut: '00:00:04' };
        await assert.rejects(member.call(clipRoutes.cut, again), isFull, 'one that is tried again counts');
        assert.ok(await cut(0), 'the same range is no further one');
      } finally {
        held.resolve();
        await jobs.settle();
        media.clip = clip;
      }
      assert.ok(await cut(1000));
    });

    it('removes the clip unwanted for longest, when a video has more than two hundred', async () => {
      const ids = await has(200, { state: 'done', byte_size: 1000 });
      // Somebody fetches the oldest.
      const signed = new URL(await cut(0));
      await server.world.jobs.settle();
      const left = (await clips()).map(({ id }) => id);
      assert.deepEqual([left.length, left.includes(ids[0]!), left.includes(ids[1]!)], [200, false, true]);
      await keepsFilesOfRows();
      await db()
        .updateTable('clips')
        .set({ wanted_at: new Date(0) })
        .where('start_s', '=', 0)
        .execute();
      assert.equal((await fetch(signed)).status, 200);
      await cut(100);
      await server.world.jobs.settle();
      assert.equal((await fetch(signed)).status, 200, 'it was fetched');
      assert.ok(!(await clips()).some(({ id }) => id === ids[1]));
      await keepsFilesOfRows();
    });

    it('take no more than a bounded number of bytes together', async () => {
      const ids = await has(4, { state: 'done', byte_size: 40 * megabyte });
      await cut(0);
      await server.world.jobs.settle();
      const left = await clips();
      assert.deepEqual(left.map(({ id }) => id).slice(0, -1), ids.slice(2));
      assert.equal(left.at(-1)?.state, 'done');
      assert.ok(left.at(-1)!.byte_size! > 0);
      await keepsFilesOfRows();
    });

    it('wait for room on the disk before they are cut', async () => {
      const size = (byte_size: number) =>
        db().updateTable('videos').set({ byte_size }).where('id', '=', passthrough).execute();
      await size(10 ** 15);
      const address = await cut(0);
      const [clip] = await clips();
      const waiting = { key: clipKey(clip!.id), state: 'created' } as const;
      await eventually(
        async () => ((await readJobs(db(), waiting))[0]?.backoff ?? 0) > 2 || undefined,
        'that it is put off',
      );
      assert.equal((await fetch(address, { method: 'HEAD' })).status, 404);
      assert.deepEqual(await files(), []);
      await size(1000);
      await hurryJobs(db(), waiting);
      server.world.jobs.wake('clip');
      await eventually(async () => (await fetch(address)).ok || undefined, 'the clip');
    });

    it('removes clips not wanted for a month, and cuts them again on request', async () => {
      const age = (days: number) =>
        db()
          .updateTable('clips')
          .set({ wanted_at: new Date(Date.now() - days * day) })
          .execute();
      const address = await cut(0);
      await server.world.jobs.settle();
      await age(29);
      await sweepClips(server.world);
      assert.equal((await fetch(address)).status, 200);
      await sweepClips(server.world);
      await age(31);
      await sweepClips(server.world);
      assert.deepEqual([await clips(), await files()], [[], []]);
      assert.equal((await fetch(address)).status, 404);
      const again = await cut(0);
      await server.world.jobs.settle();
      assert.equal((await fetch(again)).status, 200);
    });

    it('sends a clip to its end, when it is removed during the download', async () => {
      const [id] = await has(1, { state: 'done' });
      const content = Buffer.alloc(64 * megabyte, 'clip');
      await server.world.storage.put(storageKeys.clip(passthrough, id!), content);
      const address = new URL(
        (await member.call(clipRoutes.cut, { passthrough, timeIn: '00:00:03', timeOut: '00:00:04' })).data.data,
      );
      const body = (await fetch(address)).body!.getReader();
      const first = await body.read();
      let length = first.value!.length;
      await db()
        .updateTable('clips')
        .set({ wanted_at: new Date(0) })
        .execute();
      await sweepClips(server.world);
      assert.deepEqual(await files(), []);
      for (let part = await body.read(); !part.done; part = await body.read()) length += part.value.length;
      assert.equal(length, content.length);
    });

    it('whose files could not be removed at once are removed later', async () => {
      const [id] = await has(1, { state: 'done' });
      await db()
        .updateTable('clips')
        .set({ wanted_at: new Date(0) })
        .execute();
      const { storage } = server.world;
      const { remove } = storage;
      storage.remove = async () => {
        throw new Error('The process dies here.');
      };
      await assert.rejects(sweepClips(server.world)).finally(() => (storage.remove = remove));
      assert.deepEqual([await clips(), await files()], [[], [id]]);
      await sweepClips(server.world);
      assert.deepEqual(await files(), []);
    });
  });
});
