import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { type Chapter, type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { sql } from 'kysely';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import type { TestMember } from '../../../test/member.ts';
import { openRecordedWorld } from '../../../test/recorded.ts';
import { expectRefusal } from '../../../test/refusals.ts';
import { fetchAsset } from '../../../test/upload.ts';
import type { TestWorld } from '../../../test/world.ts';
import { chaptersOf } from '../outline/chapters-of.ts';

oneDatabase((database, open) => {
  describe(`a list of chapters that is saved, on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    let member: TestMember;
    let made: VideoDetail;

    before(async () => {
      ({ place, server, member, webinar: made } = await openRecordedWorld(open, ['webinar']));
      assert.ok(made.chapters.length >= 2 && made.chapters[0]!.quote.length > 0);
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    type Sent = Parameters<typeof member.call<typeof videoRoutes.save>>[1]['chapters'];
    const save = async (chapters: Sent): Promise<Chapter[]> => {
      await member.call(videoRoutes.save, { passthrough: made.id, chapters });
      return (await fetchAsset(member, made.id)).chapters;
    };

    it('gives a quote back what it was, once its words are those that were cut', async () => {
      const [first] = made.chapters;
      const labelled = { ...first!.quote[0]!, key: true as const };
      const { kysely } = server.world.database;
      const quotes = JSON.stringify([labelled, ...first!.quote.slice(1)]);
      await kysely.updateTable('chapters').set({ quotes }).where('id', '=', first!.id).execute();
      const before = (await fetchAsset(member, made.id)).chapters;
      assert.deepEqual(before[0]!.quote[0], labelled);
      /** As the page does it: over what is there now. */
      const reword = async (words: string): Promise<Chapter> => {
        const [now, ...rest] = (await fetchAsset(member, made.id)).chapters;
        const [quote, ...further] = now!.quote;
        return (await save([{ ...now!, quote: [{ ...quote!, quote: words }, ...further] }, ...rest]))[0]!;
      };
      const changed = await reword('What nobody has said like this.');
      assert.deepEqual([changed.quote[0]!.edited, changed.quote[0]!.key], [true, undefined]);
      await reword('And nobody like that, either.');
      assert.deepEqual((await reword(labelled.quote)).quote, before[0]!.quote);
      // A quote without its words in the transcript is unproven.
      await reword('What nobody has said like this.');
      const [n] = labelled.cues!;
      const cue = webvttCues(made.vtt)[n]!;
      const line = { passthrough: made.id, n, start: cue.start };
      await member.call(transcriptRoutes.editCue, { ...line, before: cue.text, text: 'Quite something else.' });
      assert.equal((await reword(labelled.quote)).quote[0]!.edited, true);
      await member.call(transcriptRoutes.editCue, { ...line, before: 'Quite something else.', text: cue.text });
      made = await fetchAsset(member, made.id);
    });

    it('takes no quote for another that was added before it', async () => {
      const [first, ...others] = made.chapters;
      const own = 'What a person has added before all others.';
      await save([{ ...first!, quote: [{ quote: own, timecode: '00:00:05' }, ...first!.quote] }, ...others]);
      const [stored] = await chaptersOf(server.world.database.kysely, made.id);
      assert.deepEqual(stored!.quotes[0], { quote: own, timecode: '00:00:05', edited: true });
      made = { ...made, chapters: await save(made.chapters) };
      const words = (chapter: Chapter): string[] => chapter.quote.map(({ quote }) => quote);
      assert.deepEqual(words(made.chapters[0]!), words(first!));
    });

    it('gives an id to one chapter, where two were sent with it', async () => {
      const [first, second] = made.chapters;
      const both = [first!, { ...second!, id: first!.id }, ...made.chapters.slice(2)];
      const saved = await save(both);
      assert.deepEqual([saved[0]!.id, saved[1]!.title, saved[1]!.start], [first!.id, second!.title, second!.start]);
      assert.equal(new Set(saved.map(({ id }) => id)).size, made.chapters.length);
      // Without an id a chapter is the one that begins there, unless another was sent as that one.
      const [, { id: _, ...nameless }] = saved as [Chapter, Chapter];
      const again = await save([saved[0]!, nameless, ...saved.slice(2)]);
      assert.deepEqual(
        again.map(({ id }) => id),
        saved.map(({ id }) => id),
      );
      const moved = await save([
        nameless.start === '00:00:00' ? nameless : { ...nameless, start: '00:00:00' },
        { ...saved[0]!, start: saved[1]!.start },
      ]);
      assert.equal(moved[1]!.id, saved[0]!.id);
      assert.notEqual(moved[0]!.id, saved[0]!.id);
      made = { ...made, chapters: await save(made.chapters) };
    });

    it('writes only one chapter, when only its title has changed', async () => {
      const rows = () =>
        server.world.database.kysely
          .selectFrom('chapters')
          .select(['id', sql<string>`xmin::text`.as('written')])
          .where('video_id', '=', made.id)
          .orderBy('n')
          .execute();
      const before = await rows();
      const [first, ...rest] = made.chapters;
      await save([{ ...first!, title: 'Another title' }, ...rest]);
      const after = await rows();
      assert.deepEqual([after[0]!.id, after.slice(1)], [before[0]!.id, before.slice(1)]);
      assert.notEqual(after[0]!.written, before[0]!.written);
      made = { ...made, chapters: await save(made.chapters) };
    });

    it('keeps what is not sent of a chapter', async () => {
      const [first] = made.chapters;
      const bare = made.chapters.map(({ id, title, start }) => ({ id, title, start }));
      assert.deepEqual(await save(bare), made.chapters);
      const byStart = bare.map(({ title, start }, n) => ({ title: n === 0 ? 'Other' : title, start }));
      const [renamed] = await save(byStart);
      assert.deepEqual([renamed!.title, renamed!.summary, renamed!.quote], ['Other', first!.summary, first!.quote]);
      const [emptied] = await save([{ ...first!, summary: '', quote: [] }, ...made.chapters.slice(1)]);
      assert.deepEqual([emptied!.summary, emptied!.quote], ['', []]);
      made = { ...made, chapters: await save(made.chapters) };
    });

    it('rejects chapter titles without visible characters, and strips invisible ones', async () => {
      const named = (title: string) => made.chapters.map((chapter, n) => (n === 0 ? { ...chapter, title } : chapter));
      for (const title of ['\u202E\u200B', '\u3164', ' \u2800 ']) {
        assert.equal((await expectRefusal(save(named(title)))).status, 400);
        assert.equal((await expectRefusal(member.call(videoRoutes.save, { passthrough: made.id, title }))).status, 400);
      }
      await member.call(videoRoutes.save, { passthrough: made.id, title: ' A \u202Etitle\n of\u200B mine ' });
      const [chapter] = await save(named('\u001B[31mRed\u001B[0m'));
      assert.deepEqual([(await fetchAsset(member, made.id)).title, chapter!.title], ['A title of mine', '[31mRed[0m']);
      made = { ...made, chapters: await save(made.chapters) };
    });

    it('keeps the time that a person gave a quote, and refuses what is none', async () => {
      const [first, ...others] = made.chapters;
      const [quote, ...rest] = first!.quote;
      const timed = (timecode: string) => [{ ...first!, quote: [{ ...quote!, timecode }, ...rest] }, ...others];
      assert.deepEqual((await save(timed(quote!.timecode)))[0]!.quote, first!.quote);
      const [saved] = await save(timed('00:00:03'));
      assert.deepEqual(saved!.quote[0], { quote: quote!.quote, timecode: '00:00:03', edited: true });
      assert.ok(saved!.edited.includes('quote'));
      assert.equal((await expectRefusal(save(timed('soon')))).status, 400);
    });
  });
});
