import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { describeRecordings } from '../../../test/describe-server.ts';
import { eventually } from '../../../test/member.ts';
import type { World } from '../../platform/http/context.ts';
import { createDiskStorage } from '../../ports/storage/disk.ts';
import { removeVideo } from '../library/videos.ts';
import { allStored, isStored, removeStored } from './list-stored.ts';
import { isDeletionDue, repeatRemoval, removalJob } from './pending-deletions.ts';

it('removes a folder into which something still writes, and takes up a removal that was cut off', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-files-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const storage = createDiskStorage(dataDir);
  const id = randomUUID();
  const folder = join(dataDir, 'videos', id);
  await mkdir(folder, { recursive: true });
  const writers = Array.from({ length: 20 }, async (_, writer) => {
    for (let n = 0; n < 5000; n += 1) await writeFile(join(folder, `${writer}-${n}`), 'a picture');
  });
  const ended = Promise.allSettled(writers);
  await eventually(async () => (await readdir(folder)).length > 100 || undefined, 'a hundred files');
  await removeStored(storage, id);
  for (const writer of await ended)
    assert.equal(writer.status === 'rejected' && (writer.reason as NodeJS.ErrnoException).code, 'ENOENT');
  assert.deepEqual(await readdir(join(dataDir, 'videos')), []);

  for (const name of [`${id}.removed/clips`, id]) await mkdir(join(dataDir, 'videos', name), { recursive: true });
  assert.deepEqual([...new Set((await allStored(storage)).map((stored) => stored.id))], [id]);
  await removeStored(storage, id);
  assert.deepEqual(await allStored(storage), []);
  await removeStored(storage, id);
});

describeRecordings('the files of what was deleted', ['silent'], {}, (suite) => {
  let id: string;
  /** Jobs that were stored, by their keys. They run when this test runs them. */
  const stored: string[] = [];
  before(async () => {
    id = suite.silent.id;
    await removeVideo(world(), id);
  });

  const world = (failure?: Problem): World => {
    const { world } = suite.server;
    const enqueue: World['jobs']['enqueue'] = async (_name, _payload, { key } = {}) => stored.push(key ?? '') > 0;
    const remove = failure ? () => Promise.reject(failure) : world.storage.remove;
    return { ...world, jobs: { ...world.jobs, enqueue }, storage: { ...world.storage, remove } };
  };
  const run = (failure?: Problem, lastAttempt = false): Promise<unknown> =>
    removalJob.run(
      world(failure),
      { id },
      { id: randomUUID(), attempt: 1, lastAttempt, signal: new AbortController().signal },
    );
  const lies = (): Promise<boolean> => isStored(suite.world.storage, id);
  const concerns = () => suite.db.selectFrom('concerns').select(['kind', 'told']).execute();

  it('wait for a storage that is away, and no request removes them', async () => {
    assert.ok(stored.includes(`${id}/removal`));
    assert.ok(await lies());
    for (const lastAttempt of [false, true])
      await assert.rejects(run(new Problem('storage_away'), lastAttempt), { code: 'storage_away' });
    assert.deepEqual([await lies(), await isDeletionDue(world(), id), await concerns()], [true, true, []]);
  });

  it('notifies the operator once, when files finally cannot be removed', async () => {
    const refused = new Problem('storage_unavailable', { cause: '403' });
    await assert.rejects(run(refused), { code: 'storage_unavailable' });
    assert.deepEqual(await concerns(), []);
    for (let n = 0; n < 2; n += 1) await assert.rejects(run(refused, true), { code: 'storage_unavailable' });
    const [concern, ...more] = await concerns();
    assert.deepEqual([concern?.kind, more], ['recordings', []]);
    assert.match(concern!.told, new RegExp(`videos/${id}.+cannot be removed`));
  });

  it('go, and what is written behind goes by another job, though the first one runs still', async () => {
    await run();
    assert.ok(!(await lies()));
    stored.length = 0;
    await repeatRemoval(world(), id);
    assert.equal(stored.length, 1);
    assert.notEqual(stored[0], `${id}/removal`);
  });
});
