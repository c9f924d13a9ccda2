import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import type { Problem } from '@lectern/contract/problem';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { buildTestArchive } from '../../../test/archive.ts';
import { readArchive } from './read-archive.ts';
import { textLimits, mostChapters } from '@lectern/contract/rules/longest';
import { lengthOfChapter } from '../../platform/database/stored-outline.ts';
import { type FittedChapter, truncateChapters, truncateCues } from './fitted-texts.ts';
import { archiveFormat, ExportManifest } from './format.ts';
import { exportRoutes } from '@lectern/contract/exports/downloads';
import { formatWebvtt } from '@lectern/contract/rules/webvtt';
import { type Quote, videoRoutes } from '@lectern/contract/videos/videos';
import { type TestMember } from '../../../test/member.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { waitUntilProcessed } from '../../../test/upload.ts';
import { whenImported } from '../../../test/when-imported.ts';
import { chaptersOf } from '../outline/chapters-of.ts';
import { describeRecordings } from '../../../test/describe-server.ts';

async function writeArchive(t: TestContext, bytes: Buffer | string): Promise<{ folder: string; file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-archive-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'export.zip');
  await writeFile(file, bytes);
  return { folder, file };
}

it('blames an archive for what is wrong in it, and not for what the disk does', async (t) => {
  const { folder, file } = await writeArchive(t, 'this is no archive');
  await assert.rejects(readArchive(file), { code: 'archive_unreadable' });
  // Opened, and then not readable: as on a disk that fails.
  await assert.rejects(readArchive(folder), { code: 'EISDIR' });
});

/** Reads a file of an archive to its end, or all of its recordings. */
async function readAll(
  t: TestContext,
  bytes: Buffer,
  endsWith: string,
  unfolding?: Parameters<typeof readArchive>[1],
): Promise<number> {
  const archive = await readArchive((await writeArchive(t, bytes)).file, unfolding);
  let read = 0;
  try {
    for (const { path } of archive.manifest.files)
      if (path.endsWith(endsWith)) for await (const piece of archive.bytes(path)) read += piece.length;
  } finally {
    archive.close();
  }
  return read;
}

it('refuses a text, when it unfolds to a thousand times its bytes', async (t) => {
  const bomb = await buildTestArchive({
    compress: false,
    sizes: [10],
    told: { transcript_language: 'a'.repeat(6_000_000) },
  });
  assert.ok(bomb.length < 20_000);
  await assert.rejects(readAll(t, bomb, 'video.json'), { code: 'archive_unreadable', cause: /unfolds/ });
});

it('reads a text, when it is short, however far it unfolds', async (t) => {
  const repeated = await buildTestArchive({ compress: false, sizes: [10], told: { summary: 'word '.repeat(700_000) } });
  assert.ok((await readAll(t, repeated, 'video.json')) > 3_500_000);
});

it('refuses many short texts, when they unfold without end together, compressed or not', async (t) => {
  const unfolding = { free: 40_000, times: 100, timesLong: 2, total: 400_000 };
  const isTooMuch = ({ code, text }: Problem): boolean =>
    code === 'archive_unreadable' && text.includes('videos/9/recording.mp4: with this file the export unfolds too far');
  for (const compress of [true, false]) {
    const texts = await buildTestArchive({ compress, sizes: Array<number>(10).fill(39_000) });
    assert.equal(await readAll(t, texts, 'recording.mp4', unfolding), 390_000);
    await assert.rejects(readAll(t, texts, 'recording.mp4', { ...unfolding, total: 380_000 }), isTooMuch);
  }
});

/** The same files, packed by another program under its own names. */
async function packAgain(
  archive: Buffer,
  nameOf: (path: string) => string,
  contentOf = (bytes: Buffer): Buffer => bytes,
): Promise<Buffer> {
  const [from, to] = [await fromBufferPromise(archive), new ZipFile()];
  for await (const entry of from.eachEntry())
    to.addBuffer(contentOf(await buffer(await from.openReadStreamPromise(entry))), nameOf(entry.fileName), {
      compress: true,
    });
  to.addBuffer(Buffer.from('of the system'), '__MACOSX/._export.json');
  to.addEmptyDirectory('videos');
  to.end();
  return buffer(to.outputStream);
}

it('reads an export, when it was unpacked and packed again by another program', async (t) => {
  const sizes = [39_000, 12];
  const folderOf = (n: number): string => `videos/Café ${n}`;
  const archive = await buildTestArchive({ compress: false, sizes, folderOf });
  /** Both names have the same length; the library writes no such names itself. */
  const renamed = (bytes: Buffer, one: string, other: string): Buffer =>
    Buffer.from(bytes.toString('latin1').replaceAll(one, other), 'latin1');
  const again = await packAgain(archive, (path) => path);
  const packed: Record<string, Buffer> = {
    'in a folder': await packAgain(archive, (path) => `Lectern export/${path}`),
    'in two folders': await packAgain(archive, (path) => `Downloads/Lectern export/${path}`),
    'from a dot on': renamed(await packAgain(archive, (path) => `from/${path}`), 'from/', '././/'),
    'with other slashes': renamed(again, 'videos/Caf', 'videos\\Caf'),
    decomposed: await packAgain(archive, (path) => path.normalize('NFD')),
    compressed: again,
  };
  for (const [how, bytes] of Object.entries(packed))
    assert.equal(await readAll(t, bytes, 'recording.mp4'), 39_012, how);
});

it('refuses an export that was packed again, when one of its files was altered', async (t) => {
  const archive = await buildTestArchive({ compress: false, sizes: [12] });
  const again = await packAgain(
    archive,
    (path) => `Export/${path}`,
    (bytes) => (bytes.length === 12 ? Buffer.from('another one.') : bytes),
  );
  await assert.rejects(readAll(t, again, 'recording.mp4'), { code: 'archive_unreadable', cause: /altered/ });
});

const fill = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

type Changes = Partial<Omit<FittedChapter, 'quotes'>> & { quotes?: object[] };

const manyChapters = (count: number, changes: Changes): FittedChapter[] =>
  Array.from({ length: count }, (_, n) => ({
    start: n,
    end: n + 1,
    title: `Chapter ${n}`,
    summary: 'A summary.',
    quotes: [],
    search: '',
    edited: [],
    ...(changes as Partial<FittedChapter>),
  }));

/** Fits chapters, and counts their letters, cut texts and chapters left out. */
function fitted(chapters: FittedChapter[]) {
  let [cut, beyond] = [0, 0];
  const kept = truncateChapters(chapters, { onCut: () => (cut += 1), onBeyond: () => (beyond += 1) });
  return { kept, cut, beyond, length: kept.reduce((sum, chapter) => sum + lengthOfChapter(chapter), 0) };
}

it('gives each chapter its share, when an archive has a thousand with answers of 50 MB', () => {
  const { kept, cut, beyond, length } = fitted(manyChapters(990, { search: 'a'.repeat(49_900) }));
  assert.deepEqual([kept.length, cut, beyond], [mostChapters, mostChapters, 790]);
  assert.ok(length <= textLimits.chapters && length > textLimits.chapters / 4);
  assert.deepEqual([kept.at(-1)!.end, kept[0]!.summary], [990, 'A summary.']);
});

it('cuts answers of searches and nothing else, when what is left has room', () => {
  const quotes = [{ quote: 'q'.repeat(2_000), timecode: '00:00:00' }];
  const chapters = manyChapters(30, { search: 'a'.repeat(40_000), quotes, summary: 's'.repeat(9_000) });
  const { kept, cut, length } = fitted(chapters);
  assert.equal(cut, 30);
  const others = (all: FittedChapter[]) => all.map((each) => ({ ...each, search: '' }));
  assert.deepEqual(others(kept), others(chapters));
  assert.ok(length > 0.9 * textLimits.chapters);
});

it('leaves out quotes that an engine has cut before those of a person, when texts are still too long', () => {
  const own = { quote: 'own', timecode: '00:00:00', edited: true };
  const cut = fill(20, { quote: 'q'.repeat(2_000), timecode: '00:00:00', cues: [0, 0] });
  const { kept } = fitted(manyChapters(100, { quotes: [...cut, own] }));
  const quoteses = kept.map(({ quotes }) => quotes);
  assert.deepEqual(quoteses, fill(kept.length, [own]));
});

it('keeps chapters as they are, when they are as many and as long as they may be', () => {
  const texts = lengthOfChapter(manyChapters(1, {})[0]!) + 2;
  const chapters = manyChapters(mostChapters, { search: 'a'.repeat(textLimits.chapters / mostChapters - texts) });
  const { kept, cut, beyond } = fitted(chapters);
  assert.deepEqual({ kept, cut, beyond }, { kept: chapters, cut: 0, beyond: 0 });
});

it('leaves out the lines beyond the longest transcript, and what was heard beyond it', () => {
  const line = { start: 0, end: 1, text: 'a'.repeat(10_000) };
  let cut = 0;
  const fit = (lines: Parameters<typeof truncateCues>[0]) => truncateCues(lines, () => (cut += 1));
  assert.deepEqual([fit(fill(1_000, line)).length, cut], [1_000, 0]);
  assert.deepEqual([fit(fill(1_200, line)).length, cut], [1_000, 200]);
  const heard = { start: 0, end: 1, text: 'a', heardText: line.text };
  const lines = fit(fill(1_001, heard));
  assert.deepEqual([lines.length, lines[999], lines[1_000]], [1_001, heard, { start: 0, end: 1, text: 'a' }]);
});

it('refuses the list of an export, when it names a folder twice', () => {
  const isTaken = (...videos: string[]): boolean =>
    ExportManifest.safeParse({ ...archiveFormat, created_at: '2026-11-27T12:00:00Z', videos, files: [] }).success;
  assert.deepEqual([isTaken('videos/a', 'videos/b'), isTaken('videos/a', 'videos/a')], [true, false]);
});

describeRecordings('the words of an export in another account', ['short'], {}, (suite) => {
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
  const quoted = (cues: ReturnType<typeof lines>, quotes: Partial<Quote>[], edited: 'quote'[] = []) =>
    toldOf(cues, [{ ...chapter, edited, quotes: quotes.map((quote) => ({ timecode: '00:00:00', ...quote })) }]);

  it('takes texts for a machine’s, unless the export says that a person has read them', async () => {
    const chapters = [{ ...chapter, edited: [], quotes: [] }];
    const sizes = [await readFile(getSamplePath('short.mp4'))];
    const reviewedAt = '2026-11-27T12:00:00.000Z';
    for (const told of [{}, { reviewedAt: null }, { reviewedAt }]) {
      const member = await suite.signUp();
      const archive = await buildTestArchive({ compress: false, sizes, told: { ...told, chapters } });
      const { data } = await member.call(videoRoutes.asset, { uploadId: (await bringIn(member, archive)).id });
      const isRead = told.reviewedAt !== undefined && told.reviewedAt !== null;
      assert.deepEqual([data.aiGenerated, data.reviewedAt], [!isRead, isRead ? reviewedAt : null]);
    }
  });

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
});
