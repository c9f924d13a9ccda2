import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { eachDatabase, type Place } from '../../../test/databases.ts';
import { signUp } from '../../../test/member.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import type { World } from '../../platform/context.ts';
import type { Provider } from '../../ports/media/port.ts';
import { syncAsset } from './sync-asset.ts';

eachDatabase((database, open) => {
  describe(`an upload that has arrived at the provider, on ${database}`, () => {
    let place: Place;
    let server: TestWorld;
    before(async () => {
      place = await open();
      server = await openTestWorld(place);
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    it('waits while the account of its member is deactivated, and becomes a video when it is active again', async () => {
      const { session } = await signUp(server.origin, server.letters);
      const db = server.world.database.kysely;
      const id = randomUUID();
      await db.insertInto('uploads').values({ id, user_id: session.id, key: id, file_name: 'talk.mp4' }).execute();
      await db.insertInto('provider_assets').values({ id, upload_id: 'upload-there' }).execute();
      const remote = { asset: 'asset-there', playback: 'plays' };
      // What the provider answers, and no more than is asked here.
      const provider = { became: async () => ({ state: 'made', asset: remote.asset, remote }) } as unknown as Provider;
      const world: World = { ...server.world, media: { ...server.world.media, provider } };
      const state = async () =>
        (await db.selectFrom('uploads').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
      const activate = (is_active: boolean) =>
        db.updateTable('users').set({ is_active }).where('id', '=', session.id).execute();
      await activate(false);
      await syncAsset(world, id);
      assert.equal(await state(), 'open');
      await activate(true);
      await syncAsset(world, id);
      assert.equal(await state(), 'complete');
    });
  });
});
