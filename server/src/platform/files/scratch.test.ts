import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { hour } from '@lectern/contract/rules/durations';
import { createScratch } from './scratch.ts';

describe('scratch folders', () => {
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-scratch-'));
  });
  after(() => rm(dataDir, { recursive: true, force: true }));

  it('two runs never meet, and each leaves nothing', async () => {
    const scratch = createScratch(dataDir);
    const paths: string[] = [];
    {
      await using one = await scratch.folder();
      await using other = await scratch.folder();
      paths.push(one.path, other.path);
      for (const path of paths) await writeFile(join(path, 'clip.mp4'), path);
      assert.equal(new Set(paths).size, 2);
    }
    for (const path of paths) assert.ok(!existsSync(path));
  });

  it('removes scratch folders of killed processes and keeps those in use', async () => {
    const [mine, living, killed] = [createScratch(dataDir), createScratch(dataDir), createScratch(dataDir)];
    await using own = await mine.folder();
    await using others = await living.folder();
    const left = await killed.folder();
    const longAgo = new Date(Date.now() - 2 * hour);
    for (const { path } of [own, left]) await utimes(dirname(path), longAgo, longAgo);
    await writeFile(join(dataDir, 'scratch', 'half-an-object'), '');
    await utimes(join(dataDir, 'scratch', 'half-an-object'), longAgo, longAgo);
    await mine.sweep(new Date());
    assert.deepEqual(
      [own, others, left].map(({ path }) => existsSync(path)),
      [true, true, false],
    );
    assert.ok(!(await readdir(join(dataDir, 'scratch'))).includes('half-an-object'));
  });
});
