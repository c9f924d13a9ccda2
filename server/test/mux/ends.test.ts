import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { mediaPaths, type SignedPlaybackId } from '@lectern/contract/playback/playback';
import { portalOwnerRoutes, portalRoutes } from '@lectern/contract/publishing/portal';
import { day, hour, minute } from '@lectern/contract/rules/durations';
import { shareOwnerRoutes, shareRoutes } from '@lectern/contract/publishing/shares';
import { describeServer } from '../describe-server.ts';
import { getSamplePath } from '../sample.ts';
import { uploadFile, waitUntilProcessed } from '../upload.ts';
import { startFakeMux } from './fake-mux.ts';

describeServer('addresses of Mux for a recording that strangers are shown', {}, (suite) => {
  let mux: Awaited<ReturnType<typeof startFakeMux>>;
  /** By whom they were given. */
  let ids: Record<'own' | 'link' | 'ending' | 'portal', SignedPlaybackId>;
  const endsAt = new Date(Date.now() + 40 * minute);

  before(async () => {
    mux = await startFakeMux();
    const owner = await suite.signUp();
    const passthrough = await uploadFile(owner, getSamplePath('short.mp4'));
    const video = await waitUntilProcessed(owner, passthrough);
    await suite.db
      .updateTable('workspaces')
      .set({ plan: 'professional', membership_end: new Date(Date.now() + 30 * day) })
      .where('id', '=', owner.session.id)
      .execute();
    const shared = async (wish: { ends_at?: string }): Promise<SignedPlaybackId> => {
      const { url } = (await owner.call(shareOwnerRoutes.create, { passthrough, ...wish })).data;
      return (await suite.server.call(shareRoutes.open, { key: url.split('/').at(-1)! })).data.video.playback_id;
    };
    const { token } = (await owner.call(portalOwnerRoutes.generate, {})).data;
    const key = (await owner.call(portalOwnerRoutes.own, undefined)).data!.library[0]!.key!;
    ids = {
      own: video.playback_id,
      link: await shared({}),
      ending: await shared({ ends_at: endsAt.toISOString() }),
      portal: (await suite.server.call(portalRoutes.playback, { token, video: key })).playback_id,
    };
    await suite.restart({ env: mux.env });
    // As if it lay there: what is looked at are the addresses.
    await suite.db
      .updateTable('videos')
      .set({ remote: JSON.stringify({ asset: 'asset', playback: 'playback' }) })
      .where('id', '=', passthrough)
      .execute();
  });
  after(() => mux?.close());

  /** When the token of what an address leads to ends, and how long browsers may keep that it does. */
  async function endOf(path: string): Promise<{ end: number; cache: string | null }> {
    const reply = await fetch(new URL(path, suite.server.origin), { redirect: 'manual' });
    assert.equal(reply.status, 302);
    const token = new URL(reply.headers.get('location')!).searchParams.get('token')!;
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { exp: number };
    return { end: exp * 1000, cache: reply.headers.get('cache-control') };
  }

  it('end with the playback id that was signed for a link or a portal, and with the link', async () => {
    for (const address of [mediaPaths.stream, (id: SignedPlaybackId) => mediaPaths.thumbnail(id, 1, 320)]) {
      assert.ok((await endOf(address(ids.own))).end > Date.now() + 11 * hour, 'an owner watches as long as ever');
      for (const id of [ids.link, ids.portal]) {
        const { end, cache } = await endOf(address(id));
        assert.ok(end <= Number(id.split('.').at(-2)) * 1000 && end > Date.now() + 4 * hour);
        assert.equal(cache, 'private, no-cache');
      }
      assert.ok((await endOf(address(ids.ending))).end <= endsAt.getTime());
    }
  });
});
