import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { before, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Worker } from 'node:worker_threads';
import type { CallError } from '@lectern/contract/client';
import { outlineRoutes } from '@lectern/contract/outline/outlines';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { assertEvery } from '../../../test/assert-every.ts';
import { refuses } from '../../../test/refusals.ts';
import { fetchAsset, waitUntilProcessed } from '../../../test/upload.ts';
import { describeRecordings } from '../../../test/describe-server.ts';
import { manyCalls } from '../../../test/world.ts';

describeRecordings('drawing fewer and more chapters', ['webinar'], { limits: manyCalls }, (suite) => {
  let id: string;
  before(async () => {
    id = suite.webinar.id;
  });

  const redraw = async (count: number, seen: VideoDetail): Promise<VideoDetail> =>
    (await suite.member.call(outlineRoutes.redraw, { passthrough: id, count, chapters_version: seen.chapters_version }))
      .data;
  const restore = async (seen: VideoDetail): Promise<VideoDetail> =>
    (await suite.member.call(outlineRoutes.restore, { passthrough: id, at: seen.regenerated!.at })).data;

  it('gives one more at a time, whole and verbatim, and the others stay as they are', async () => {
    const { chapters: old, title, summary } = suite.webinar;
    const more = await redraw(old.length + 1, suite.webinar);
    assert.equal(more.chapters.length, old.length + 1);
    const ids = new Set(more.chapters.map((chapter) => chapter.id));
    // The first half of a divided chapter keeps its id.
    assertEvery(old, (chapter) => ids.has(chapter.id));
    const kept = more.chapters.filter((chapter) => old.some((each) => isDeepStrictEqual(each, chapter)));
    assert.equal(kept.length, old.length - 1);
    const said = webvttCues(more.vtt)
      .map(({ text }) => text.replace(/\s+/g, ' '))
      .join(' ');
    more.chapters.forEach((chapter, n) => {
      assert.ok(chapter.title !== '' && chapter.summary !== '' && chapter.quote.length > 0);
      for (const { quote } of chapter.quote) assert.ok(said.includes(quote), quote);
      assert.equal(chapter.start_seconds, more.chapters[n - 1]?.end_seconds ?? 0);
    });
    assert.deepEqual([more.regenerated?.kind, more.title, more.summary], ['redrawn', title, summary]);
  });

  it('gives the same words again when one fewer follows, and undoes both together', async () => {
    const more = await fetchAsset(suite.member, id);
    const again = await redraw(suite.webinar.chapters.length, more);
    assert.deepEqual(again.chapters, suite.webinar.chapters);
    const fewest = await redraw(1, again);
    assert.equal(fewest.chapters.length, again.chapter_counts!.fewest);
    assert.equal(fewest.regenerated!.at, more.regenerated!.at);
    const { data: changes } = await suite.member.call(outlineRoutes.changes, { passthrough: id });
    assert.ok(changes.chapters.length > 0 && changes.texts.length === 0);
    const back = await restore(fewest);
    assert.deepEqual([back.chapters, back.regenerated!.restored], [suite.webinar.chapters, true]);
  });

  it('keeps what a person has edited, words and span, and draws nothing else than the page has seen', async () => {
    const before = await fetchAsset(suite.member, id);
    await suite.member.call(videoRoutes.save, {
      passthrough: id,
      chapters: before.chapters.map((chapter, n) => (n === 0 ? { ...chapter, title: 'As I call it' } : chapter)),
    });
    const edited = await fetchAsset(suite.member, id);
    const own = ({ chapters }: VideoDetail) => chapters.filter(({ title }) => title === 'As I call it');
    const fewest = await redraw(1, edited);
    await refuses(redraw(1, fewest), 'nothing_to_redraw');
    await refuses(redraw(5, suite.webinar), 'chapters_changed');
    const most = await redraw(200, fewest);
    assert.equal(most.chapters.length, fewest.chapter_counts!.most);
    for (const drawn of [fewest, most]) assert.deepEqual(own(drawn), [edited.chapters[0]]);
    assert.deepEqual((await restore(most)).chapters, edited.chapters);
  });

  it('draws once for very many at once, and takes threads for two of them', async () => {
    const seen = await fetchAsset(suite.member, id);
    let alive = 0;
    let most = 0;
    const count = (message: unknown): void => {
      alive += 1;
      most = Math.max(most, alive);
      (message as { worker: Worker }).worker.once('exit', () => (alive -= 1));
    };
    subscribe('worker_threads', count);
    const all = await Promise.allSettled(Array.from({ length: 24 }, () => redraw(seen.chapters.length + 1, seen)));
    unsubscribe('worker_threads', count);
    // A job may have one besides; none is started where those of an earlier test are kept still.
    assert.ok(most <= 3, `${most} threads`);
    const codes = all.flatMap((each) => (each.status === 'rejected' ? [(each.reason as CallError).code] : []));
    // One of them came first. How many of the others find the places taken is the machine's own affair.
    assert.equal(codes.filter((code) => code === 'busy' || code === 'chapters_changed').length, 23);
    const now = await fetchAsset(suite.member, id);
    assert.equal(now.chapters.length, seen.chapters.length + 1);
    await restore(now);
  });

  it('writes fewer or more chapters when a person asks for that with ReChapter, and once only', async () => {
    const counts: number[] = [];
    for (const chapters of ['fewer', 'more', undefined] as const) {
      await suite.member.call(videoRoutes.regenerateChapters, { passthrough: id, ...(chapters ? { chapters } : {}) });
      const written = await waitUntilProcessed(suite.member, id);
      counts.push(written.chapters.length);
      assert.ok(written.chapters.some(({ title }) => title === 'As I call it'));
    }
    assert.ok(counts[0]! < counts[1]! && counts[0]! <= counts[2]! && counts[2]! <= counts[1]!, counts.join());
  });
});
