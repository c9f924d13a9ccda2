// full: imports that are repeated, cut off and met again
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import { exportRoutes, type DuplicatePolicy } from '@lectern/contract/exports/downloads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import type { TestMember } from '../../../test/member.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { getObjectPath } from '../../../test/stored.ts';
import { uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { whenImported } from '../../../test/when-imported.ts';
import { storageKeys } from '../storage/keys.ts';
import { importJob } from './import.job.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { beginImport, importById, updateImport } from './store.ts';

describeServer('an import of what is there already', {}, (suite) => {
  /** The export of an account with the same recording under two titles. */
  let both: Buffer;

  const newcomer = async () => {
    const member = await suite.signUp();
    await suite.db.updateTable('users').set({ plan: 'professional' }).where('id', '=', member.session.id).execute();
    return member;
  };
  const library = async (who: TestMember) => (await who.call(videoRoutes.list, { userId: who.session.id })).data;
  const titlesOf = async (who: TestMember) => (await library(who)).map(({ title }) => title).toSorted();
  /** Sends an export and resolves with what is said of it at the end. */
  async function bringIn(who: TestMember, bytes: Buffer, repeats?: DuplicatePolicy) {
    await who.call(exportRoutes.import, repeats ? { repeats } : {}, { body: new Uint8Array(bytes) });
    const { state, imported, problem } = await whenImported(who);
    return { state, imported, problem };
  }
  before(async () => {
    const from = await newcomer();
    for (const title of ['one', 'two'])
      await waitUntilProcessed(from, await uploadFile(from, getSamplePath('short.mp4'), { title }));
    const headers = { authorization: `Bearer ${from.session.token}` };
    both = Buffer.from(await (await fetch(`${suite.server.origin}/api/basic/export`, { headers })).arrayBuffer());
  });

  it('leaves it out, says which it is, and takes it where it is wanted', async () => {
    const to = await newcomer();
    // One has the title and another recording, the other the recording and another title.
    await uploadFile(to, getSamplePath('webinar.mp4'), { title: 'one' });
    await uploadFile(to, getSamplePath('short.mp4'), { title: 'three' });
    assert.deepEqual(await bringIn(to, both), { state: 'done', imported: 2, problem: null });
    const two = (await library(to)).find(({ title }) => title === 'two');
    await to.call(videoRoutes.delete, { id: two!.id });
    assert.deepEqual(await bringIn(to, both), {
      state: 'done',
      imported: 1,
      problem: 'One video was skipped because it is already in your library: “one”.',
    });
    const { problem, ...ended } = await bringIn(to, both);
    assert.deepEqual(ended, { state: 'done', imported: 0 });
    assert.match(
      problem ?? '',
      /^2 videos were skipped because they are already in your library: “(one|two)” and “(one|two)”\.$/,
    );
    assert.deepEqual(await titlesOf(to), ['one', 'one', 'three', 'two']);
    assert.deepEqual(await bringIn(to, both, 'take'), { state: 'done', imported: 2, problem: null });
    assert.deepEqual(await titlesOf(to), ['one', 'one', 'one', 'three', 'two', 'two']);
  });

  it('does not take for old what a killed run of it has brought in', async () => {
    const { world } = suite.server;
    const db = world.database.kysely;
    const to = await newcomer();
    // As a run leaves it that ends after its first video: nothing was there, and one of the two is.
    const { state } = await bringIn(to, both);
    assert.equal(state, 'done');
    const later = (await library(to)).find(({ title }) => title === 'two');
    await to.call(videoRoutes.delete, { id: later!.id });
    const again = (await library(to))[0]!;
    await to.call(videoRoutes.save, { passthrough: again.id, title: 'two' });
    const importId = randomUUID();
    await beginImport(world, db, { id: importId, userId: to.session.id, now: world.now() });
    await updateImport(db, importId, ['receiving'], { state: 'running', imported: 1, videos: 2, duplicates: '[]' });
    await writeFile(getObjectPath(world, storageKeys.archive(importId)), both);
    const { signal } = new AbortController();
    await importJob.run(world, { importId }, { id: importId, attempt: 2, lastAttempt: false, signal });
    assert.equal((await library(to)).length, 2);
    const row = await importById(db, importId);
    assert.deepEqual([row?.state, row?.imported, row?.problem, row?.duplicates], ['done', 2, null, null]);
  });
});
