import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { openArchive, BackupError } from './archive.ts';

const sha256 = 'a'.repeat(64);
const file = { key: 'videos/1/original', size: 0, stamp: 'one', sha256 };
const manifest = {
  format: 1,
  createdAt: '2026-11-27T10:00:00.000Z',
  installation: '00000000-0000-4000-8000-000000000000',
  database: { sha256, size: 0, rows: { users: 0 }, content: sha256 },
  files: [file],
};

it('reads a manifest whose sizes are none or more, and refuses one with a size below', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'));
  t.after(() => rm(folder, { recursive: true }));
  const archive = openArchive(folder);
  await mkdir(join(folder, 'manifests'));
  const write = (value: object) =>
    writeFile(join(folder, 'manifests', '2026-11-27T10-00-00.000Z.json'), JSON.stringify(value));
  await write(manifest);
  assert.deepEqual(await archive.newest(), manifest);
  const { database } = manifest;
  for (const wrong of [
    { files: [{ ...file, size: -1 }] },
    { database: { ...database, size: -1 } },
    { database: { ...database, rows: { users: -1 } } },
  ]) {
    await write({ ...manifest, ...wrong });
    await assert.rejects(archive.newest(), BackupError, JSON.stringify(wrong));
  }
});
