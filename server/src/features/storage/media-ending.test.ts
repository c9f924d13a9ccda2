import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { day } from '@lectern/contract/rules/durations';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { describeRecordings } from '../../../test/describe-server.ts';

describeRecordings('a recording that is handed out', ['silent'], {}, (suite) => {
  let inPortal: string;

  before(async () => {
    await suite.db
      .updateTable('users')
      .set({ plan: 'professional', membership_end: new Date(Date.now() + 30 * day) })
      .where('id', '=', suite.member.session.id)
      .execute();
    const { token } = (await suite.member.call(portalOwnerRoutes.generate, {})).data;
    const { data } = await suite.member.call(portalOwnerRoutes.change, { show_downloads: true });
    inPortal = `${portalPaths.watch(token, data.library[0]!.key!)}/recording`;
  });

  it('gives a download a media extension and its media type, when the uploaded name has another one', async () => {
    const { id, assetId } = suite.silent;
    for (const [fileName, ending, type] of [
      ['talk.mp4', '.mp4', 'video/mp4'],
      ['talk.hta', '.mp4', 'video/mp4'],
      ['talk.html', '.mp4', 'video/mp4'],
      ['talk.BAT', '.mp4', 'video/mp4'],
      ['talk.mp4.js', '.mp4', 'video/mp4'],
      ['talk', '.mp4', 'video/mp4'],
      ['talk.MOV', '.mov', 'video/quicktime'],
      ['talk.MKV', '.mkv', 'video/x-matroska'],
      ['talk.m2ts', '.m2ts', 'video/mp2t'],
      ['talk.3gp', '.3gp', 'video/3gpp'],
      ['talk.m4b', '.m4b', 'audio/mp4'],
      ['talk.oga', '.oga', 'audio/ogg'],
      ['talk.aiff', '.aiff', 'audio/aiff'],
      ['talk.wv', '.wv', 'application/octet-stream'],
    ] as const) {
      await suite.db.updateTable('videos').set({ file_name: fileName }).where('id', '=', id).execute();
      const { url } = await suite.member.call(clipRoutes.downloadLink, { filename: `${assetId}.mp4` });
      for (const address of [url, inPortal]) {
        const { status, headers } = await fetch(new URL(address, suite.server.origin), { method: 'HEAD' });
        const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')![1]!;
        const told = [status, headers.get('content-type'), name.endsWith(ending)];
        assert.deepEqual(told, [200, type, true], `${address}: ${fileName} as ${name}`);
      }
    }
  });
});
