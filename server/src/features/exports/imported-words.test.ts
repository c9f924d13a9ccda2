import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { exportRoutes } from '@lectern/contract/exports/downloads';
import { formatWebvtt, webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { type Quote, videoRoutes } from '@lectern/contract/videos/videos';
import { buildTestArchive } from '../../../test/archive.ts';
import { assertEvery } from '../../../test/assert-every.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { fetchAsset, waitUntilProcessed } from '../../../test/upload.ts';
import { whenImported } from '../../../test/when-imported.ts';
import { chaptersOf } from '../outline/chapters-of.ts';
import { describeRecordings } from '../../../test/describe-server.ts';

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
