import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rename, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it, afterEach, beforeEach } from 'node:test';
import { randomUUID } from 'node:crypto';
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
import { storageKeys } from '../storage/keys.ts';
import { ownVideos } from './plan-limit.ts';
import { describeRecordings } from '../../../test/describe-server.ts';
import { countLost, lookForId, sweepLooks } from './look.ts';
import type { Provider } from '../../ports/media/port.ts';
import { moveJob } from '../operations/moving/move.job.ts';
import { assetRow } from '../storage/provider-assets.ts';
import { addRemoval } from '../storage/store.ts';
import { syncAsset } from '../uploads/provider-asset.job.ts';
import { videoById } from './find-video.ts';

describeRecordings('a recording that is not where it is kept', ['webinar', 'short'], {}, (suite) => {
  let short: VideoDetail;
  before(async () => {
    ({ short } = suite);
    await suite.changeUser(suite.member, { membership_end: new Date(Date.now() + 30 * day) });
  });

  const asset = (): Promise<VideoDetail> => fetchAsset(suite.member, short.id);
  const original = (): string => getObjectPath(suite.world, storageKeys.original(short.id));
  const media = (name: string): URL => new URL(`/media/${short.playback_id}/${name}`, suite.server.origin);
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
    // Days pass, and so do sessions of administrators.
    const admin = await suite.signInAdministrator();
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
      const ids = data.filter(({ lost }) => lost).map(({ id }) => id);
      assert.deepEqual(ids, [short.id]);
    });
    await sweep(day);
    await isTold(false);
  });

  it('plays on, when the samples beside its index are gone', async () => {
    const samples = getObjectPath(suite.world, `${storageKeys.index(short.id)}.samples`);
    await rm(samples);
    await suite.world.media.forget(storageKeys.folder(short.id));
    assert.equal((await fetch(media('video.m3u8'))).status, 200);
    assert.ok(existsSync(samples));
    await isTold(false);
  });

  it('plays on, when only its original is gone and what is played of it is another file', async () => {
    const { webinar } = suite;
    const { media } = (await videoById(suite.db, webinar.id))!;
    const [path, rendition] = [storageKeys.original(webinar.id), storageKeys.rendition(webinar.id)].map((key) =>
      getObjectPath(suite.world, key),
    );
    const places = async (): Promise<[boolean, boolean]> => {
      await lookForId(suite.world, webinar.id);
      const { lost, playable } = await fetchAsset(suite.member, webinar.id);
      return [lost, playable];
    };
    const setMedia = (playback: 'direct' | 'repackage') =>
      suite.db
        .updateTable('videos')
        .set({ media: JSON.stringify({ ...media, playback }) })
        .where('id', '=', webinar.id)
        .execute();
    await copyFile(path!, `${path}.away`);
    await setMedia('repackage');
    await rename(path!, rendition!);
    try {
      assert.deepEqual(await places(), [true, true]);
      await rename(rendition!, `${rendition}.away`);
      assert.deepEqual(await places(), [true, false]);
    } finally {
      await rm(`${rendition}.away`, { force: true });
      await rename(`${path}.away`, path!);
      await setMedia(media!.playback as 'direct');
    }
    assert.deepEqual(await places(), [false, true]);
  });

  it('checks a recording, when the check of another one fails', async () => {
    const { storage } = suite.world;
    const broken = storageKeys.original(suite.webinar.id);
    const find: typeof storage.find = (key) => (key === broken ? Promise.reject(new Error('403')) : storage.find(key));
    suite.clock.aheadMs += day;
    await assert.rejects(sweepLooks({ ...suite.world, storage: { ...storage, find } }), /403/);
    const looked = await suite.db
      .selectFrom('videos')
      .select('looked_at')
      .where('id', 'in', [short.id, suite.webinar.id])
      .execute();
    for (const { looked_at } of looked)
      assert.deepEqual(looked_at! > new Date(Date.now() + suite.clock.aheadMs - hour), true);
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

describeRecordings('a recording that is not at its provider', ['webinar', 'short'], {}, (suite) => {
  let short: VideoDetail;
  before(async () => {
    ({ short } = suite);
  });

  const isTold = async (told: boolean): Promise<void> => {
    // The operator is notified by a job that reads the event.
    await suite.settle();
    const { lost, playable } = await fetchAsset(suite.member, short.id);
    assert.deepEqual([lost, playable, await countLost(suite.world)], [told, !told, told ? 1 : 0]);
  };
  const remote = { asset: 'asset-lost', playback: 'plays-lost' };
  const original = (): string => getObjectPath(suite.world, storageKeys.original(short.id));
  let has: Provider['has'];
  let became: Provider['became'];
  let removed: string[];
  const beside = (): World => {
    const answers: Pick<Provider, 'has' | 'became' | 'cancel' | 'remove' | 'putCaptions'> = {
      has: (asset) => has(asset),
      became: (upload) => became(upload),
      cancel: (upload) => became(upload),
      remove: async (asset) => {
        const there = await has(asset);
        if (there) removed.push(asset);
        return there;
      },
      putCaptions: async () => undefined,
    };
    return { ...suite.world, media: { ...suite.world.media, provider: answers as Provider } };
  };
  const concerns = async () => {
    const rows = await suite.db.selectFrom('concerns').select(['kind', 'subject']).execute();
    return rows.map(({ kind, subject }) => `${kind} ${subject.split('/')[0]}`);
  };
  /** As `beside`, without the jobs: theirs run with the provider, which the server of this test does not have. */
  const held = (): World => ({ ...beside(), jobs: { ...suite.world.jobs, enqueue: async () => true } });
  const move = () =>
    moveJob.run(
      held(),
      { videoId: short.id },
      { id: randomUUID(), attempt: 1, lastAttempt: true, signal: new AbortController().signal },
    );
  const rowOf = (id: string) => assetRow(suite.db, id);

  beforeEach(async () => {
    await suite.db
      .updateTable('videos')
      .set({ remote: JSON.stringify(remote) })
      .where('id', '=', short.id)
      .execute();
    await suite.db
      .insertInto('provider_assets')
      .values({ id: short.id, upload_id: 'upload-lost', asset_id: remote.asset })
      .execute();
    await suite.db.deleteFrom('concerns').execute();
    await rename(original(), `${original()}.away`);
    has = async () => false;
    became = async () => ({ state: 'gone' });
    removed = [];
  });
  afterEach(async () => {
    await suite.settle();
    await rename(`${original()}.away`, original()).catch(() => undefined);
    await suite.db.deleteFrom('media_moves').execute();
    await suite.db.deleteFrom('provider_assets').execute();
    await suite.db
      .updateTable('videos')
      .set({ remote: null, lost_at: null, playable: true })
      .where('id', '=', short.id)
      .execute();
  });

  it('reports a lost recording by an event, when it is the only one there, and finds it again', async () => {
    await syncAsset(beside(), short.id);
    await isTold(true);
    assert.deepEqual(await concerns(), ['recordings lost']);
    has = async () => true;
    await syncAsset(beside(), short.id);
    await isTold(false);
  });

  it('does not report a recording as lost, when the provider does not answer', async () => {
    has = () => Promise.reject(new Problem('storage_unavailable'));
    await assert.rejects(syncAsset(beside(), short.id), { code: 'storage_unavailable' });
    await isTold(false);
  });

  it('notifies the operator once instead of reporting a loss, when the keys are of another account', async () => {
    became = async () => ({ state: 'unknown' });
    for (let n = 0; n < 2; n += 1) await syncAsset(beside(), short.id);
    await isTold(false);
    assert.deepEqual(await concerns(), ['recordings account']);
  });

  it('keeps an upload open, when the keys are of another account', async () => {
    const id = randomUUID();
    const { id: user } = suite.member.session;
    await suite.db.insertInto('uploads').values({ id, workspace_id: user, key: id, file_name: 'talk.mp4' }).execute();
    await suite.db.insertInto('provider_assets').values({ id, upload_id: 'upload-open' }).execute();
    const state = async () =>
      (await suite.db.selectFrom('uploads').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
    became = async () => ({ state: 'unknown' });
    await syncAsset(beside(), id);
    assert.equal(await state(), 'open');
    became = async () => ({ state: 'gone' });
    await syncAsset(beside(), id);
    assert.equal(await state(), 'cancelled');
  });

  it('keeps the provider asset, when its recording is deleted with the keys of another account', async () => {
    const id = randomUUID();
    await suite.db
      .insertInto('provider_assets')
      .values({ id, upload_id: 'upload-of-it', asset_id: 'asset-of-it' })
      .execute();
    await addRemoval(suite.db, id);
    became = async () => ({ state: 'unknown' });
    await syncAsset(beside(), id);
    assert.ok(await rowOf(id));
    // The right keys.
    has = async () => true;
    await syncAsset(beside(), id);
    assert.deepEqual([removed, await rowOf(id)], [['asset-of-it'], undefined]);
  });

  it('moves to its original and plays from there, when that lies here still', async () => {
    await rename(`${original()}.away`, original());
    await syncAsset(held(), short.id);
    await isTold(false);
    const states = () => suite.db.selectFrom('media_moves').select(['video_id', 'target', 'state']).execute();
    assert.deepEqual(await states(), [{ video_id: short.id, target: 'local', state: 'waiting' }]);
    await move();
    assert.deepEqual(await states(), [{ video_id: short.id, target: 'local', state: 'done' }]);
    const video = (await videoById(suite.db, short.id))!;
    assert.deepEqual([video.remote, video.playable, video.lost_at], [null, true, null]);
    const answer = await fetch(new URL(`/media/${short.playback_id}/video.m3u8`, suite.server.origin));
    assert.equal(answer.status, 200);
  });

  it('reports a recording as lost, when the original here differs and cannot replace it', async () => {
    await copyFile(getObjectPath(suite.world, storageKeys.original(suite.webinar.id)), original());
    await syncAsset(held(), short.id);
    await move();
    await isTold(false);
    await syncAsset(held(), short.id);
    await isTold(true);
  });
});
