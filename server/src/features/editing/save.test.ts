import assert from 'node:assert/strict';
import { afterEach, before, it } from 'node:test';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isDeepStrictEqual } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { type Chapter, videoRoutes, type VideoDetail } from '@lectern/contract/videos/videos';
import { fetchAsset } from '../../../test/upload.ts';
import { describeRecordings } from '../../../test/describe-server.ts';
import { chaptersOf } from '../outline/chapters-of.ts';
import type { CallError } from '@lectern/contract/client';
import { outlineRoutes } from '@lectern/contract/outline/outlines';
import { assertEvery } from '../../../test/assert-every.ts';
import { refuses } from '../../../test/refusals.ts';
import { manyCalls } from '../../../test/world.ts';

describeRecordings('texts and chapters that a person saves', ['webinar'], {}, (suite) => {
  type Sent = Omit<Parameters<typeof suite.member.call<typeof videoRoutes.save>>[1], 'passthrough'>;
  const saveTexts = (texts: Sent) => suite.member.call(videoRoutes.save, { passthrough: suite.webinar.id, ...texts });
  const fetchNow = () => fetchAsset(suite.member, suite.webinar.id);
  const save = async (chapters: Sent['chapters']): Promise<Chapter[]> => {
    await saveTexts({ chapters });
    return (await fetchNow()).chapters;
  };
  /** The list of chapters, the first of which has changed. */
  const withFirst = (changes: object, [first, ...others] = suite.webinar.chapters) => [
    { ...first!, ...changes },
    ...others,
  ];
  const idsOf = (chapters: readonly Chapter[]) => chapters.map(({ id }) => id);

  before(() => assert.ok(suite.webinar.chapters.length >= 2 && suite.webinar.chapters[0]!.quote.length > 0));
  afterEach(async () => {
    suite.webinar = { ...suite.webinar, chapters: await save(suite.webinar.chapters) };
  });

  it('gives a quote back what it was, once its words are those that were cut', async () => {
    const [first] = suite.webinar.chapters;
    const labelled = { ...first!.quote[0]!, key: true as const };
    const quotes = JSON.stringify([labelled, ...first!.quote.slice(1)]);
    await suite.db.updateTable('chapters').set({ quotes }).where('id', '=', first!.id).execute();
    const before = (await fetchNow()).chapters;
    assert.deepEqual(before[0]!.quote[0], labelled);
    /** As the page does it: over what is there now. */
    const reword = async (words: string): Promise<Chapter> => {
      const { chapters } = await fetchNow();
      const [quote, ...further] = chapters[0]!.quote;
      return (await save(withFirst({ quote: [{ ...quote!, quote: words }, ...further] }, chapters)))[0]!;
    };
    const changed = await reword('What nobody has said like this.');
    assert.deepEqual([changed.quote[0]!.edited, changed.quote[0]!.key], [true, undefined]);
    await reword('And nobody like that, either.');
    assert.deepEqual((await reword(labelled.quote)).quote, before[0]!.quote);
    // A quote without its words in the transcript is unproven.
    await reword('What nobody has said like this.');
    const [n] = labelled.cues!;
    const { start, text } = webvttCues(suite.webinar.vtt)[n]!;
    const edit = (from: string, to: string) =>
      suite.member.call(transcriptRoutes.editCue, {
        passthrough: suite.webinar.id,
        n,
        start,
        before: from,
        text: to,
      });
    await edit(text, 'Quite something else.');
    assert.equal((await reword(labelled.quote)).quote[0]!.edited, true);
    await edit('Quite something else.', text);
    suite.webinar = await fetchNow();
  });

  it('takes no quote for another that was added before it', async () => {
    const { quote: cut } = suite.webinar.chapters[0]!;
    const own = { quote: 'What a person has added before all others.', timecode: '00:00:05' };
    await save(withFirst({ quote: [own, ...cut] }));
    const [stored] = await chaptersOf(suite.db, suite.webinar.id);
    assert.deepEqual(stored!.quotes[0], { ...own, edited: true });
    const [back] = await save(suite.webinar.chapters);
    const quotes = back!.quote.map(({ quote }) => quote);
    assert.deepEqual(
      quotes,
      cut.map(({ quote }) => quote),
    );
  });

  it('gives an id to one chapter, where two were sent with it', async () => {
    const [first, second, ...others] = suite.webinar.chapters;
    const saved = await save([first!, { ...second!, id: first!.id }, ...others]);
    assert.deepEqual([saved[0]!.id, saved[1]!.title, saved[1]!.start], [first!.id, second!.title, second!.start]);
    assert.equal(new Set(idsOf(saved)).size, suite.webinar.chapters.length);
    // Without an id a chapter is the one that begins there, unless another was sent as that one.
    const [, { id: _, ...nameless }] = saved as [Chapter, Chapter];
    assert.deepEqual(idsOf(await save([saved[0]!, nameless, ...saved.slice(2)])), idsOf(saved));
    const moved = await save([
      { ...nameless, start: '00:00:00' },
      { ...saved[0]!, start: saved[1]!.start },
    ]);
    assert.equal(moved[1]!.id, saved[0]!.id);
    assert.notEqual(moved[0]!.id, saved[0]!.id);
  });

  it('keeps what is not sent of a chapter', async () => {
    const [first] = suite.webinar.chapters;
    const bare = suite.webinar.chapters.map(({ id, title, start }) => ({ id, title, start }));
    assert.deepEqual(await save(bare), suite.webinar.chapters);
    const byStart = bare.map(({ title, start }, n) => ({ title: n === 0 ? 'Other' : title, start }));
    const [renamed] = await save(byStart);
    assert.deepEqual([renamed!.title, renamed!.summary, renamed!.quote], ['Other', first!.summary, first!.quote]);
    const [emptied] = await save(withFirst({ summary: '', quote: [] }));
    assert.deepEqual([emptied!.summary, emptied!.quote], ['', []]);
  });

  it('keeps the time that a person gave a quote, and refuses what is none', async () => {
    const [first] = suite.webinar.chapters;
    const [quote, ...rest] = first!.quote;
    const timed = (timecode: string) => withFirst({ quote: [{ ...quote!, timecode }, ...rest] });
    assert.deepEqual((await save(timed(quote!.timecode)))[0]!.quote, first!.quote);
    const [saved] = await save(timed('00:00:03'));
    assert.deepEqual(saved!.quote[0], { quote: quote!.quote, timecode: '00:00:03', edited: true });
    assert.ok(saved!.edited.includes('quote'));
    await assert.rejects(save(timed('soon')), { status: 400 });
  });

  it('rejects new texts that are empty or too short, when the recording has words', async () => {
    const { description, summary, chapters } = suite.webinar;
    const short = 'Please write more than 3 characters in the ';
    const refused: [Sent, string][] = [
      [{ description: '' }, 'Please write a description.'],
      [{ description: ' \n ' }, 'Please write a description.'],
      [{ summary: 'abc' }, `${short}summary.`],
      [{ chapters: withFirst({ quote: ['x'] }) }, `${short}quote.`],
      [{ chapters: withFirst({ summary: 'ab' }) }, `${short}summary of “${chapters[0]!.title}”.`],
    ];
    for (const [texts, msg] of refused) await assert.rejects(saveTexts(texts), { status: 400, msg });
    await saveTexts({ description, summary });
    const now = await fetchNow();
    assert.deepEqual([now.description, now.summary], [description, summary]);
    const four = ['One quote', 'Another quote', 'A third quote', 'A fourth one, which a person may add'];
    assert.equal((await save(withFirst({ quote: four })))[0]!.quote.length, 4);
  });

  it('accepts short texts, when they are stored already', async () => {
    await suite.db
      .updateTable('chapters')
      .set({ quotes: JSON.stringify([{ quote: 'x', timecode: '00:00:01' }]), summary: 'ab' })
      .where('id', '=', suite.webinar.chapters[0]!.id)
      .execute();
    const [renamed] = await save(withFirst({ title: 'Renamed' }, (await fetchNow()).chapters));
    assert.deepEqual([renamed!.title, renamed!.summary, renamed!.quote[0]!.quote], ['Renamed', 'ab', 'x']);
  });
});

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
    assert.deepEqual((await restore(more)).chapters, old);
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
});
