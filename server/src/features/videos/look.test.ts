import assert from 'node:assert/strict';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { Problem } from '@lectern/contract/problem';
import { day, hour } from '@lectern/contract/rules/durations';
import { videoRoutes, type VideoDetail } from '@lectern/contract/videos/videos';
import { eventually } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { getObjectPath } from '../../../test/stored.ts';
import { fetchAsset } from '../../../test/upload.ts';
import type { World } from '../../platform/http/context.ts';
import { ensureAdministrator } from '../accounts/ensure-administrator.ts';
import { storageKeys } from '../storage/keys.ts';
import { ownVideos } from './plan-limit.ts';
import { describeRecordings } from '../../../test/describe-server.ts';
import { countLost, lookForId, sweepLooks } from './look.ts';

const credentials = { email: 'root@example.org', password: 'an operator who looks' };

describeRecordings('a recording that is not where it is kept', ['webinar', 'short'], {}, (suite) => {
  let short: VideoDetail;
  before(async () => {
    ({ short } = suite);
    await ensureAdministrator(suite.world, credentials);
    await suite.db
      .updateTable('users')
      .set({ membership_end: new Date(Date.now() + 30 * day) })
      .where('id', '=', suite.member.session.id)
      .execute();
  });

  const asset = (): Promise<VideoDetail> => fetchAsset(suite.member, short.id);
  const original = (): string => getObjectPath(suite.world, storageKeys.original(short.id));
  const media = (name: string): URL => new URL(`/media/${short.playback_id}/${name}`, suite.server.origin);
  /** Does something while a file is away. */
  const without = async (path: string, work: () => Promise<void>): Promise<void> => {
    await rename(path, `${path}.away`);
    try {
      await work();
    } finally {
      await rename(`${path}.away`, path);
    }
  };
  /** The recording is away, what is done finds that out, and the next sweep finds it again. */
  const isMissed = async (work: () => Promise<void>): Promise<void> => {
    suite.clock.aheadMs += hour;
    await without(original(), async () => {
      await work();
      await suite.settle();
      await isTold(true);
    });
    await sweep(day);
    await isTold(false);
  };
  /** Two hours after the last one, or a day. */
  const sweep = async (later: number): Promise<void> => {
    suite.clock.aheadMs += later;
    await sweepLooks(suite.world);
  };
  const isTold = async (told: boolean): Promise<void> => {
    const now = await asset();
    assert.deepEqual([now.lost, now.playable], [told, !told]);
    assert.equal(await countLost(suite.world), told ? 1 : 0);
    const { server } = suite;
    // Days pass, and so do sessions of administrators.
    const admin = server.as((await server.call(adminRoutes.login, credentials)).token);
    const { data } = await admin(adminRoutes.videos, {});
    assert.deepEqual(
      data.filter(({ is_lost }) => is_lost).map(({ _id }) => _id),
      told ? [short.id] : [],
    );
    const facts = (await admin(adminRoutes.health, undefined)).data.flatMap((group) => group.facts);
    assert.equal(facts.find(({ name }) => name === 'Lost recordings')?.ok, !told);
  };

  it('reports a lost recording once to member and operator by daily sweep; it plays again when back', async () => {
    await sweep(2 * hour);
    await isTold(false);
    await without(original(), async () => {
      await sweep(2 * hour);
      await isTold(false);
      for (let n = 0; n < 2; n += 1) {
        await sweep(day);
        await isTold(true);
      }
      await suite.settle();
      const letters = (await suite.server.letters()).filter(({ to }) => to === suite.member.email);
      assert.equal(letters.filter(({ subject }) => subject.startsWith('A recording of yours is lost: ')).length, 1);
      const cut = { passthrough: short.id, timeIn: '00:00:00', timeOut: '00:00:01' };
      await refuses(suite.member.call(clipRoutes.cut, cut), 'recording_lost');
      const { data } = await suite.member.call(videoRoutes.list, { userId: suite.member.session.id });
      assert.deepEqual(
        data.filter(({ lost }) => lost).map(({ id }) => id),
        [short.id],
      );
    });
    await sweep(day);
    await isTold(false);
  });

  it('checks a missing recording at once, when it is downloaded', () =>
    isMissed(async () => {
      const filename = short.localVideo.split('/').at(-1)!;
      const { url } = await suite.member.call(clipRoutes.downloadLink, { filename });
      const download = () => fetch(new URL(url, suite.server.origin));
      assert.equal((await download()).status, 503, 'nothing is proven yet');
      await suite.settle();
      const answer = await download();
      assert.equal(answer.status, 410);
      assert.match(await answer.text(), /is not where it was kept any more/);
    }));

  it('checks a missing recording at once, when a player requests its first URL', async () => {
    await suite.world.media.forget(storageKeys.folder(short.id));
    await isMissed(async () => assert.equal((await fetch(media('master.m3u8'))).status, 404));
  });

  it('checks a missing recording at once, when its bytes are found missing during sending', async () => {
    const playlist = await (await fetch(media('video.m3u8'))).text();
    const segment = media(/segment-\d+\.m4s/.exec(playlist)![0]);
    assert.ok((await (await fetch(segment)).arrayBuffer()).byteLength > 0);
    await isMissed(async () => {
      // Its index is known: the answer has begun by then.
      await assert.rejects(fetch(segment).then((answer) => answer.arrayBuffer()));
      await eventually(async () => {
        await suite.settle();
        return (await asset()).lost || undefined;
      }, 'the look');
    });
  });

  it('counts against no plan while it is lost, and is in the archive all the same', async () => {
    const { member } = suite;
    const counted = async (): Promise<boolean> =>
      (await member.call(dashboardRoutes.dashboard, undefined)).data.active_videos.includes(short.id);
    assert.ok(await counted());
    await without(original(), async () => {
      await lookForId(suite.world, short.id);
      assert.ok(!(await counted()));
      assert.ok((await ownVideos(suite.db, member.session.id)).includes(short.id));
    });
    await lookForId(suite.world, short.id);
    assert.ok(await counted());
  });

  it('makes the rendition again, when only that is missing', async () => {
    const index = getObjectPath(suite.world, storageKeys.index(short.id));
    await rm(index);
    const before = await asset();
    await sweep(day);
    await suite.settle();
    assert.ok(await suite.world.storage.find(storageKeys.index(short.id)));
    const now = await asset();
    assert.deepEqual([now.playable, now.lost, now.chapters], [true, false, before.chapters]);
  });

  it('makes the rendition again once, when two checks overlap, and not, when that has failed', async () => {
    const [file, key] = [getObjectPath(suite.world, storageKeys.index(short.id)), `${short.id}/playable`];
    await without(file, async () => {
      const remakes: string[] = [];
      const watched: World = {
        ...suite.world,
        jobs: { ...suite.world.jobs, enqueue: async (_name, _payload, options) => !!remakes.push(options?.key ?? '') },
      };
      for (let n = 0; n < 2; n += 1) await lookForId(watched, short.id);
      assert.deepEqual(remakes, [key]);
      const settle = (state: 'failed' | 'done') =>
        suite.db
          .updateTable('steps')
          .set({ state, progress: 1 })
          .where('video_id', '=', short.id)
          .where('step', '=', 'playable')
          .execute();
      await settle('failed');
      await lookForId(watched, short.id);
      assert.deepEqual(remakes, [key]);
      await settle('done');
    });
    await isTold(false);
  });

  it('does not report a recording as lost, when the storage is away or another one', async () => {
    const installation = join(suite.place.dataDir, 'installation');
    await without(installation, () => without(original(), () => sweep(day)));
    await isTold(false);
    const away = () => Promise.reject(new Problem('storage_away'));
    suite.clock.aheadMs += day;
    await assert.rejects(sweepLooks({ ...suite.world, storage: { ...suite.world.storage, find: away } }), {
      code: 'storage_away',
    });
    await isTold(false);
  });
});
