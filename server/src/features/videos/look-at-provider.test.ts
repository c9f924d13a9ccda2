import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { copyFile, rename } from 'node:fs/promises';
import { afterEach, before, beforeEach, it } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { getObjectPath } from '../../../test/stored.ts';
import { fetchAsset } from '../../../test/upload.ts';
import type { World } from '../../platform/http/context.ts';
import type { Provider } from '../../ports/media/port.ts';
import { moveJob } from '../operations/moving/move.job.ts';
import { storageKeys } from '../storage/keys.ts';
import { assetRow } from '../storage/provider-assets.ts';
import { addRemoval } from '../storage/store.ts';
import { syncAsset } from '../uploads/provider-asset.job.ts';
import { videoById } from './find-video.ts';
import { describeRecordings } from '../../../test/describe-server.ts';
import { countLost } from './look.ts';

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
  /** The provider's answers. */
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
