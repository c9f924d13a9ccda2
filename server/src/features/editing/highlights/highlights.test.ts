import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { type Highlight, highlightRoutes, type ListedHighlight } from '@lectern/contract/editing/highlights';
import { day } from '@lectern/contract/rules/durations';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { assertEvery } from '../../../../test/assert-every.ts';
import { describeRecordings } from '../../../../test/describe-server.ts';
import { refuses } from '../../../../test/refusals.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { waitUntilProcessed } from '../../../../test/upload.ts';
import { sweepHighlights } from './highlights.ts';

describeRecordings('highlights', ['webinar', 'short'], { now: new Date() }, (suite) => {
  let passthrough: string;
  let other: string;
  let cues: Cue[];
  before(async () => {
    [passthrough, other] = [suite.webinar.id, suite.short.id];
    cues = webvttCues(suite.webinar.vtt);
    await suite.db
      .updateTable('videos')
      .set({ created_at: new Date(suite.now().getTime() - day) })
      .where('id', '=', other)
      .execute();
    await suite.member.call(videoRoutes.save, { passthrough: other, title: '=1+1' });
    await suite.member.call(videoRoutes.save, { passthrough, title: 'Launch' });
  });

  const mark = async (words: string, first: number, last = first, of = passthrough, start = cues[first]!.start) =>
    (await suite.member.call(highlightRoutes.highlight, { passthrough: of, first, last, start, words })).data;
  const remove = async (id: string, removed = true): Promise<Highlight> =>
    (await suite.member.call(highlightRoutes.remove, { id, removed })).data;
  const list = async (of?: string): Promise<ListedHighlight[]> =>
    (await suite.member.call(highlightRoutes.highlights, of === undefined ? {} : { passthrough: of })).data;
  const words = async (of?: string): Promise<string[]> => (await list(of)).map((each) => each.words);
  const moments = async (keyword: string) => {
    const { data } = await suite.member.call(videoRoutes.moments, { userId: suite.member.session.id, keyword });
    return data.flatMap((found) => found.moments.map(({ field, text }) => [field, text]));
  };
  it('keep the words as they are said, with the times of their lines, and the same words once', async () => {
    const across = 'a product that people notice.  My guest\nis Tom Reyes';
    const made = await mark(across, 1, 2);
    assert.deepEqual(
      [made.words, made.start, made.end, made.note],
      ['a product that people notice. My guest is Tom Reyes', cues[1]!.start, cues[2]!.end, ''],
    );
    assert.equal((await mark(across, 1, 2)).id, made.id);
    const [first] = await list(passthrough);
    assert.deepEqual([first?.title, first?.id], ['Launch', made.id]);
    assert.equal(typeof first?.chapter, 'string');
    await remove(made.id);
    const within = await mark('nterviewed thirty custom', 5);
    assert.equal(within.words, 'interviewed thirty customers', 'whole words');
    await remove(within.id);
  });

  it('rejects highlights of words that the cues do not say', async () => {
    for (const [words, first, last, start = cues[first]?.start ?? 1] of [
      ['a product that nobody notices', 1, 1],
      ['My guest is Tom Reyes', 1, 1],
      ['people notice', 1, 1, 0],
      ['people notice', 2, 1],
      ['people notice', 99_999, 99_999],
      ['people notice', 1, 1, cues[1]!.start + 1],
      ['people notice', 1, 1 + 'people notice'.length],
      ['people notice', 1, 4],
    ] as [string, number, number, number?][])
      await refuses(mark(words, first, last, passthrough, start), 'words_changed');
    for (const words of ['x'.repeat(2_001), '   ']) await assert.rejects(mark(words, 1), { code: 'bad_request' });
    assert.deepEqual(await list(), []);
  });

  it('lists highlights by video, newest video first, in order of time, only for their owner', async () => {
    const later = await mark('copying numbers between four different spreadsheets', 7);
    const earlier = await mark('interviewed thirty customers', 5);
    const elsewhere = await mark('the right words', 2, 2, other, 9.12);
    const ids = (await list()).map(({ id }) => id);
    assert.deepEqual(ids, [earlier.id, later.id, elsewhere.id]);
    assert.deepEqual(await words(other), ['the right words']);
    assert.deepEqual((await suite.stranger.call(highlightRoutes.highlights, {})).data, []);
  });

  it('take a note, which is not written over one that was written elsewhere', async () => {
    const [{ id }] = (await list()) as [ListedHighlight];
    const note = async (text: string, before?: string) =>
      (await suite.member.call(highlightRoutes.note, { id, note: text, ...(before === undefined ? {} : { before }) }))
        .data;
    assert.equal((await note('For the xylophone deck', '')).note, 'For the xylophone deck');
    await assert.rejects(note('Another', ''), { code: 'text_changed' });
    assert.equal((await note('Another', 'For the xylophone deck')).note, 'Another');
    assert.equal((await note('For the xylophone deck')).note, 'For the xylophone deck');
    await assert.rejects(note('x'.repeat(2_001)), { code: 'bad_request' });
  });

  it('come as a table, as Markdown and as text', async () => {
    const file = (format: 'csv' | 'md' | 'txt', of?: string) =>
      suite.member.call(highlightRoutes.file, { format, ...(of === undefined ? {} : { passthrough: of }) });
    const csv = await file('csv');
    const address = `${suite.server.origin}/asset/${passthrough}?t=21.8`;
    assert.equal(csv.name, 'Highlights.csv');
    assert.equal(csv.text.split('\r\n').length, 5);
    assert.match(csv.text, /^\ufeff"video","chapter","start","end","words","note","link"\r\n"Launch",/);
    assert.ok(csv.text.includes(`,"interviewed thirty customers","For the xylophone deck","${address}"\r\n`), csv.text);
    assert.ok(csv.text.includes('\r\n"\'=1+1",'), 'no formula of a spreadsheet');
    const markdown = await file('md', passthrough);
    assert.equal(markdown.name, 'Launch - highlights.md');
    assert.ok(markdown.text.includes(`> interviewed thirty customers\n>\n> [00:00:21](${address})`), markdown.text);
    assert.ok(!markdown.text.includes('the right words'));
    const text = (await file('txt')).text;
    assert.match(text, /00:00:21 {2}“interviewed thirty customers”\n {2}For the xylophone deck\n/);
  });

  it('stay when the transcript is made again, also from other words', async () => {
    const before = await list(passthrough);
    const captions = Buffer.from(
      (await readFile(getSamplePath('webinar.vtt'), 'utf8')).replaceAll('spreadsheets', 'ledgers'),
    );
    await suite.member.call(uploadRoutes.captions, { passthrough, name: 'again.vtt' }, { body: captions });
    assert.match((await waitUntilProcessed(suite.member, passthrough)).vtt, /ledgers/);
    assert.deepEqual(
      (await list(passthrough)).map(({ id, words, start }) => [id, words, start]),
      before.map(({ id, words, start }) => [id, words, start]),
    );
    await refuses(mark('four different spreadsheets', 7), 'words_changed');
  });

  it('can be brought back for an hour, and not once they are swept away', async () => {
    const [first] = (await list(passthrough)) as [ListedHighlight];
    await remove(first.id);
    assert.ok(!(await words()).includes(first.words));
    assert.deepEqual(await moments('xylophone'), []);
    await refuses(suite.member.call(highlightRoutes.note, { id: first.id, note: 'Late' }), 'not_found');
    suite.clock.at = new Date(suite.now().getTime() + 3_500_000);
    await sweepHighlights(suite.world);
    const back = await remove(first.id, false);
    assert.deepEqual([back.words, back.note], [first.words, 'For the xylophone deck']);
    await remove(first.id);
    suite.clock.at = new Date(suite.now().getTime() + 3_700_000);
    await sweepHighlights(suite.world);
    await refuses(remove(first.id, false), 'not_found');
  });

  it('limits highlights to what a list can show, also when several are made at once', async () => {
    const row = { video_id: other, start_s: 0.2, end_s: 5.81, note: '' };
    const there = (await list()).length;
    await suite.db
      .insertInto('highlights')
      .values(Array.from({ length: 998 - there }, (_, n) => ({ ...row, words: `of another time ${n}` })))
      .execute();
    const wanted = ['pick one', 'narrow segment', 'learn the words', 'leave everybody', 'for later'];
    const made = await Promise.allSettled(wanted.map((each) => mark(each, 0, 0, other, 0.2)));
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 2);
    assert.equal((await list()).length, 1000);
    await refuses(mark('pick one narrow', 0, 0, other, 0.2), 'highlights_too_many');
  });

  it('go with their video', async () => {
    await suite.member.call(videoRoutes.delete, { id: other });
    assertEvery(await list(), (each) => each.passthrough === passthrough);
    await refuses(list(other), 'not_found');
    assert.equal((await mark('welcome to Lectern Sessions', 0)).start, cues[0]!.start);
  });
});
