import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { outlineRoutes } from '@lectern/contract/outline/outlines';
import { tooFewWordsNotice } from '@lectern/contract/rules/pipeline';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { assertEvery } from '../../../test/assert-every.ts';
import { describeRecordings } from '../../../test/describe-server.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { itInFullRun } from '../../../test/rare.ts';
import { expectRefusal, refuses } from '../../../test/refusals.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { countStepNotices } from '../videos/pipeline.ts';
import { replaceChapters } from './chapters-of.ts';
import { verifiedQuotes } from './verify-quotes.ts';

describeRecordings('writing chapters and summaries again', ['webinar'], {}, (suite) => {
  let member: TestMember;
  let id: string;
  /** As the person has left it before the regeneration. */
  let earlier: VideoDetail;

  before(async () => {
    const { webinar: made } = suite;
    ({ member } = suite);
    ({ id } = made);
    assert.equal(made.regenerated, null, 'chapters written for the first time replace nothing');
    const chapter = (start: number, end: number, title: string, summary: string) => ({ start, end, title, summary });
    const none = { quotes: [], search: '', edited: [] };
    const quotes = verifiedQuotes(made.chapters[1]!.quote.slice(0, 1), webvttCues(made.vtt), 50);
    // Chapters as another engine may have written them; the person has edited one of them, and the description.
    await suite.world.database.transaction((tx) =>
      replaceChapters(suite.world, tx, { video: { id, workspace_id: member.session.id }, by: 'engine' }, [
        { ...chapter(0, 50, 'Older beginning', 'It begins.'), ...none, search: 'An answer.' },
        { ...chapter(50, 140, 'Of the middle', 'It goes on.'), ...none, quotes, edited: ['title'] },
        { ...chapter(140, made.duration, 'Older end', 'It ends.'), ...none },
      ]),
    );
    await member.call(videoRoutes.save, { passthrough: id, description: 'My own description.' });
    earlier = await fetchAsset(member, id);
  });

  const outline = ({ title, description, summary, chapters }: VideoDetail) => [title, description, summary, chapters];
  const rechapter = async (): Promise<VideoDetail> => {
    await member.call(videoRoutes.regenerateChapters, { passthrough: id });
    return waitUntilProcessed(member, id);
  };
  const restore = async (
    { regenerated }: VideoDetail,
    wish: { restored?: boolean; leaving?: boolean } = {},
  ): Promise<VideoDetail> =>
    (await member.call(outlineRoutes.restore, { passthrough: id, at: regenerated!.at, ...wish })).data;
  const changes = async () => (await member.call(outlineRoutes.changes, { passthrough: id })).data;

  it('refuses to show changes or undo, when the video was never regenerated', async () => {
    await refuses(member.call(outlineRoutes.changes, { passthrough: id }), 'nothing_to_undo');
    const at = new Date().toISOString();
    await refuses(member.call(outlineRoutes.restore, { passthrough: id, at }), 'nothing_to_undo');
  });

  it('keeps what a person has edited, says what changed, and is undone and done again exactly', async () => {
    const later = await rechapter();
    assert.deepEqual([later.regenerated?.kind, later.regenerated?.restored], ['chapters', false]);
    assert.equal(later.description, 'My own description.');
    const middle = later.chapters.find(({ title }) => title === 'Of the middle');
    const kept = earlier.chapters.map((chapter) => chapter.id);
    assert.deepEqual([later.chapters[0]!.id, middle?.id], kept.slice(0, 2), 'the first begins where the first began');

    const { texts, chapters } = await changes();
    assert.deepEqual(texts, []);
    const { title, summary } = later.chapters[0]!;
    const first = chapters.find((each) => each.before?.title === 'Older beginning')!;
    assert.deepEqual([first.after?.title, first.after?.summary], [title, summary]);
    assertEvery(['title', 'summary'] as const, (field) => first.fields.includes(field));

    const back = await restore(later);
    assert.deepEqual(outline(back), outline(earlier));
    assert.deepEqual(back.regenerated, { ...later.regenerated, restored: true });
    assert.deepEqual(outline(await restore(later)), outline(earlier), 'undone twice is undone once');
    const undone = (await changes()).chapters.find((each) => each.after?.title === 'Older beginning');
    assert.equal(undone?.before?.title, title);

    const again = await restore(back, { restored: false });
    assert.deepEqual(outline(again), outline(later));
    assert.deepEqual(outline(await restore(again)), outline(earlier));
  });

  const renamed = async (
    n: number,
    title: string,
    also?: Omit<VideoDetail['chapters'][number], 'id'>,
  ): Promise<VideoDetail> => {
    const { chapters } = await fetchAsset(member, id);
    const sent = chapters.map((chapter, at) => (at === n ? { ...chapter, title } : chapter));
    const all = [...sent, ...(also ? [also] : [])].toSorted((a, b) => a.start_seconds - b.start_seconds);
    await member.call(videoRoutes.save, { passthrough: id, chapters: all });
    return fetchAsset(member, id);
  };

  it('carries over what was edited in between, either way', async () => {
    const later = await rechapter();
    await member.call(videoRoutes.save, { passthrough: id, title: 'Edited after it' });
    const edited = await renamed(0, 'A title of mine');
    const back = await restore(later);
    assert.deepEqual(
      [back.title, back.chapters[0]!.title, back.chapters[0]!.edited, back.chapters[0]!.summary],
      ['Edited after it', 'A title of mine', ['title'], earlier.chapters[0]!.summary],
    );
    assert.deepEqual(back.chapters.slice(1), earlier.chapters.slice(1));
    await renamed(0, 'A better title of mine');
    const again = await restore(later, { restored: false });
    assert.equal(again.chapters[0]!.title, 'A better title of mine');
    assert.deepEqual(again.chapters.slice(1), edited.chapters.slice(1));
  });

  it('refuses undo from a page that knows only an older run, and undoes once for ten requests', async () => {
    const first = await rechapter();
    const second = await rechapter();
    await refuses(restore(first), 'nothing_to_undo');
    const all = await Promise.all(Array.from({ length: 10 }, () => restore(second)));
    for (const each of all) assert.deepEqual(outline(each), outline(first));
    assert.deepEqual(outline(await fetchAsset(member, id)), outline(first));
  });

  it('keeps regenerated chapters, when a page that has not seen them saves', async () => {
    const seen = await fetchAsset(member, id);
    await rechapter();
    const save = (video: VideoDetail, title: string) => {
      const chapters = video.chapters.map((chapter, n) => (n === 0 ? { ...chapter, title } : chapter));
      return member.call(videoRoutes.save, { passthrough: id, chapters, chapters_version: video.chapters_version });
    };
    const now = await restore(await fetchAsset(member, id), { restored: false });
    const changed = { ...seen, chapters_version: 'of long ago' };
    await refuses(save(changed, 'Of a page left open'), 'chapters_changed');
    assert.deepEqual((await fetchAsset(member, id)).chapters, now.chapters);
    const { chapters_version: version } = await save(now, 'Of the newest page');
    const saved = await fetchAsset(member, id);
    assert.deepEqual([saved.chapters[0]!.title, saved.chapters_version], ['Of the newest page', version]);
    assert.ok(version !== now.chapters_version);
    const ten = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => save(saved, `Title ${n}`)));
    assert.equal(ten.filter(({ status }) => status === 'fulfilled').length, 1);
    await save(await fetchAsset(member, id), now.chapters[0]!.title);
    await restore(await fetchAsset(member, id));
  });

  it('writes a summary anew, keeps a person’s own, and brings back only the summary', async () => {
    await suite.db.updateTable('videos').set({ summary: 'Of another engine.' }).where('id', '=', id).execute();
    await member.call(videoRoutes.generateSummary, { passthrough: id });
    const later = await eventually(async () => {
      const video = await fetchAsset(member, id);
      return video.summary === 'Of another engine.' ? undefined : video;
    }, 'the summary');
    assert.equal(later.regenerated?.kind, 'summary');
    await member.call(videoRoutes.save, { passthrough: id, title: 'Edited meanwhile' });
    assert.deepEqual(await changes(), {
      texts: [{ field: 'summary', before: 'Of another engine.', after: later.summary }],
      chapters: [],
    });
    const back = await restore(later);
    assert.deepEqual([back.summary, back.title], ['Of another engine.', 'Edited meanwhile']);
    assert.equal((await restore(later, { restored: false })).summary, later.summary);
    await member.call(videoRoutes.save, { passthrough: id, summary: 'Written since.' });
    assert.match((await expectRefusal(restore(later))).msg!, /the summary/);
    await restore(later, { leaving: true });
    assert.equal((await restore(later, { restored: false })).summary, 'Written since.');

    await member.call(videoRoutes.save, { passthrough: id, summary: 'My own summary.' });
    const { msg } = await member.call(videoRoutes.generateSummary, { passthrough: id });
    assert.equal(msg, 'You wrote this summary yourself, so it has not been changed.');
    await rechapter();
    assert.equal((await fetchAsset(member, id)).summary, 'My own summary.');
  });

  itInFullRun('writes no summary where nothing is said, and tells so', async () => {
    const silent = await uploadFile(member, getSamplePath('short.mp4'), { title: 'Music' });
    await waitUntilProcessed(member, silent);
    const captions = 'WEBVTT\n\n00:01.000 --> 00:04.000\n[Music]\n\n00:05.000 --> 00:06.000\n♪ la la ♪\n';
    await member.call(uploadRoutes.captions, { passthrough: silent, name: 'm.vtt' }, { body: Buffer.from(captions) });
    const { steps, summary } = await waitUntilProcessed(member, silent);
    assert.equal(summary, '');
    assert.equal(steps.find(({ step }) => step === 'chapters')?.problem, tooFewWordsNotice);
    assert.equal(await countStepNotices(suite.db, 'chapters', new Date(0)), 0, 'no engine has failed');
    const { msg } = await member.call(videoRoutes.generateSummary, { passthrough: silent });
    assert.equal(msg, tooFewWordsNotice);
  });

  it('hides an earlier outline from other members and deletes it with the video', async () => {
    const { regenerated } = await fetchAsset(member, id);
    const { stranger } = suite;
    await refuses(stranger.call(outlineRoutes.changes, { passthrough: id }), 'not_found');
    await refuses(stranger.call(outlineRoutes.restore, { passthrough: id, at: regenerated!.at }), 'not_found');
    await member.call(videoRoutes.delete, { id });
    const left = await suite.db.selectFrom('outline_history').select('video_id').execute();
    assert.deepEqual(left, []);
  });
});
