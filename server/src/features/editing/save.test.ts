import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { expectRefusal } from '../../../test/refusals.ts';
import { fetchAsset, waitUntilProcessed } from '../../../test/upload.ts';
import { describeRecordings } from '../../../test/describe-server.ts';

describeRecordings('texts that a person saves', ['webinar'], {}, (suite) => {
  type Sent = Omit<Parameters<typeof suite.member.call<typeof videoRoutes.save>>[1], 'passthrough'>;
  const save = (texts: Sent) => suite.member.call(videoRoutes.save, { passthrough: suite.webinar.id, ...texts });
  const refused = async (texts: Sent): Promise<unknown> => {
    const { status, msg } = await expectRefusal(save(texts));
    return [status, msg];
  };
  const rewritten = async (): Promise<VideoDetail> => {
    await suite.member.call(videoRoutes.regenerateChapters, { passthrough: suite.webinar.id });
    return waitUntilProcessed(suite.member, suite.webinar.id);
  };

  it('survive a regeneration in both forms in which a title is sent', async () => {
    await save({ title: 'My own title' });
    assert.equal((await rewritten()).title, 'My own title');
    await save({ title: 'My second own title', userId: suite.member.session.id });
    assert.equal((await rewritten()).title, 'My second own title');
  });

  it('rejects an empty description, when the recording has words', async () => {
    const none = [400, 'Please write a description.'];
    assert.deepEqual(await refused({ description: '' }), none);
    assert.deepEqual(await refused({ description: ' \n ' }), none);
    assert.deepEqual(await refused({ summary: 'abc' }), [400, 'Please write more than 3 characters in the summary.']);
    await save({ description: suite.webinar.description, summary: suite.webinar.summary });
    const { description, summary } = await fetchAsset(suite.member, suite.webinar.id);
    assert.deepEqual([description, summary], [suite.webinar.description, suite.webinar.summary]);
  });

  it('rejects new chapter texts that are too short', async () => {
    const [first, ...others] = suite.webinar.chapters;
    const chapters = (changes: object) => ({ chapters: [{ ...first!, ...changes }, ...others] });
    const short = 'Please write more than 3 characters in the ';
    assert.deepEqual(await refused(chapters({ quote: ['x'] })), [400, `${short}quote.`]);
    assert.deepEqual(await refused(chapters({ summary: 'ab' })), [400, `${short}summary of “${first!.title}”.`]);
    const many = ['One quote', 'Another quote', 'A third quote', 'A fourth one, which a person may add'];
    await save(chapters({ quote: many }));
    assert.equal((await fetchAsset(suite.member, suite.webinar.id)).chapters[0]!.quote.length, 4);
  });

  it('accepts short texts, when they are stored already', async () => {
    const { chapters } = await fetchAsset(suite.member, suite.webinar.id);
    await suite.db
      .updateTable('chapters')
      .set({ quotes: JSON.stringify([{ quote: 'x', timecode: '00:00:01' }]) as never, summary: 'ab' })
      .where('id', '=', chapters[0]!.id)
      .execute();
    const stored = (await fetchAsset(suite.member, suite.webinar.id)).chapters;
    await save({ chapters: stored.map((chapter, n) => (n === 0 ? { ...chapter, title: 'Renamed' } : chapter)) });
    const [renamed] = (await fetchAsset(suite.member, suite.webinar.id)).chapters;
    assert.deepEqual([renamed!.title, renamed!.summary, renamed!.quote[0]!.quote], ['Renamed', 'ab', 'x']);
  });
});
