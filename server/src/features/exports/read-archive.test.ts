import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { readArchive } from './read-archive.ts';

it('blames an archive for what is wrong in it, and not for what the disk does', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-archive-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'export.zip');
  await writeFile(file, 'this is no archive');
  await assert.rejects(readArchive(file), { code: 'archive_unreadable' });
  // Opened, and then not readable: as on a disk that fails.
  await assert.rejects(readArchive(folder), { code: 'EISDIR' });
});
