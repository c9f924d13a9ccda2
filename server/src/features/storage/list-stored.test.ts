import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createDiskStorage } from '../../ports/storage/disk.ts';
import { eventually } from '../../../test/member.ts';
import { allStored, removeStored } from './list-stored.ts';

describe('what is removed from a folder', () => {
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-files-'));
  });
  after(() => rm(dataDir, { recursive: true, force: true }));

  it('removes a folder into which something still writes', async () => {
    const id = randomUUID();
    const folder = join(dataDir, 'videos', id);
    await mkdir(folder, { recursive: true });
    const writers = Array.from({ length: 20 }, async (_, writer) => {
      for (let n = 0; n < 5000; n += 1) await writeFile(join(folder, `${writer}-${n}`), 'a picture');
    });
    const ended = Promise.allSettled(writers);
    await eventually(async () => ((await readdir(folder)).length > 100 ? true : undefined), 'a hundred files');
    await removeStored(createDiskStorage(dataDir), id);
    for (const writer of await ended)
      assert.equal(writer.status === 'rejected' && (writer.reason as NodeJS.ErrnoException).code, 'ENOENT');
    assert.deepEqual(await readdir(join(dataDir, 'videos')), []);
  });

  it('takes up a removal that was cut off', async () => {
    const storage = createDiskStorage(dataDir);
    const id = randomUUID();
    for (const name of [`${id}.removed/clips`, id]) await mkdir(join(dataDir, 'videos', name), { recursive: true });
    assert.deepEqual([...new Set((await allStored(storage)).map((stored) => stored.id))], [id]);
    await removeStored(storage, id);
    assert.deepEqual(await allStored(storage), []);
    await removeStored(storage, id);
  });
});
