import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import './on-disk.ts';
import { createClient } from '@lectern/contract/client';
import { uploadRoutes } from '@lectern/contract/uploads';
import { videoRoutes } from '@lectern/contract/videos';
import { assertEvery } from './assert-every.ts';
import { oneDatabase, type Place } from './databases.ts';
import { eventually, signUp, type TestMember } from './member.ts';
import { type ServerProcess, type Settings, settingsOf, startServer } from './process.ts';
import { sample } from './sample.ts';
import { put, uploadFile, whenSettled } from './upload.ts';

const killedJoining = join(import.meta.dirname, 'killed-joining.ts');

/** The promises about SIGKILL: acknowledged bytes stay, and every step ends once. */
oneDatabase((database, open) => {
  describe(`a killed server on ${database}`, () => {
    let place: Place;
    let server: ServerProcess;
    let member: TestMember;
    let env: Settings;
    before(async () => {
      place = await open();
      env = await settingsOf(place);
      server = await startServer(env);
      member = await signUp(server.origin, server.letters);
    });
    after(async () => {
      await server?.stop();
      await place?.close();
    });

    it('has every acknowledged byte of an upload, and goes on from there', async () => {
      const bytes = await readFile(sample('webinar.mp4'));
      const total = bytes.length;
      const { url, id } = await member.call(uploadRoutes.create, {});
      const chunk = 256 * 1024;
      let acknowledged = 0;
      let kills = 0;
      while (acknowledged < total) {
        const to = Math.min(acknowledged + chunk, total);
        const sending = put(url, bytes.subarray(acknowledged, to), `bytes ${acknowledged}-${to - 1}/${total}`);
        if (kills < 2 && acknowledged >= chunk * 2 * (kills + 1)) {
          kills += 1;
          await Promise.all([sending.catch(() => undefined), delay(3).then(() => server.kill())]);
          server = await startServer(env);
          const { range } = await put(url, undefined, `bytes */${total}`);
          const stored = Number(/bytes=0-(\d+)/.exec(range ?? '')?.[1]) + 1;
          assert.ok(stored >= acknowledged, `${acknowledged} bytes were acknowledged, ${stored} are there`);
          acknowledged = stored;
        } else {
          const { status } = await sending;
          assert.equal(status, to === total ? 200 : 308);
          acknowledged = to;
        }
      }
      assert.equal(kills, 2);
      assert.ok((await readFile(join(place.dataDir, 'videos', id, 'original'))).equals(bytes));
      await member.call(videoRoutes.delete, { id });
    });

    for (const when of ['before', 'after'])
      it(`makes a video of what had come whole when it died, ${when} its file had its place, though nobody asks`, async () => {
        await server.stop();
        const dying = await startServer({ ...env, LECTERN_TEST_KILL_JOINING: when }, killedJoining);
        const sending = uploadFile(member, sample('short.mp4'), { captions: sample('short.vtt') });
        await Promise.all([assert.rejects(sending), dying.gone]);
        server = await startServer(env);
        const { id } = await eventually(
          async () => (await member.call(videoRoutes.list, { userId: member.session.id })).data[0],
          'the video',
        );
        await whenSettled(member, id);
        const stored = await readFile(join(place.dataDir, 'videos', id, 'original'));
        assert.ok(stored.equals(await readFile(sample('short.mp4'))));
        assert.deepEqual((await member.call(uploadRoutes.open, {})).data, []);
        await member.call(videoRoutes.delete, { id });
      });

    it('finishes the pipeline, whenever it was killed, with one result', async () => {
      const id = await uploadFile(member, sample('short.mp4'), { captions: sample('short.vtt') });
      for (const pause of [30, 150, 400]) {
        await delay(pause);
        await server.kill();
        server = await startServer(env);
      }
      const asset = await whenSettled(member, id);
      assertEvery(asset.steps, ({ state }) => state === 'done');
      assert.equal(new Set(asset.chapters.map(({ start }) => start)).size, asset.chapters.length);
      const call = createClient({ origin: server.origin, token: () => member.session.token });
      const { data } = await call(videoRoutes.list, { userId: member.session.id });
      assert.deepEqual(
        data.map((video) => video.id),
        [id],
      );
    });
  });
});
