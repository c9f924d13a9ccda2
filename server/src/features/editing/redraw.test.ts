import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { after, before, describe, it } from 'node:test';
import type { Worker } from 'node:worker_threads';
import type { CallError } from '@lectern/contract/client';
import { outlineRoutes } from '@lectern/contract/outline/outlines';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import { signUp, type TestMember } from '../../../test/member.ts';
import { openRecordedWorld } from '../../../test/recorded.ts';
import { refuses } from '../../../test/refusals.ts';
import { fetchAsset, waitUntilProcessed } from '../../../test/upload.ts';
import { manyCalls, type TestWorld } from '../../../test/world.ts';

oneDatabase((database, open) => {
  describe(`drawing fewer and more chapters, on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    let member: TestMember;
    let id: string;
    let made: VideoDetail;

    before(async () => {
      ({ place, server, member, webinar: made } = await openRecordedWorld(open, ['webinar'], { limits: manyCalls }));
      id = made.id;
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    const redraw = async (count: number, seen: VideoDetail, as = member): Promise<VideoDetail> =>
      (await as.call(outlineRoutes.redraw, { passthrough: id, count, chapters_version: seen.chapters_version })).data;
    const restore = async (seen: VideoDetail): Promise<VideoDetail> =>
      (await member.call(outlineRoutes.restore, { passthrough: id, at: seen.regenerated!.at })).data;

    it('gives one more at a time, whole and verbatim, and the others stay as they are', async () => {
      assert.ok(made.chapter_counts!.most > made.chapters.length, JSON.stringify(made.chapter_counts));
      const more = await redraw(made.chapters.length + 1, made);
      assert.equal(more.chapters.length, made.chapters.length + 1);
      const same = more.chapters.filter((chapter) => made.chapters.some(({ id: old }) => old === chapter.id));
      assert.ok(same.length >= made.chapters.length, 'the first half of a divided chapter keeps its id');
      const kept = more.chapters.filter(({ start_seconds, end_seconds }) =>
        made.chapters.some((old) => old.start_seconds === start_seconds && old.end_seconds === end_seconds),
      );
      assert.equal(kept.length, made.chapters.length - 1);
      for (const chapter of kept)
        assert.deepEqual(
          chapter,
          made.chapters.find(({ id: old }) => old === chapter.id),
        );
      const said = webvttCues(more.vtt)
        .map(({ text }) => text.replace(/\s+/g, ' '))
        .join(' ');
      more.chapters.forEach((chapter, n) => {
        assert.ok(chapter.title !== '' && chapter.summary !== '' && chapter.quote.length > 0);
        for (const { quote } of chapter.quote) assert.ok(said.includes(quote), quote);
        assert.equal(chapter.start_seconds, more.chapters[n - 1]?.end_seconds ?? 0);
      });
      assert.deepEqual([more.regenerated?.kind, more.title, more.summary], ['redrawn', made.title, made.summary]);
    });

    it('gives the same words again when one fewer follows, and undoes both together', async () => {
      const more = await fetchAsset(member, id);
      const again = await redraw(made.chapters.length, more);
      assert.deepEqual(again.chapters, made.chapters);
      const fewest = await redraw(1, again);
      assert.equal(fewest.chapters.length, again.chapter_counts!.fewest);
      assert.equal(fewest.regenerated!.at, more.regenerated!.at);
      const { data: changes } = await member.call(outlineRoutes.changes, { passthrough: id });
      assert.ok(changes.chapters.length > 0 && changes.texts.length === 0);
      const back = await restore(fewest);
      assert.deepEqual([back.chapters, back.regenerated!.restored], [made.chapters, true]);
    });

    it('keeps what a person has edited, words and span, and says when nothing else can be drawn', async () => {
      const before = await fetchAsset(member, id);
      await member.call(videoRoutes.save, {
        passthrough: id,
        chapters: before.chapters.map((chapter, n) => (n === 0 ? { ...chapter, title: 'As I call it' } : chapter)),
      });
      const edited = await fetchAsset(member, id);
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
      const seen = await fetchAsset(member, id);
      await refuses(redraw(5, made), 'chapters_changed');
      const other = await signUp(server.origin, server.letters);
      await refuses(redraw(5, seen, other), 'not_found');
    });

    it('draws once for very many at once, and takes threads for two of them', async () => {
      const seen = await fetchAsset(member, id);
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
      const now = await fetchAsset(member, id);
      assert.equal(now.chapters.length, seen.chapters.length + 1);
      await restore(now);
    });

    it('ranks the places of a video that was written before they were kept', async () => {
      const { kysely } = server.world.database;
      await kysely.deleteFrom('chapter_boundaries').where('video_id', '=', id).execute();
      const seen = await fetchAsset(member, id);
      assert.equal(seen.chapter_counts, null);
      const more = await redraw(seen.chapters.length + 1, seen);
      assert.equal(more.chapters.length, seen.chapters.length + 1);
      assert.ok(more.chapter_counts!.fewest < more.chapter_counts!.most);
    });

    it('can take away chapters of an earlier run that were brought back', async () => {
      await member.call(videoRoutes.regenerateChapters, { passthrough: id });
      const back = await restore(await waitUntilProcessed(member, id));
      assert.equal(back.chapter_counts, null);
      const fewer = await redraw(back.chapters.length - 1, back);
      assert.equal(fewer.chapters.length, back.chapters.length - 1);
    });

    it('writes fewer or more chapters when a person asks for that with ReChapter, and once only', async () => {
      const counts: number[] = [];
      for (const chapters of ['fewer', 'more', undefined] as const) {
        await member.call(videoRoutes.regenerateChapters, { passthrough: id, ...(chapters ? { chapters } : {}) });
        const written = await waitUntilProcessed(member, id);
        counts.push(written.chapters.length);
        assert.ok(written.chapters.some(({ title }) => title === 'As I call it'));
      }
      assert.ok(counts[0]! < counts[1]! && counts[0]! <= counts[2]! && counts[2]! <= counts[1]!, counts.join());
    });

    it('calls no chapter what another is called, one more after the other', async () => {
      let now = await fetchAsset(member, id);
      for (let count = now.chapters.length + 1; count <= now.chapter_counts!.most; count += 1) {
        now = await redraw(count, now);
        const titles = now.chapters.map(({ title }) => title.toLowerCase());
        assert.equal(new Set(titles).size, titles.length, titles.join(', '));
      }
      assert.ok(now.chapters.length > made.chapters.length);
    });
  });
});
