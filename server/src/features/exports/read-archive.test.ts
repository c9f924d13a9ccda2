import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import type { Problem } from '@lectern/contract/problem';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { buildTestArchive } from '../../../test/archive.ts';
import { readArchive } from './read-archive.ts';

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
