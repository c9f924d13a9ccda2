import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { hour } from '@lectern/contract/rules/durations';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import type { World } from '../../platform/http/context.ts';
import { saveSetting } from '../../platform/database/settings.ts';
import type { Provider } from '../../ports/media/port.ts';
import { assetRow, takeAssetsToSync } from '../storage/provider-assets.ts';
import { syncAsset } from './sync-asset.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { sweepUploads } from './sweep.ts';

describeServer('an upload that has arrived at the provider', {}, (suite) => {
  /** A member's upload of which the provider says that it has arrived. */
  async function arrivedThere(userId: string, answers: Partial<Provider> = {}) {
    const db = suite.db;
    const id = randomUUID();
    await db.insertInto('uploads').values({ id, user_id: userId, key: id, file_name: 'talk.mp4' }).execute();
    await db
      .insertInto('provider_assets')
      .values({ id, upload_id: `upload-${id}`, url: `https://provider.example/${id}` })
      .execute();
    const remote = { asset: `asset-${id}`, playback: `plays-${id}` };
    // The provider's answers, limited to those the tests need.
    const made = { state: 'made', asset: remote.asset, remote } as const;
    const provider = { became: async () => made, ...answers } as Provider;
    const world: World = { ...suite.world, media: { ...suite.world.media, provider } };
    return {
      id,
      sync: () => syncAsset(world, id),
      state: async () =>
        (await db.selectFrom('uploads').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state,
    };
  }
  const change = (id: string, account: { is_active?: boolean; membership_end?: Date }) =>
    suite.db.updateTable('users').set(account).where('id', '=', id).execute();

  for (const [what, rests, uploads] of [
    ['the account of its member is deactivated', { is_active: false }, { is_active: true }],
    [
      'the membership of its member has expired',
      { membership_end: new Date(Date.now() - 1000) },
      { membership_end: new Date(Date.now() + hour) },
    ],
  ] as const)
    it(`waits while ${what}, however long, and becomes a video after that`, async () => {
      const { session } = await suite.signUp();
      const { id, sync, state } = await arrivedThere(session.id);
      const db = suite.db;
      await change(session.id, rests);
      await sync();
      for (const hours of [1, 1000]) {
        await saveSetting(db, 'running_hours', `${hours} ${Date.now() - hour}`);
        await sweepUploads(suite.world);
      }
      assert.equal(await state(), 'open');
      await change(session.id, uploads);
      await db
        .updateTable('provider_assets')
        .set({ asked_at: new Date(0) })
        .where('id', '=', id)
        .execute();
      assert.ok((await takeAssetsToSync(db)).includes(id), 'it is asked about without an event');
      await sync();
      assert.equal(await state(), 'complete');
    });

  it('ends an upload at the provider at once, when it cannot become a video', async () => {
    const { session } = await suite.signUp();
    const ended: string[] = [];
    const { id, sync, state } = await arrivedThere(session.id, {
      became: async () => ({ state: 'gone', problem: 'broken_media' }),
      cancel: async (upload) => {
        ended.push(upload);
        return { state: 'gone' };
      },
    });
    await sync();
    assert.deepEqual([await state(), ended], ['rejected', [`upload-${id}`]]);
    assert.equal(await assetRow(suite.db, id), undefined);
  });

  it('waits for a place in the library, says so, and becomes a video when there is one', async () => {
    const member = await suite.signUp();
    const three = [];
    for (let n = 0; n < 3; n += 1) three.push(await arrivedThere(member.session.id));
    for (const { sync } of three) await sync();
    const [first, last] = [three[0]!, three[2]!];
    assert.deepEqual([await first.state(), await last.state()], ['complete', 'open']);
    const { data } = await member.call(uploadRoutes.open, {});
    assert.deepEqual(
      data.map(({ id, arrived }) => [id, arrived]),
      [[last.id, true]],
    );
    await assert.rejects(member.call(videoRoutes.asset, { uploadId: last.id }), { code: 'plan_maximum' });
    await suite.db.updateTable('videos').set({ deleted_at: new Date() }).where('id', '=', first.id).execute();
    await last.sync();
    assert.equal(await last.state(), 'complete');
  });
});
