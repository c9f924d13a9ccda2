import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { videoFiles } from './files.ts';

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-files-'));
});
after(() => rm(dataDir, { recursive: true, force: true }));

it('removes a folder into which something still writes', async () => {
  const files = videoFiles(dataDir);
  const id = randomUUID();
  await files.prepare(id);
  const writers = Array.from({ length: 20 }, async (_, writer) => {
    for (let n = 0; n < 5000; n += 1) await writeFile(join(files.folder(id), `${writer}-${n}`), 'a picture');
  });
  const ended = Promise.allSettled(writers);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await files.remove(id);
  for (const writer of await ended)
    assert.equal(writer.status === 'rejected' && (writer.reason as NodeJS.ErrnoException).code, 'ENOENT');
  assert.deepEqual(await readdir(join(dataDir, 'videos')), []);
});

it('takes up a removal that was cut off', async () => {
  const files = videoFiles(dataDir);
  const id = randomUUID();
  await mkdir(join(dataDir, 'videos', `${id}.removed`, 'clips'), { recursive: true });
  await files.prepare(id);
  assert.deepEqual([...new Set((await files.all()).map((stored) => stored.id))], [id]);
  await files.remove(id);
  assert.deepEqual(await files.all(), []);
  await files.remove(id);
});
