import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { isVerbatim } from '@lectern/chaptering/verbatim';
import { exportRoutes } from '@lectern/contract/exports/downloads';
import { textLimits } from '@lectern/contract/rules/longest';
import { mostQuotes, mostQuotesKept } from '@lectern/contract/rules/quotes';
import { formatWebvtt, webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { type Quote, videoRoutes } from '@lectern/contract/videos/videos';
import { buildTestArchive } from '../../../test/archive.ts';
import { assertEvery } from '../../../test/assert-every.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { itInFullRun } from '../../../test/rare.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { fetchAsset, waitUntilProcessed } from '../../../test/upload.ts';
import { whenImported } from '../../../test/when-imported.ts';
import { chaptersOf } from '../outline/chapters-of.ts';
import { publicQuotes } from '../outline/verify-quotes.ts';
import { describeRecordings } from '../../../test/describe-server.ts';
import { joinCues } from '../outline/joined-cues.ts';

describeRecordings('the words of an export in another account', ['short'], {}, (suite) => {
  const exported = async (): Promise<Buffer> => {
    const { url } = await suite.member.call(exportRoutes.exportLink, { recordings: 'with' });
    return Buffer.from(await (await fetch(new URL(url, suite.server.origin))).arrayBuffer());
  };
  /** Sends an archive of one video and resolves with it and what is said of the import. */
  async function bringIn(member: TestMember, archive: Buffer) {
    await member.call(exportRoutes.import, {}, { body: new Uint8Array(archive) });
    const { state, problem } = await whenImported(member);
    if (state === 'failed') throw new Error(problem ?? '');
    const [video] = (await member.call(videoRoutes.list, { userId: member.session.id })).data;
    return { id: video!.id, problem };
  }

  const lines = (count: number, text: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => ({ start: n / 1000, end: (n + 1) / 1000, text: text(n) }));
  const said = (n: number) => `these are the words of line ${n} of it`;
  /** Brings in a video that says these lines, with these chapters. */
  async function toldOf(cues: ReturnType<typeof lines>, chapters: object[]) {
    const member = await suite.signUp();
    const archive = await buildTestArchive({
      compress: false,
      sizes: [await readFile(getSamplePath('short.mp4'))],
      transcript: formatWebvtt(cues),
      told: { chapters },
    });
    const { id, problem } = await bringIn(member, archive);
    const stored = await chaptersOf(suite.db, id);
    await waitUntilProcessed(member, id);
    return { quotes: stored.flatMap((each) => each.quotes), problem };
  }
  const chapter = { start: 0, end: 60, title: 'One', summary: '', search: '' };
  /** The same with these quotes in its one chapter. */
  const quoted = (cues: ReturnType<typeof lines>, quotes: Partial<Quote>[], edited: 'quote'[] = []) =>
    toldOf(cues, [{ ...chapter, edited, quotes: quotes.map((quote) => ({ timecode: '00:00:00', ...quote })) }]);

  it('drops quotes the transcript does not contain, and keeps those a person rewrote', async () => {
    const cues = [...lines(20, said), { start: 1, end: 2, text: `${'so '.repeat(5_000)} and it ends here` }];
    const wrong = 'We have decided to sell the company.';
    const { quotes, problem } = await quoted(cues, [
      { quote: said(3), start: 0.003, cues: [3, 3] },
      { quote: `${said(4)} ${said(5)}`, start: 0.018, cues: [18, 19] },
      { quote: wrong, start: 0, cues: [0, 3] },
      { quote: wrong, cues: [7, 2] },
      { quote: ' ', cues: [0, 3] },
      // Its line is longer than is kept of it.
      { quote: 'and it ends here', start: 1, cues: [20, 20] },
      { quote: wrong },
      { quote: wrong, edited: true, cues: [0, 3] },
      { quote: said(6) },
      { quote: wrong, edited: true },
    ]);
    const own = (quote: string) => ({ quote, timecode: '00:00:00', edited: true, imported: true });
    assert.deepEqual(quotes, [
      { quote: said(3), timecode: '00:00:00', start: 0.003, cues: [3, 3] },
      { quote: `${said(4)} ${said(5)}`, timecode: '00:00:00', start: 0.004, cues: [4, 5] },
      // Said in what was cut, or somebody's own as the archive has it: they stay, and strangers are not shown them.
      { quote: 'and it ends here', timecode: '00:00:00' },
      own(wrong),
      { quote: said(6), timecode: '00:00:00', start: 0.006, cues: [6, 6] },
      own(wrong),
    ]);
    assert.equal(
      problem,
      'One text was too long and has been shortened. ' +
        `4 quotes were left out because they are not in the transcript: “${wrong}” in “One”, “${wrong}” in “One”, ` +
        `“” in “One”, and “${wrong}” in “One”. The export still has them. ` +
        '3 quotes could not be proved by the transcript: they are kept, and only you see them until you show them to visitors.',
    );
    // Older exports say of a chapter that somebody has written its quotes.
    assert.deepEqual((await quoted(cues, [{ quote: wrong }], ['quote'])).quotes, [own(wrong)]);
  });

  itInFullRun('limits the quotes per cue to what the product itself makes, when importing', async () => {
    const cues = lines(3_000, said);
    const everywhere = Array.from({ length: 10 }, (_, n) => ({ quote: said(n), cues: [0, 1e6] as [number, number] }));
    // A thousand lines a piece, with all words in the last.
    const wide = Array.from({ length: 15 }, (_, n) => ({ quote: said(990 + n), cues: [n + 6, n + 1_005] as const }));
    const { quotes, problem } = await quoted(cues, [
      ...everywhere,
      ...wide.map(({ quote, cues: [first, last] }): Partial<Quote> => ({ quote, cues: [first, last] })),
    ]);
    assert.equal(quotes.length, mostQuotesKept);
    const cued = quotes.filter((quote) => quote.cues);
    for (const quote of cued) {
      assert.ok(quote.cues![1] - quote.cues![0] < textLimits.quote / 2, quote.cues!.join());
      assert.ok(isVerbatim(quote.quote, joinCues(cues.slice(quote.cues![0], quote.cues![1] + 1)).text));
    }
    const read = cued.reduce((all, { cues: [first, last] = [0, 0] }) => all + last - first, 0);
    assert.ok(read <= mostQuotes * cues.length, String(read));
    assert.deepEqual(
      quotes.slice(0, 10).map((quote) => quote.cues),
      everywhere.map((_, n) => [n, n]),
    );
    // Quotes that claim a thousand cues are found in the one that says them.
    assert.equal(problem, '5 quotes were skipped: a chapter can have no more than 20.');
  });

  it('limits the search for quotes, when an archive claims costly ones', async () => {
    const quote = { quote: 'a … b', timecode: '00:00:00', start: 0, cues: [0, 0] };
    const costly = { ...chapter, edited: [], quotes: Array.from({ length: 20 }, () => quote) };
    const { quotes, problem } = await toldOf(
      [{ start: 0, end: 9, text: `${'a'.repeat(9_900)} b` }],
      Array.from({ length: 100 }, (_, n) => ({ ...costly, start: n / 100, end: (n + 1) / 100 })),
    );
    const proven = quotes.filter(({ cues }) => cues);
    assert.ok(proven.length > 0 && proven.length < 100, String(proven.length));
    assert.deepEqual([quotes.length, publicQuotes(quotes).length], [2_000, proven.length]);
    assert.equal(
      problem,
      `${2_000 - proven.length} quotes could not be proved by the transcript: they are kept, and only you see them until you show them to visitors.`,
    );
  });

  itInFullRun(
    'stays when a picture of it is tried once more, though new chapters are made with it elsewhere',
    async () => {
      const { media } = suite.world;
      const { storyboard } = media;
      const other = await suite.signUp();
      const archive = await exported();
      media.storyboard = () => Promise.reject(new Error('The disk reports an error.'));
      const { id: copy } = await bringIn(other, archive);
      await waitUntilProcessed(other, copy);
      media.storyboard = storyboard;
      const steps = async () => new Map((await fetchAsset(other, copy)).steps.map((step) => [step.step, step]));
      assert.equal((await steps()).get('storyboard')?.state, 'failed');
      await other.call(videoRoutes.retry, { passthrough: copy });
      await waitUntilProcessed(other, copy);
      assert.equal((await steps()).get('storyboard')?.state, 'done');
      assert.equal((await steps()).get('chapters')?.note, 'from your export');
    },
  );

  it('keeps a corrected transcript, when the recording is inspected once more', async () => {
    const { media } = suite.world;
    const { inspect } = media;
    const other = await suite.signUp();
    const [cue] = webvttCues(suite.short.vtt);
    const line = { n: 0, start: cue!.start, before: cue!.text, text: 'A person has corrected this.' };
    await suite.member.call(transcriptRoutes.editCue, { passthrough: suite.short.id, ...line });
    const archive = await exported();
    media.inspect = () => Promise.reject(new Error('The disk reports an error.'));
    const { id: copy, problem } = await bringIn(other, archive);
    assert.equal(problem, null);
    const failed = async () => (await fetchAsset(other, copy)).steps.find(({ state }) => state === 'failed');
    assert.equal((await eventually(failed, 'the failure')).step, 'inspect');
    media.inspect = inspect;
    await other.call(videoRoutes.retry, { passthrough: copy });
    const { vtt, steps } = await waitUntilProcessed(other, copy);
    assert.equal(webvttCues(vtt)[0]!.text, line.text);
    assertEvery(steps, ({ state }) => state === 'done');
    // As in the account where it was corrected, also when the captions come once more.
    const captions = new Uint8Array(await readFile(getSamplePath('short.vtt')));
    await other.call(uploadRoutes.captions, { passthrough: copy, name: 'short.vtt' }, { body: captions });
    assert.equal((await waitUntilProcessed(other, copy)).vtt, vtt);
  });
});
