import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { day } from '@lectern/contract/rules/durations';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import type { TestMember } from '../../../test/member.ts';
import { openRecordedWorld } from '../../../test/recorded.ts';
import { fetchAsset } from '../../../test/upload.ts';
import type { TestWorld } from '../../../test/world.ts';

oneDatabase((database, open) => {
  describe(`the name of a recording that is handed out, on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    let owner: TestMember;
    let id: string;
    let inPortal: string;

    before(async () => {
      const recorded = await openRecordedWorld(open, ['silent']);
      ({ place, server, member: owner } = recorded);
      id = recorded.silent.id;
      await server.world.database.kysely
        .updateTable('users')
        .set({ plan: 'professional', membership_end: new Date(Date.now() + 30 * day) })
        .where('id', '=', owner.session.id)
        .execute();
      const { token } = (await owner.call(portalOwnerRoutes.generate, {})).data;
      const { data } = await owner.call(portalOwnerRoutes.change, { show_downloads: true });
      inPortal = `${portalPaths.watch(token, data.library[0]!.key!)}/recording`;
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    async function headersAt(address: string): Promise<Headers> {
      const reply = await fetch(new URL(address, server.origin), { method: 'HEAD' });
      assert.equal(reply.status, 200);
      return reply.headers;
    }
    const setName = (fileName: string) =>
      server.world.database.kysely.updateTable('videos').set({ file_name: fileName }).where('id', '=', id).execute();

    async function nameAt(address: string): Promise<string> {
      const headers = await headersAt(address);
      return /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')![1]!;
    }

    it('gives a download a media extension, when the uploaded name has another one', async () => {
      const { assetId } = await fetchAsset(owner, id);
      const cases = {
        'talk.hta': '.mp4',
        'talk.html': '.mp4',
        'talk.BAT': '.mp4',
        'talk.mp4.js': '.mp4',
        talk: '.mp4',
      };
      for (const [fileName, ending] of [
        ...Object.entries(cases),
        ['talk.MOV', '.mov'],
        ['talk.mkv', '.mkv'],
      ] as const) {
        await setName(fileName);
        const { url } = await owner.call(clipRoutes.downloadLink, { filename: `${assetId}.mp4` });
        for (const address of [url, inPortal])
          assert.ok((await nameAt(address)).endsWith(ending), `${address}: ${fileName}`);
      }
    });

    it('sends the media type of the extension and never a page type', async () => {
      for (const [fileName, type] of [
        ['talk.mp4', 'video/mp4'],
        ['talk.MKV', 'video/x-matroska'],
        ['talk.m2ts', 'video/mp2t'],
        ['talk.3gp', 'video/3gpp'],
        ['talk.m4b', 'audio/mp4'],
        ['talk.oga', 'audio/ogg'],
        ['talk.aiff', 'audio/aiff'],
        ['talk.wv', 'application/octet-stream'],
        ['talk.html', 'video/mp4'],
      ] as const) {
        await setName(fileName);
        const { assetId } = await fetchAsset(owner, id);
        const { url } = await owner.call(clipRoutes.downloadLink, { filename: `${assetId}.mp4` });
        for (const address of [url, inPortal])
          assert.equal((await headersAt(address)).get('content-type'), type, `${address}: ${fileName}`);
      }
    });
  });
});
