// full: imports beside each other, repeated and cut off; fair-jobs.test.ts holds turns, exports.test.ts brings one in
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import { type DuplicatePolicy, exportRoutes } from '@lectern/contract/exports/downloads';
import { problems } from '@lectern/contract/problem';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { buildTestArchive } from '../../../test/archive.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { getObjectPath } from '../../../test/stored.ts';
import { hurryJobs, readJobs } from '../../../test/stored-jobs.ts';
import { uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { whenImported } from '../../../test/when-imported.ts';
import { storageKeys } from '../storage/keys.ts';
import { importJob } from './import.job.ts';
import { importKey } from './import-progress.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { beginImport, findImportProgress, importById, importIdOf, updateImport } from './store.ts';

describeServer('imports beside each other', {}, (suite) => {
  let short: Buffer;
  /** The export of an account with the same recording under two titles. */
  let both: Buffer;
  before(async () => {
    short = await readFile(getSamplePath('short.mp4'));
    const from = await newcomer();
    for (const title of ['one', 'two']) await waitUntilProcessed(from, await upload(from, title));
    const { url } = await from.call(exportRoutes.exportLink, { recordings: 'with' });
    both = Buffer.from(await (await fetch(new URL(url, suite.server.origin))).arrayBuffer());
  });

  const upload = (member: TestMember, title: string) => uploadFile(member, getSamplePath('short.mp4'), { title });

  const change = ({ session }: TestMember, columns: object) =>
    suite.db.updateTable('users').set(columns).where('id', '=', session.id).execute();
  const newcomer = async () => {
    const member = await suite.signUp();
    await change(member, { plan: 'professional' });
    return member;
  };
  /** An archive of so many videos with the same title and recording. */
  const archiveWith = (videos: number) =>
    buildTestArchive({ compress: false, sizes: Array.from({ length: videos }, () => short), told: { title: 'same' } });
  const send = async (member: TestMember, archive: Buffer): Promise<string> => {
    await member.call(exportRoutes.import, {}, { body: new Uint8Array(archive) });
    return (await importIdOf(suite.db, member.session.id))!;
  };
  const library = async (who: TestMember) => (await who.call(videoRoutes.list, { userId: who.session.id })).data;
  const titlesOf = async (who: TestMember) => (await library(who)).map(({ title }) => title).toSorted();
  const rowOf = async ({ session }: TestMember) => (await findImportProgress(suite.db, session.id))!;
  /**
   * Calls `before` each time an archive is about to be read, and `read` when a recording is, until the returned
   * function is called.
   */
  function watch({ before, read }: { before: (key: string) => Promise<void>; read?: (key: string) => void }) {
    const { storage } = suite.world;
    const { localCopy, read: original } = storage;
    storage.localCopy = async (object, signal) => {
      const key = typeof object === 'string' ? object : object.key;
      if (key.startsWith('imports/')) await before(key);
      return localCopy(object, signal);
    };
    storage.read = (key, range) => {
      read?.(key);
      return original(key, range);
    };
    return () => Object.assign(storage, { localCopy, read: original });
  }

  it('bring in as many as there are places, where others took some meanwhile', async () => {
    const member = await newcomer();
    await change(member, { plan: 'free' });
    let parts = 0;
    const stop = watch({
      before: async () => {
        parts += 1;
        // The plan has two places.
        if (parts === 1) await change(member, { plan: 'professional' });
        if (parts === 2) await change(member, { plan: 'free' });
      },
    });
    await send(member, await archiveWith(3));
    const { state, imported, problem } = await whenImported(member);
    stop();
    assert.deepEqual([state, imported, problem], ['failed', 2, problems.plan_maximum.text]);
  });

  it('leaves out what is there already, says which it is, and takes it where it is wanted', async () => {
    const to = await newcomer();
    /** Sends it and resolves with what is said of it at the end. */
    const bringIn = async (repeats: DuplicatePolicy = 'skip') => {
      await to.call(exportRoutes.import, { repeats }, { body: new Uint8Array(both) });
      const { imported, problem } = await whenImported(to);
      return [imported, problem] as const;
    };
    // One has the title and another recording, the other the recording and another title.
    await uploadFile(to, getSamplePath('webinar.mp4'), { title: 'one' });
    await upload(to, 'three');
    assert.deepEqual(await bringIn(), [2, null]);
    const two = (await library(to)).find(({ title }) => title === 'two');
    await to.call(videoRoutes.delete, { id: two!.id });
    assert.deepEqual(await bringIn(), [1, 'One video was skipped because it is already in your library: “one”.']);
    const [imported, problem] = await bringIn();
    assert.equal(imported, 0);
    assert.match(
      String(problem),
      /^2 videos were skipped because they are already in your library: “(one|two)” and “(one|two)”\.$/,
    );
    assert.deepEqual(await titlesOf(to), ['one', 'one', 'three', 'two']);
    assert.deepEqual(await bringIn('take'), [2, null]);
    assert.deepEqual(await titlesOf(to), ['one', 'one', 'one', 'three', 'two', 'two']);
  });

  it('does not take for old what a killed run of it has brought in', async () => {
    const { world, db } = suite;
    const to = await newcomer();
    // As a run leaves it that ends after its first video: nothing was there, and one of the two is.
    await upload(to, 'two');
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

  /** How often the job of an import was put off. */
  async function putOffs(importId: string): Promise<number> {
    const job = (await readJobs(suite.db, { key: importKey(importId), state: 'created' }))[0];
    return Math.log2(job?.backoff ?? 2) - 1;
  }
  /** Has it run now instead of after its pause, again and again, until it was put off so often. */
  async function hurry(importId: string, times: number): Promise<void> {
    await eventually(async () => {
      await hurryJobs(suite.db, { key: importKey(importId) });
      suite.world.jobs.wake('import');
      return (await putOffs(importId)) >= times ? true : undefined;
    }, 'the next attempts');
  }
  const deactivatedOnce = (member: TestMember) => {
    let copies = 0;
    const stop = watch({
      before: async () => {
        copies += 1;
        if (copies === 2) await change(member, { is_active: false });
      },
    });
    return { stop, copies: () => copies };
  };

  it('wait for a member who may not bring anything in for a while, and say so', async () => {
    const member = await newcomer();
    const { membership_end } = await suite.db
      .selectFrom('users')
      .select('membership_end')
      .where('id', '=', member.session.id)
      .executeTakeFirstOrThrow();
    const watched = deactivatedOnce(member);
    const id = await send(member, await archiveWith(2));
    await hurry(id, 5);
    assert.deepEqual(await rowOf(member), {
      state: 'running',
      imported: 1,
      videos: 2,
      problem: 'This account is deactivated. The import continues automatically once it is active again.',
    });
    assert.equal(watched.copies(), 2, 'the archive is not fetched in vain');
    await change(member, { is_active: true, membership_end: new Date(0) });
    // An attempt under way may still have found the account deactivated.
    const expired = 'Your membership has expired. The import continues automatically once it is renewed.';
    await eventually(async () => {
      await hurryJobs(suite.db, { key: importKey(id) });
      suite.world.jobs.wake('import');
      const { data } = await member.call(exportRoutes.importProgress, undefined);
      return data?.problem === expired || undefined;
    }, expired);
    assert.ok(await suite.world.storage.find(storageKeys.archive(id)));
    await change(member, { membership_end });
    // An attempt under way may still have found the membership over, and puts the next one off by minutes.
    await eventually(async () => {
      await hurryJobs(suite.db, { key: importKey(id) });
      return (await rowOf(member)).state === 'done' || undefined;
    }, 'the import to go on');
    assert.deepEqual(await rowOf(member), { state: 'done', imported: 2, videos: 2, problem: null });
    watched.stop();
    assert.equal((await library(member)).length, 2);
  });
});
