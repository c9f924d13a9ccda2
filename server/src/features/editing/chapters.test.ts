import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { type Chapter, videoRoutes } from '@lectern/contract/videos/videos';
import { sql } from 'kysely';
import { expectRefusal } from '../../../test/refusals.ts';
import { fetchAsset } from '../../../test/upload.ts';
import { describeRecordings } from '../../../test/describe-server.ts';
import { chaptersOf } from '../outline/chapters-of.ts';

describeRecordings('a list of chapters that is saved', ['webinar'], {}, (suite) => {
  before(async () => {
    assert.ok(suite.webinar.chapters.length >= 2 && suite.webinar.chapters[0]!.quote.length > 0);
  });

  type Sent = Parameters<typeof suite.member.call<typeof videoRoutes.save>>[1]['chapters'];
  const save = async (chapters: Sent): Promise<Chapter[]> => {
    await suite.member.call(videoRoutes.save, { passthrough: suite.webinar.id, chapters });
    return (await fetchAsset(suite.member, suite.webinar.id)).chapters;
  };

  it('gives a quote back what it was, once its words are those that were cut', async () => {
    const [first] = suite.webinar.chapters;
    const labelled = { ...first!.quote[0]!, key: true as const };
    const { kysely } = suite.world.database;
    const quotes = JSON.stringify([labelled, ...first!.quote.slice(1)]);
    await kysely.updateTable('chapters').set({ quotes }).where('id', '=', first!.id).execute();
    const before = (await fetchAsset(suite.member, suite.webinar.id)).chapters;
    assert.deepEqual(before[0]!.quote[0], labelled);
    /** As the page does it: over what is there now. */
    const reword = async (words: string): Promise<Chapter> => {
      const [now, ...rest] = (await fetchAsset(suite.member, suite.webinar.id)).chapters;
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
    const cue = webvttCues(suite.webinar.vtt)[n]!;
    const line = { passthrough: suite.webinar.id, n, start: cue.start };
    await suite.member.call(transcriptRoutes.editCue, { ...line, before: cue.text, text: 'Quite something else.' });
    assert.equal((await reword(labelled.quote)).quote[0]!.edited, true);
    await suite.member.call(transcriptRoutes.editCue, { ...line, before: 'Quite something else.', text: cue.text });
    suite.webinar = await fetchAsset(suite.member, suite.webinar.id);
  });

  it('takes no quote for another that was added before it', async () => {
    const [first, ...others] = suite.webinar.chapters;
    const own = 'What a person has added before all others.';
    await save([{ ...first!, quote: [{ quote: own, timecode: '00:00:05' }, ...first!.quote] }, ...others]);
    const [stored] = await chaptersOf(suite.db, suite.webinar.id);
    assert.deepEqual(stored!.quotes[0], { quote: own, timecode: '00:00:05', edited: true });
    suite.webinar = { ...suite.webinar, chapters: await save(suite.webinar.chapters) };
    const words = (chapter: Chapter): string[] => chapter.quote.map(({ quote }) => quote);
    assert.deepEqual(words(suite.webinar.chapters[0]!), words(first!));
  });

  it('gives an id to one chapter, where two were sent with it', async () => {
    const [first, second] = suite.webinar.chapters;
    const both = [first!, { ...second!, id: first!.id }, ...suite.webinar.chapters.slice(2)];
    const saved = await save(both);
    assert.deepEqual([saved[0]!.id, saved[1]!.title, saved[1]!.start], [first!.id, second!.title, second!.start]);
    assert.equal(new Set(saved.map(({ id }) => id)).size, suite.webinar.chapters.length);
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
    suite.webinar = { ...suite.webinar, chapters: await save(suite.webinar.chapters) };
  });

  it('writes only one chapter, when only its title has changed', async () => {
    const rows = () =>
      suite.db
        .selectFrom('chapters')
        .select(['id', sql<string>`xmin::text`.as('written')])
        .where('video_id', '=', suite.webinar.id)
        .orderBy('n')
        .execute();
    const before = await rows();
    const [first, ...rest] = suite.webinar.chapters;
    await save([{ ...first!, title: 'Another title' }, ...rest]);
    const after = await rows();
    assert.deepEqual([after[0]!.id, after.slice(1)], [before[0]!.id, before.slice(1)]);
    assert.notEqual(after[0]!.written, before[0]!.written);
    suite.webinar = { ...suite.webinar, chapters: await save(suite.webinar.chapters) };
  });

  it('keeps what is not sent of a chapter', async () => {
    const [first] = suite.webinar.chapters;
    const bare = suite.webinar.chapters.map(({ id, title, start }) => ({ id, title, start }));
    assert.deepEqual(await save(bare), suite.webinar.chapters);
    const byStart = bare.map(({ title, start }, n) => ({ title: n === 0 ? 'Other' : title, start }));
    const [renamed] = await save(byStart);
    assert.deepEqual([renamed!.title, renamed!.summary, renamed!.quote], ['Other', first!.summary, first!.quote]);
    const [emptied] = await save([{ ...first!, summary: '', quote: [] }, ...suite.webinar.chapters.slice(1)]);
    assert.deepEqual([emptied!.summary, emptied!.quote], ['', []]);
    suite.webinar = { ...suite.webinar, chapters: await save(suite.webinar.chapters) };
  });

  it('rejects chapter titles without visible characters, and strips invisible ones', async () => {
    const named = (title: string) =>
      suite.webinar.chapters.map((chapter, n) => (n === 0 ? { ...chapter, title } : chapter));
    for (const title of ['\u202E\u200B', '\u3164', ' \u2800 ']) {
      assert.equal((await expectRefusal(save(named(title)))).status, 400);
      assert.equal(
        (await expectRefusal(suite.member.call(videoRoutes.save, { passthrough: suite.webinar.id, title }))).status,
        400,
      );
    }
    await suite.member.call(videoRoutes.save, {
      passthrough: suite.webinar.id,
      title: ' A \u202Etitle\n of\u200B mine ',
    });
    const [chapter] = await save(named('\u001B[31mRed\u001B[0m'));
    assert.deepEqual(
      [(await fetchAsset(suite.member, suite.webinar.id)).title, chapter!.title],
      ['A title of mine', '[31mRed[0m'],
    );
    suite.webinar = { ...suite.webinar, chapters: await save(suite.webinar.chapters) };
  });

  it('keeps the time that a person gave a quote, and refuses what is none', async () => {
    const [first, ...others] = suite.webinar.chapters;
    const [quote, ...rest] = first!.quote;
    const timed = (timecode: string) => [{ ...first!, quote: [{ ...quote!, timecode }, ...rest] }, ...others];
    assert.deepEqual((await save(timed(quote!.timecode)))[0]!.quote, first!.quote);
    const [saved] = await save(timed('00:00:03'));
    assert.deepEqual(saved!.quote[0], { quote: quote!.quote, timecode: '00:00:03', edited: true });
    assert.ok(saved!.edited.includes('quote'));
    assert.equal((await expectRefusal(save(timed('soon')))).status, 400);
  });
});
