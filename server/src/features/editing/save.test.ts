import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import type { TestMember } from '../../../test/member.ts';
import { openRecordedWorld } from '../../../test/recorded.ts';
import { expectRefusal } from '../../../test/refusals.ts';
import { fetchAsset, waitUntilProcessed } from '../../../test/upload.ts';
import type { TestWorld } from '../../../test/world.ts';

oneDatabase((database, open) => {
  describe(`texts that a person saves, on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    let member: TestMember;
    let made: VideoDetail;

    before(async () => {
      ({ place, server, member, webinar: made } = await openRecordedWorld(open, ['webinar']));
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    type Sent = Omit<Parameters<typeof member.call<typeof videoRoutes.save>>[1], 'passthrough'>;
    const save = (texts: Sent) => member.call(videoRoutes.save, { passthrough: made.id, ...texts });
    const refused = async (texts: Sent): Promise<unknown> => {
      const { status, msg } = await expectRefusal(save(texts));
      return [status, msg];
    };
    const rewritten = async (): Promise<VideoDetail> => {
      await member.call(videoRoutes.regenerateChapters, { passthrough: made.id });
      return waitUntilProcessed(member, made.id);
    };

    it('survive a regeneration in both forms in which a title is sent', async () => {
      await save({ title: 'My own title' });
      assert.equal((await rewritten()).title, 'My own title');
      await save({ title: 'My second own title', userId: member.session.id });
      assert.equal((await rewritten()).title, 'My second own title');
    });

    it('rejects an empty description, when the recording has words', async () => {
      const none = [400, 'Please write a description.'];
      assert.deepEqual(await refused({ description: '' }), none);
      assert.deepEqual(await refused({ description: ' \n ' }), none);
      assert.deepEqual(await refused({ summary: 'abc' }), [400, 'Please write more than 3 characters in the summary.']);
      await save({ description: made.description, summary: made.summary });
      const { description, summary } = await fetchAsset(member, made.id);
      assert.deepEqual([description, summary], [made.description, made.summary]);
    });

    it('rejects new chapter texts that are too short', async () => {
      const [first, ...others] = made.chapters;
      const chapters = (changes: object) => ({ chapters: [{ ...first!, ...changes }, ...others] });
      const short = 'Please write more than 3 characters in the ';
      assert.deepEqual(await refused(chapters({ quote: ['x'] })), [400, `${short}quote.`]);
      assert.deepEqual(await refused(chapters({ summary: 'ab' })), [400, `${short}summary of “${first!.title}”.`]);
      const many = ['One quote', 'Another quote', 'A third quote', 'A fourth one, which a person may add'];
      await save(chapters({ quote: many }));
      assert.equal((await fetchAsset(member, made.id)).chapters[0]!.quote.length, 4);
    });

    it('accepts short texts, when they are stored already', async () => {
      const { chapters } = await fetchAsset(member, made.id);
      await server.world.database.kysely
        .updateTable('chapters')
        .set({ quotes: JSON.stringify([{ quote: 'x', timecode: '00:00:01' }]) as never, summary: 'ab' })
        .where('id', '=', chapters[0]!.id)
        .execute();
      const stored = (await fetchAsset(member, made.id)).chapters;
      await save({ chapters: stored.map((chapter, n) => (n === 0 ? { ...chapter, title: 'Renamed' } : chapter)) });
      const [renamed] = (await fetchAsset(member, made.id)).chapters;
      assert.deepEqual([renamed!.title, renamed!.summary, renamed!.quote[0]!.quote], ['Renamed', 'ab', 'x']);
    });
  });
});
