// full: every kind of import; exports.test.ts imports what it exports
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
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
import { finishRemoval } from '../storage/pending-deletions.ts';
import { allSetAside } from '../storage/quarantine.ts';
import { sweepFiles } from '../storage/sweep.ts';
import { getObjectPath } from '../../../test/stored.ts';
import { buildOverlappingArchive, buildTestArchive } from '../../../test/archive.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { whenImported } from '../../../test/when-imported.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import { JobTimeout } from '../../platform/jobs/runner.ts';
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

  const newcomer = () => suite.signUp();
  const headers = ({ session }: TestMember) => ({ authorization: `Bearer ${session.token}` });
  const download = async (who: TestMember, recordings: string): Promise<Buffer> => {
    const url = `${suite.server.origin}/api/basic/export?recordings=${recordings}`;
    return Buffer.from(await (await fetch(url, { headers: headers(who) })).arrayBuffer());
  };
  const send = (who: TestMember, bytes: Buffer, repeats: DuplicatePolicy = 'skip') =>
    who.call(exportRoutes.import, { repeats }, { body: new Uint8Array(bytes) });
  const progress = async (who: TestMember) => (await who.call(exportRoutes.importProgress, undefined)).data;
  const library = async (who: TestMember) => (await who.call(videoRoutes.list, { userId: who.session.id })).data;
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
  });

  it('leaves the recordings out where they are not wanted, and remembers the choice over a restart', async () => {
    assert.ok(texts.length < 100_000 && whole.length > (await readFile(recording)).length);
    assert.ok(texts.includes('transcript.vtt') && !texts.includes('recording.mp4'));
    const done = { recordings: 'without', state: 'done' };
    const shown = async (at: TestWorld) => {
      const { data } = await at.as(member.session.token)(exportRoutes.exportProgress, undefined);
      return { recordings: data?.recordings, state: data?.state };
    };
    await eventually(async () => ((await shown(suite.server)).state === 'done' ? true : undefined), 'the end');
    assert.deepEqual(await shown(suite.server), done);
    await suite.server.close();
    suite.server = await openTestWorld({ ...suite.place, env: { MAX_UPLOAD_BYTES: '100000000' } });
    member.call = suite.server.as(member.session.token);
    assert.deepEqual(await shown(suite.server), done);
  });

  it('says of an export whose process has gone that it was stopped', async () => {
    const { kysely } = suite.world.database;
    const state = async () => (await member.call(exportRoutes.exportProgress, undefined)).data?.state;
    await kysely.updateTable('exports').set({ state: 'running', touched_at: new Date() }).execute();
    assert.equal(await state(), 'running');
    await kysely
      .updateTable('exports')
      .set({ touched_at: new Date(Date.now() - 20_000) })
      .execute();
    assert.equal(await state(), 'stopped');
  });

  it('stops an import at the next video, when the account is deactivated meanwhile', async () => {
    const { kysely } = suite.world.database;
    const { id: userId } = member.session;
    const active = (is_active: boolean) =>
      kysely.updateTable('users').set({ is_active }).where('id', '=', userId).execute();
    const folders: string[] = [];
    const wanted = {
      userId,
      videos: [video.id],
      recordings: 'with' as const,
      origin: suite.server.origin,
      folders,
      onMissing: () => undefined,
    };
    const files = generateArchiveFiles(suite.world, wanted);
    // The last that is of the account and of no video.
    for (let path = ''; path !== 'statistics/watched.jsonl';) path = (await files.next()).value!.path;
    await active(false);
    await assert.rejects(files.next(), { code: 'deactivated' });
    await active(true);
    assert.deepEqual(folders, []);
  });

  it('restores the video with its chapters and edits, and keeps no copy of the archive', async () => {
    const second = await newcomer();
    assert.equal(await progress(second), null);
    assert.equal((await send(second, whole)).data.state, 'waiting');
    assert.deepEqual(await whenImported(second), { state: 'done', imported: 1, videos: 1, problem: null });
    const [row] = await library(second);
    const copy = await waitUntilProcessed(second, row!.id);
    assert.deepEqual(
      [copy.title, copy.vtt, copy.chapters.map(({ title, summary }) => [title, summary])],
      [video.title, video.vtt, video.chapters.map(({ title, summary }) => [title, summary])],
    );
    await noFileStays();
  });

  it('brings the caption file along, so that a transcript that was not made yet is made from it', async () => {
    const early = await newcomer();
    const id = await uploadFile(early, recording, { captions });
    const { vtt } = await waitUntilProcessed(early, id);
    const { kysely } = suite.world.database;
    await kysely.deleteFrom('cues').where('video_id', '=', id).execute();
    await kysely.updateTable('caption_files').set({ encoding: 'windows-1252' }).where('id', '=', id).execute();
    const later = await newcomer();
    await send(later, await download(early, 'with'));
    assert.equal((await whenImported(later)).state, 'done');
    const [row] = await library(later);
    const copy = await waitUntilProcessed(later, row!.id);
    assert.equal(copy.vtt, vtt);
    assert.equal((await captionFileOf(kysely, row!.id))?.encoding, 'windows-1252');
    assertEvery(copy.steps, ({ state }) => state === 'done');
  });

  it('takes no more than the plan has room for, and no part of it', async () => {
    const full = await newcomer();
    await send(full, whole);
    await whenImported(full);
    const two = await newcomer();
    for (const name of ['one', 'two']) await waitUntilProcessed(two, await uploadFile(two, recording, { title: name }));
    const both = await download(two, 'with');
    await send(full, both);
    const { state, problem } = await whenImported(full);
    assert.deepEqual(
      [state, problem],
      ['failed', 'This export contains 2 videos, and your plan has room for 1. Delete videos or choose a larger plan.'],
    );
    assert.equal((await library(full)).length, 1);
    await send(full, whole, 'take');
    assert.equal((await whenImported(full)).state, 'done');
    await refuses(send(full, whole), 'plan_maximum');
    await suite.db
      .updateTable('users')
      .set({ membership_end: new Date(0) })
      .where('id', '=', two.session.id)
      .execute();
    await refuses(send(two, whole), 'membership_expired');
  });

  it('refuses what is hostile, broken or without recordings with a word, and keeps nothing of it', async () => {
    const stranger = await newcomer();
    const slip = Buffer.from(whole.toString('latin1').replaceAll('videos/My', '../../aMy'), 'latin1');
    const cases: [string, Buffer, string][] = [
      ['no archive', Buffer.from('PK no archive'), problems.archive_unreadable.text],
      ['half an archive', whole.subarray(0, whole.length / 2), problems.archive_unreadable.text],
      ['a path that leads out', slip, problems.archive_unreadable.text],
      [
        'a compressed recording',
        await buildTestArchive({ compress: true, sizes: [60_000_000] }),
        problems.archive_unreadable.text,
      ],
      [
        'a language of 46 million letters',
        await buildTestArchive({
          compress: false,
          sizes: [10],
          told: { transcript_language: 'a'.repeat(46_000_000) },
        }),
        problems.archive_unreadable.text,
      ],
      ['files that overlap', await buildOverlappingArchive(), problems.archive_unreadable.text],
      ['texts only', texts, problems.archive_without_recordings.text],
    ];
    for (const [what, bytes, text] of cases) {
      await send(stranger, bytes);
      const { state, problem } = await whenImported(stranger);
      assert.equal(state, 'failed', what);
      assert.equal(problem, text, what);
      assert.deepEqual(await library(stranger), [], what);
      await noFileStays();
    }
  });

  it('says where a text or a figure stands that cannot be kept, and brings in nothing', async () => {
    const stranger = await newcomer();
    const chapter = { start: 0, end: 1, title: 'One', summary: '', quotes: [], search: '', edited: [] };
    const quote = { quote: 'nothing\0', timecode: '00:00:01' };
    const cases: [object, RegExp][] = [
      [{ chapters: Array.from({ length: 10_000 }, () => chapter) }, /video\.json: chapters: .*1000/],
      [{ title: 'A title\0with a NUL' }, /video\.json: title: .*NUL/],
      [{ chapters: [chapter, { ...chapter, quotes: [quote] }] }, /chapters\.1\.quotes\.0\.quote: .*NUL/],
      [{ duration: 1e300 }, /video\.json: duration: .*10860/],
      [{ created_at: '0000-01-01T00:00:00Z' }, /video\.json: created_at: .*1970/],
    ];
    for (const [told, where] of cases) {
      await send(stranger, await buildTestArchive({ compress: false, sizes: [10], told }));
      const { state, problem } = await whenImported(stranger);
      assert.equal(state, 'failed');
      assert.match(problem ?? '', where);
      assert.deepEqual(await library(stranger), []);
    }
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
    const { kysely } = suite.world.database;
    const [from, to] = [await newcomer(), await newcomer()];
    for (const name of ['one', 'two'])
      await waitUntilProcessed(from, await uploadFile(from, recording, { title: name }));
    const bytes = await download(from, 'with');
    await kysely.updateTable('users').set({ plan: 'professional' }).where('id', '=', to.session.id).execute();
    const file = join(suite.place.dataDir, 'two.zip');
    await writeFile(file, bytes);
    const cutOff = importArchive(suite.world, to.session.id, file, {
      onImported: async (_tx, n) => {
        if (n === 2) throw new Error('cut off');
      },
    });
    await assert.rejects(cutOff, /cut off/);
    assert.equal((await library(to)).length, 1);
    // Records what was in the account at the start; videos imported meanwhile are not taken for it.
    await importArchive(suite.world, to.session.id, file, { present: [], skip: 1 });
    assert.deepEqual((await library(to)).map(({ title }) => title).sort(), ['one', 'two']);

    await send(to, bytes);
    await whenImported(to);
    await noFileStays();
    await kysely.updateTable('imports').set({ state: 'running' }).where('user_id', '=', to.session.id).execute();
    await refuses(send(to, bytes), 'import_running');
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
    assert.deepEqual(await allSetAside(world.storage), []);
  });

  it('ends an import only once the removal of its archive is recorded', async () => {
    const { world } = suite.server;
    const { kysely } = world.database;
    const [to, importId] = [await newcomer(), randomUUID()];
    await beginImport(world, kysely, { id: importId, userId: to.session.id, now: world.now() });
    await updateImport(kysely, importId, ['receiving'], { state: 'waiting' });
    await writeFile(getObjectPath(world, storageKeys.archive(importId)), 'no archive');
    const key = importKey(importId);
    await world.jobs.enqueue('import', { importId }, { key, after: new Date(Date.now() + hour) });
    const run = () => {
      const { signal } = new AbortController();
      return importJob.run(world, { importId }, { id: importId, attempt: 1, lastAttempt: true, signal });
    };
    await sql`alter table pending_deletions rename to away`.execute(kysely);
    await assert.rejects(run(), /pending_deletions/);
    await sql`alter table away rename to pending_deletions`.execute(kysely);
    assert.equal((await progress(to))?.state, 'running', 'it is tried again');
    await run();
    assert.equal((await whenImported(to)).state, 'failed');
    await noFileStays();
    await world.jobs.cancel([key]);
  });

  it('keeps its archive for an hour, when it has lost its job, and longer, when it runs again', async () => {
    const { world } = suite.server;
    const { kysely } = world.database;
    const [to, importId] = [await newcomer(), randomUUID()];
    await beginImport(world, kysely, { id: importId, userId: to.session.id, now: world.now() });
    await updateImport(kysely, importId, ['receiving'], { state: 'running' });
    const path = getObjectPath(world, storageKeys.archive(importId));
    await writeFile(path, 'an archive');
    await importJob.recoverOrphans!(world);
    await world.jobs.settle();
    const later = { ...world, now: () => new Date(Date.now() + 2 * hour) };
    await updateImport(kysely, importId, ['failed'], { state: 'waiting' });
    await finishRemoval(later, importId);
    await updateImport(kysely, importId, ['waiting'], { state: 'failed' });
    await finishRemoval(world, importId);
    assert.ok(existsSync(path));
    await finishRemoval(later, importId);
    assert.ok(!existsSync(path));
  });

  it('says that it took too long for the last time, and then takes another', async () => {
    const { world } = suite.server;
    const [late, importId] = [await newcomer(), randomUUID()];
    await beginImport(world, world.database.kysely, { id: importId, userId: late.session.id, now: world.now() });
    await updateImport(world.database.kysely, importId, ['receiving'], { state: 'waiting' });
    await writeFile(getObjectPath(world, storageKeys.archive(importId)), whole);
    // Without a job it would be settled as one that has lost it.
    const key = importKey(importId);
    await world.jobs.enqueue('import', { importId }, { key, after: new Date(Date.now() + hour) });
    const run = (lastAttempt: boolean) => {
      const signal = AbortSignal.abort(new JobTimeout(1));
      return importJob.run(world, { importId }, { id: importId, attempt: 1, lastAttempt, signal });
    };
    await assert.rejects(run(false), { name: 'JobTimeout' });
    assert.equal((await progress(late))?.state, 'running', 'it is tried again');
    await run(true);
    const { state, problem } = await whenImported(late);
    assert.deepEqual([state, problem], ['failed', problems.took_too_long.text]);
    await noFileStays();
    // While the job of the first is still there.
    await send(late, whole);
    assert.equal((await whenImported(late)).state, 'done');
    await world.jobs.cancel([key]);
  });
});
