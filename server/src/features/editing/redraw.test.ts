import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { before, it } from 'node:test';
import type { Worker } from 'node:worker_threads';
import type { CallError } from '@lectern/contract/client';
import { outlineRoutes } from '@lectern/contract/outline/outlines';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { refuses } from '../../../test/refusals.ts';
import { fetchAsset, waitUntilProcessed } from '../../../test/upload.ts';
import { describeRecordings } from '../../../test/describe-server.ts';
import { manyCalls } from '../../../test/world.ts';

describeRecordings('drawing fewer and more chapters', ['webinar'], { limits: manyCalls }, (suite) => {
  let id: string;
  before(async () => {
    id = suite.webinar.id;
  });

  const redraw = async (count: number, seen: VideoDetail, as = suite.member): Promise<VideoDetail> =>
    (await as.call(outlineRoutes.redraw, { passthrough: id, count, chapters_version: seen.chapters_version })).data;
  const restore = async (seen: VideoDetail): Promise<VideoDetail> =>
    (await suite.member.call(outlineRoutes.restore, { passthrough: id, at: seen.regenerated!.at })).data;

  it('gives one more at a time, whole and verbatim, and the others stay as they are', async () => {
    assert.ok(
      suite.webinar.chapter_counts!.most > suite.webinar.chapters.length,
      JSON.stringify(suite.webinar.chapter_counts),
    );
    const more = await redraw(suite.webinar.chapters.length + 1, suite.webinar);
    assert.equal(more.chapters.length, suite.webinar.chapters.length + 1);
    const same = more.chapters.filter((chapter) => suite.webinar.chapters.some(({ id: old }) => old === chapter.id));
    assert.ok(same.length >= suite.webinar.chapters.length, 'the first half of a divided chapter keeps its id');
    const kept = more.chapters.filter(({ start_seconds, end_seconds }) =>
      suite.webinar.chapters.some((old) => old.start_seconds === start_seconds && old.end_seconds === end_seconds),
    );
    assert.equal(kept.length, suite.webinar.chapters.length - 1);
    for (const chapter of kept)
      assert.deepEqual(
        chapter,
        suite.webinar.chapters.find(({ id: old }) => old === chapter.id),
      );
    const said = webvttCues(more.vtt)
      .map(({ text }) => text.replace(/\s+/g, ' '))
      .join(' ');
    more.chapters.forEach((chapter, n) => {
      assert.ok(chapter.title !== '' && chapter.summary !== '' && chapter.quote.length > 0);
      for (const { quote } of chapter.quote) assert.ok(said.includes(quote), quote);
      assert.equal(chapter.start_seconds, more.chapters[n - 1]?.end_seconds ?? 0);
    });
    assert.deepEqual(
      [more.regenerated?.kind, more.title, more.summary],
      ['redrawn', suite.webinar.title, suite.webinar.summary],
    );
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

  it('keeps what a person has edited, words and span, and says when nothing else can be drawn', async () => {
    const before = await fetchAsset(suite.member, id);
    await suite.member.call(videoRoutes.save, {
      passthrough: id,
      chapters: before.chapters.map((chapter, n) => (n === 0 ? { ...chapter, title: 'As I call it' } : chapter)),
    });
    const edited = await fetchAsset(suite.member, id);
    const fewest = await redraw(1, edited);
    assert.deepEqual(
      fewest.chapters.filter(({ title }) => title === 'As I call it'),
      [edited.chapters[0]],
    );
    await refuses(redraw(1, fewest), 'nothing_to_redraw');
    const most = await redraw(200, fewest);
    assert.equal(most.chapters.length, fewest.chapter_counts!.most);
    assert.deepEqual(
      most.chapters.find(({ title }) => title === 'As I call it'),
      edited.chapters[0],
    );
    assert.deepEqual((await restore(most)).chapters, edited.chapters);
  });

  it('draws nothing from chapters that were changed since, nor for anybody else', async () => {
    const seen = await fetchAsset(suite.member, id);
    await refuses(redraw(5, suite.webinar), 'chapters_changed');
    const other = await suite.signUp();
    await refuses(redraw(5, seen, other), 'not_found');
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
    assert.equal(codes.length, 23);
    assert.deepEqual(
      codes.filter((code) => code !== 'busy' && code !== 'chapters_changed'),
      [],
    );
    const now = await fetchAsset(suite.member, id);
    assert.equal(now.chapters.length, seen.chapters.length + 1);
    await restore(now);
  });

  it('ranks the places of a video that was written before they were kept', async () => {
    const { kysely } = suite.world.database;
    await kysely.deleteFrom('chapter_boundaries').where('video_id', '=', id).execute();
    const seen = await fetchAsset(suite.member, id);
    assert.equal(seen.chapter_counts, null);
    const more = await redraw(seen.chapters.length + 1, seen);
    assert.equal(more.chapters.length, seen.chapters.length + 1);
    assert.ok(more.chapter_counts!.fewest < more.chapter_counts!.most);
  });

  it('can take away chapters of an earlier run that were brought back', async () => {
    await suite.member.call(videoRoutes.regenerateChapters, { passthrough: id });
    const back = await restore(await waitUntilProcessed(suite.member, id));
    assert.equal(back.chapter_counts, null);
    const fewer = await redraw(back.chapters.length - 1, back);
    assert.equal(fewer.chapters.length, back.chapters.length - 1);
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

  it('calls no chapter what another is called, one more after the other', async () => {
    let now = await fetchAsset(suite.member, id);
    for (let count = now.chapters.length + 1; count <= now.chapter_counts!.most; count += 1) {
      now = await redraw(count, now);
      const titles = now.chapters.map(({ title }) => title.toLowerCase());
      assert.equal(new Set(titles).size, titles.length, titles.join(', '));
    }
    assert.ok(now.chapters.length > suite.webinar.chapters.length);
  });
});
