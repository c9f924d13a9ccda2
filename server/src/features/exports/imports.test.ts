// full: every kind of import; exports.test.ts imports what it exports
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { exportRoutes, type DuplicatePolicy } from '@lectern/contract/exports/downloads';
import { problems } from '@lectern/contract/problem';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { hour } from '@lectern/contract/rules/durations';
import { sql } from 'kysely';
import { assertEvery } from '../../../test/assert-every.ts';
import { storageKeys } from '../storage/keys.ts';
import { listQuarantined } from '../storage/quarantine.ts';
import { sweepFiles } from '../storage/sweep.ts';
import { getObjectPath } from '../../../test/stored.ts';
import { buildOverlappingArchive, buildTestArchive } from '../../../test/archive.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { whenImported } from '../../../test/when-imported.ts';
import { captionFileOf } from '../transcripts/caption-file.ts';
import { generateArchiveFiles } from './contents.ts';
import { importArchive } from './import-archive.ts';
import { importKey } from './import-progress.ts';
import { importJob } from './import.job.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { beginImport, updateImport } from './store.ts';

const [recording, captions] = [getSamplePath('short.mp4'), getSamplePath('short.vtt')];

describeServer('bringing an export into another account', { env: { MAX_UPLOAD_BYTES: '100000000' } }, (suite) => {
  let member: TestMember;
  let video: VideoDetail;
  let whole: Buffer;
  let texts: Buffer;
  /** The export of an account with the same recording under two titles. */
  let both: Buffer;

  const newcomer = () => suite.signUp();
  const professional = async () => {
    const who = await newcomer();
    await suite.changeUser(who, { plan: 'professional' });
    return who;
  };
  /** Without words, from which a recording would be titled. */
  const processed = async (who: TestMember, title: string): Promise<VideoDetail> =>
    waitUntilProcessed(who, await uploadFile(who, recording, { title }));
  const headers = ({ session }: TestMember) => ({ authorization: `Bearer ${session.token}` });
  const download = async (who: TestMember, recordings: string): Promise<Buffer> => {
    const url = `${suite.server.origin}/api/basic/export?recordings=${recordings}`;
    return Buffer.from(await (await fetch(url, { headers: headers(who) })).arrayBuffer());
  };
  const send = (who: TestMember, bytes: Buffer, repeats: DuplicatePolicy = 'skip') =>
    who.call(exportRoutes.import, { repeats }, { body: new Uint8Array(bytes) });
  const progress = async (who: TestMember) => (await who.call(exportRoutes.importProgress, undefined)).data;
  const library = async (who: TestMember) => (await who.call(videoRoutes.list, { userId: who.session.id })).data;
  const titlesOf = async (who: TestMember) => (await library(who)).map(({ title }) => title).toSorted();
  const noFileStays = () =>
    eventually(
      async () =>
        (await readdir(join(suite.place.dataDir, 'imports')).catch(() => [])).length === 0 ? true : undefined,
      'the removal of the archive',
    );
  before(async () => {
    member = await newcomer();
    const passthrough = await uploadFile(member, recording, { captions });
    await waitUntilProcessed(member, passthrough);
    await member.call(videoRoutes.save, { passthrough, title: 'My own title' });
    video = await fetchAsset(member, passthrough);
    [whole, texts] = [await download(member, 'with'), await download(member, 'without')];
    const two = await newcomer();
    for (const title of ['one', 'two']) await processed(two, title);
    both = await download(two, 'with');
  });

  it('says of an export whose process has gone that it was stopped', async () => {
    for (const [touchedAgo, shown] of [
      [0, 'running'],
      [20_000, 'stopped'],
    ] as const) {
      const touched_at = new Date(Date.now() - touchedAgo);
      await suite.db.updateTable('exports').set({ state: 'running', touched_at }).execute();
      assert.equal((await member.call(exportRoutes.exportProgress, undefined)).data?.state, shown);
    }
  });

  it('stops an export at the next video, when the account is deactivated meanwhile', async () => {
    const workspaceId = member.session.id;
    const own = { workspaceId, by: workspaceId, videos: [video.id] };
    const wanted = { ...own, recordings: 'with' as const, origin: suite.server.origin };
    const files = generateArchiveFiles(suite.world, { ...wanted, folders: [], onMissing: () => undefined });
    // The last that is of the account and of no video.
    for (let path = ''; path !== 'statistics/watched.jsonl';) path = (await files.next()).value!.path;
    await suite.changeUser(member, { is_active: false });
    await assert.rejects(files.next(), { code: 'deactivated' });
    await suite.changeUser(member, { is_active: true });
  });

  it('brings the caption file along, so that a transcript that was not made yet is made from it', async () => {
    const early = await newcomer();
    const id = await uploadFile(early, recording, { captions });
    const { vtt } = await waitUntilProcessed(early, id);
    await suite.db.deleteFrom('cues').where('video_id', '=', id).execute();
    await suite.db.updateTable('caption_files').set({ encoding: 'windows-1252' }).where('id', '=', id).execute();
    const later = await newcomer();
    await send(later, await download(early, 'with'));
    assert.equal((await whenImported(later)).state, 'done');
    const [row] = await library(later);
    const copy = await waitUntilProcessed(later, row!.id);
    assert.equal(copy.vtt, vtt);
    assert.equal((await captionFileOf(suite.db, row!.id))?.encoding, 'windows-1252');
    assertEvery(copy.steps, ({ state }) => state === 'done');
  });

  it('takes no more than the plan has room for, and no part of it', async () => {
    const full = await newcomer();
    await send(full, whole);
    await whenImported(full);
    await send(full, both);
    const { state, problem } = await whenImported(full);
    const expected =
      'This export contains 2 videos, and your plan has room for 1. Delete videos or choose a larger plan.';
    assert.deepEqual([state, problem], ['failed', expected]);
    assert.equal((await library(full)).length, 1);
    await send(full, whole, 'take');
    assert.equal((await whenImported(full)).state, 'done');
    await refuses(send(full, whole), 'plan_maximum');
  });

  it('refuses what is hostile, broken or without recordings, says where it stands, and keeps nothing', async () => {
    const stranger = await newcomer();
    const slip = Buffer.from(whole.toString('latin1').replaceAll('videos/My', '../../aMy'), 'latin1');
    const telling = (told: object) => buildTestArchive({ compress: false, sizes: [10], told });
    const chapter = { start: 0, end: 1, title: 'One', summary: '', quotes: [], search: '', edited: [] };
    const quote = { quote: 'nothing\0', timecode: '00:00:01' };
    const unreadable = problems.archive_unreadable.text;
    const cases: [Buffer, string | RegExp][] = [
      [Buffer.from('PK no archive'), unreadable],
      [whole.subarray(0, whole.length / 2), unreadable],
      [slip, unreadable],
      [await buildTestArchive({ compress: true, sizes: [60_000_000] }), unreadable],
      [await telling({ transcript_language: 'a'.repeat(46_000_000) }), unreadable],
      [await buildOverlappingArchive(), unreadable],
      [texts, problems.archive_without_recordings.text],
      [await telling({ chapters: Array.from({ length: 10_000 }, () => chapter) }), /video\.json: chapters: .*1000/],
      [await telling({ title: 'A title\0with a NUL' }), /video\.json: title: .*NUL/],
      [await telling({ chapters: [chapter, { ...chapter, quotes: [quote] }] }), /chapters\.1\.quotes\.0\.quote: .*NUL/],
      [await telling({ duration: 1e300 }), /video\.json: duration: .*10860/],
      [await telling({ created_at: '0000-01-01T00:00:00Z' }), /video\.json: created_at: .*1970/],
    ];
    for (const [n, [bytes, said]] of cases.entries()) {
      await send(stranger, bytes);
      const { state, problem } = await whenImported(stranger);
      assert.deepEqual([state, problem], ['failed', typeof said === 'string' ? said : problem], `case ${n}`);
      if (typeof said !== 'string') assert.match(problem ?? '', said);
      assert.deepEqual(await library(stranger), [], `case ${n}`);
      await noFileStays();
    }
  });

  it('leaves out what is there already, says which it is, and takes it where it is wanted', async () => {
    const to = await professional();
    const bringIn = async (repeats: DuplicatePolicy = 'skip') => {
      await send(to, both, repeats);
      const { imported, problem } = await whenImported(to);
      return [imported, problem] as const;
    };
    // One has the title and another recording, the other the recording and another title.
    await uploadFile(to, getSamplePath('webinar.mp4'), { title: 'one' });
    await processed(to, 'three');
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
    const to = await professional();
    // As a run leaves it that ends after its first video: nothing was there, and one of the two is.
    await processed(to, 'two');
    const importId = randomUUID();
    await beginImport(world, db, {
      id: importId,
      workspaceId: to.session.id,
      createdBy: to.session.id,
      now: world.now(),
    });
    await writeFile(getObjectPath(world, storageKeys.archive(importId)), both);
    await world.database.transaction(async (tx) => {
      await updateImport(tx, importId, ['receiving'], { state: 'running', imported: 1, videos: 2, duplicates: '[]' });
      const key = importKey(importId);
      await world.jobs.enqueue(importJob.name, { importId }, { tx, key, member: to.session.id });
    });
    assert.deepEqual(await whenImported(to), { state: 'done', imported: 2, videos: 2, problem: null });
    assert.equal((await library(to)).length, 2);
  });

  it('refuses a body that is too long before it comes, and one that breaks off', async () => {
    const stranger = await newcomer();
    const put = (length: number, begin: (sending: ReturnType<typeof request>) => void) =>
      new Promise<number>((resolve) => {
        const sending = request(`${suite.server.origin}/api/basic/import`, {
          method: 'PUT',
          headers: { ...headers(stranger), 'content-length': length, 'content-type': 'application/zip' },
        });
        sending.on('response', ({ statusCode }) => {
          resolve(statusCode ?? 0);
          sending.destroy();
        });
        sending.on('error', () => resolve(0));
        begin(sending);
      });
    assert.equal(await put(10 ** 12, (sending) => sending.flushHeaders()), 402);
    const broken = put(whole.length, (sending) => {
      sending.write(whole.subarray(0, 1000));
      void eventually(async () => (await progress(stranger)) ?? undefined, 'the server to receive').finally(() =>
        sending.destroy(),
      );
    });
    assert.equal(await broken, 0);
    assert.equal((await whenImported(stranger)).problem, problems.archive_incomplete.text);
    await refuses(send(stranger, Buffer.alloc(0)), 'archive_incomplete');
    await noFileStays();
  });

  it('goes on after the last whole video when it was cut off, and runs once at a time', async () => {
    const to = await professional();
    const file = join(suite.place.dataDir, 'two.zip');
    await writeFile(file, both);
    const cutOff = importArchive(suite.world, to.session.id, file, {
      onImported: async (_tx, n) => {
        if (n === 2) throw new Error('cut off');
      },
    });
    await assert.rejects(cutOff, /cut off/);
    assert.equal((await library(to)).length, 1);
    // Records what was in the account at the start; videos imported meanwhile are not taken for it.
    await importArchive(suite.world, to.session.id, file, { present: [], skip: 1 });
    assert.deepEqual(await titlesOf(to), ['one', 'two']);

    await send(to, both);
    await whenImported(to);
    await noFileStays();
    await suite.db.updateTable('imports').set({ state: 'running' }).where('workspace_id', '=', to.session.id).execute();
    await refuses(send(to, both), 'import_running');
  });

  it('removes recordings of an import whose process died, but none still coming in', async () => {
    const { world } = suite.server;
    const to = await newcomer();
    const file = join(suite.place.dataDir, 'dying.zip');
    await writeFile(file, whole);
    const folders = async (): Promise<string[]> => (await readdir(join(suite.place.dataDir, 'videos'))).toSorted();
    const before = await folders();
    // The process ends after the recording was published: its transaction never does.
    const dying = { ...world, database: { ...world.database, transaction: () => new Promise<never>(() => {}) } };
    void importArchive(dying, to.session.id, file);
    const orphan = await eventually(
      async () => (await folders()).find((name) => !before.includes(name)),
      'the recording',
    );
    const sweepIn = (hours: number) => sweepFiles({ ...world, now: () => new Date(Date.now() + hours * hour) });
    // An hour makes what nobody knows of old; what is noted waits for its time.
    for (const hours of [0, 2]) {
      await sweepIn(hours);
      assert.ok((await folders()).includes(orphan), 'it may still be coming in');
    }
    await sweepIn(13);
    assert.deepEqual(await folders(), before);
    assert.deepEqual(await listQuarantined(world.storage), []);
  });

  /** An import that has come and waits for a job, which would be taken for lost otherwise. */
  async function beginWaiting(who: TestMember, archive: Buffer | string) {
    const { world } = suite;
    const importId = randomUUID();
    await beginImport(world, suite.db, {
      id: importId,
      workspaceId: who.session.id,
      createdBy: who.session.id,
      now: world.now(),
    });
    await updateImport(suite.db, importId, ['receiving'], { state: 'waiting' });
    const path = getObjectPath(world, storageKeys.archive(importId));
    await writeFile(path, archive);
    const key = importKey(importId);
    await world.jobs.enqueue('import', { importId }, { key, after: new Date(Date.now() + hour) });
    const run = (lastAttempt: boolean, signal = new AbortController().signal) =>
      importJob.run(world, { importId }, { id: importId, attempt: 1, lastAttempt, signal });
    return { importId, path, run, cancelJob: () => world.jobs.cancel([key]) };
  }

  it('ends an import only once the removal of its archive is recorded', async () => {
    const to = await newcomer();
    const { run, cancelJob } = await beginWaiting(to, 'no archive');
    await sql`alter table pending_deletions rename to away`.execute(suite.db);
    await assert.rejects(run(true), /pending_deletions/);
    await sql`alter table away rename to pending_deletions`.execute(suite.db);
    assert.equal((await progress(to))?.state, 'running', 'it is tried again');
    await run(true);
    assert.equal((await whenImported(to)).state, 'failed');
    await noFileStays();
    await cancelJob();
  });
});
