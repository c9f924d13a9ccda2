import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { tmpdir } from 'node:os';
import { day, hour } from '@lectern/contract/rules/durations';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { describeRecordings } from '../../../test/describe-server.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { getObjectPath } from '../../../test/stored.ts';
import { putUploadChunk, uploadFile } from '../../../test/upload.ts';
import { sweep } from '../../main/sweep.ts';
import { readSetting, saveSetting } from '../../platform/database/settings.ts';
import { failStalledImports } from '../exports/import-progress.ts';
import { sweepUploads } from '../uploads/sweep.ts';
import { storageKeys } from './keys.ts';
import { listQuarantined } from './quarantine.ts';
import { addRemoval } from './store.ts';
import { sweepFiles } from './sweep.ts';
import { Problem } from '@lectern/contract/problem';
import { eventually } from '../../../test/member.ts';
import type { World } from '../../platform/http/context.ts';
import { createDiskStorage } from '../../ports/storage/disk.ts';
import { removeVideo } from '../library/videos.ts';
import { allStored, isStored, removeStored } from './list-stored.ts';
import { isDeletionDue, repeatRemoval, removalJob } from './pending-deletions.ts';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';

const year = 365 * day;
const bytes = await readFile(getSamplePath('short.mp4'));

describeRecordings('sweeping', ['silent'], {}, (suite) => {
  /** A recording that was uploaded whole, and an upload of which a part has come. */
  let video: string;
  let upload: { id: string; url: string };

  before(async () => {
    video = suite.silent.id;
    // Its membership outlives all that the clock is wrong by: only what is swept is looked at here.
    await suite.changeUser(suite.member, { membership_end: new Date(Date.now() + 10 * year) });
    upload = await suite.member.call(uploadRoutes.create, {});
    await send(upload.url, 0, 1000);
  });

  const send = (url: string, from: number, to: number) =>
    putUploadChunk(url, bytes.subarray(from, to), `bytes ${from}-${to - 1}/${bytes.length}`);
  const ask = (url: string) => putUploadChunk(url, undefined, `bytes */${bytes.length}`);
  const exist = (...ids: string[]): boolean[] => ids.map((id) => existsSync(folder(id)));
  /** As an archive that is being received. */
  const receive = async (userId: string, touched_at: Date): Promise<string> => {
    const id = randomUUID();
    await suite.db.insertInto('imports').values({ workspace_id: userId, id, state: 'receiving', touched_at }).execute();
    await writeFile(archive(id), 'a part of an export');
    return id;
  };
  const folder = (id: string): string => getObjectPath(suite.world, storageKeys.folder(id));
  const archive = (id: string): string => getObjectPath(suite.world, storageKeys.archive(id));
  const setAside = async (): Promise<string[]> => (await listQuarantined(suite.world.storage)).map(({ id }) => id);
  const isWhole = async (): Promise<void> => {
    assert.ok((await readFile(getObjectPath(suite.world, storageKeys.original(video)))).equals(bytes));
    assert.equal((await readFile(getObjectPath(suite.world, storageKeys.part(upload.id)))).length, 1000);
    assert.equal((await ask(upload.url)).range, 'bytes=0-999');
  };

  /** A folder of a recording that is so many milliseconds old. */
  async function lay(id: string, age = 2 * hour): Promise<void> {
    await mkdir(folder(id), { recursive: true });
    const then = new Date(Date.now() - age);
    await writeFile(join(folder(id), 'original'), `the recording ${id}`);
    for (const path of [join(folder(id), 'original'), folder(id)]) await utimes(path, then, then);
  }

  it('sets aside what no row stands for, whole, and nothing that changed a moment ago', async () => {
    const [lost, coming, sent] = [randomUUID(), randomUUID(), randomUUID()];
    await lay(lost);
    await lay(coming);
    await writeFile(join(folder(coming), 'original.part'), 'it goes on');
    await mkdir(join(suite.place.dataDir, 'imports'), { recursive: true });
    await writeFile(archive(sent), 'an export');
    await utimes(archive(sent), new Date(0), new Date(0));
    await sweep(suite.world);
    assert.deepEqual((await setAside()).sort(), [lost, sent].sort());
    assert.deepEqual(exist(lost, coming), [false, true]);
    const aside = (await listQuarantined(suite.world.storage)).find(({ id }) => id === lost)!;
    const kept = join(suite.place.dataDir, 'set-aside', aside.name, 'original');
    assert.equal(await readFile(kept, 'utf8'), `the recording ${lost}`);
    await isWhole();
    await rm(folder(coming), { recursive: true });
  });

  it('finishes a removal that was cut off after its commit, and no other', async () => {
    const id = await uploadFile(suite.member, getSamplePath('short.mp4'));
    const away = join(suite.place.dataDir, 'away');
    // As a process that was killed between the commit and the removal leaves it.
    await rename(folder(id), away);
    await suite.member.call(videoRoutes.delete, { id });
    await suite.settle();
    await rename(away, folder(id));
    const cut = randomUUID();
    await mkdir(join(suite.place.dataDir, 'videos', `${cut}.removed`), { recursive: true });
    await addRemoval(suite.db, cut);
    const before = await setAside();
    await sweepFiles(suite.world);
    assert.ok(!existsSync(folder(id)));
    assert.ok(!existsSync(join(suite.place.dataDir, 'videos', `${cut}.removed`)));
    assert.deepEqual(await setAside(), before, 'what a person removed is not kept');
    await isWhole();
  });

  it('removes nothing that is still in use, when a removal was noted', async () => {
    await addRemoval(suite.db, video);
    await sweepFiles(suite.world);
    await isWhole();
    await suite.db.deleteFrom('pending_deletions').where('id', '=', video).execute();
  });

  it('keeps everything with an older database, and puts it back when the right one has come', async () => {
    const rows = await suite.db.deleteFrom('videos').where('id', '=', video).returningAll().execute();
    for (const name of await readdir(folder(video), { recursive: true }))
      await utimes(join(folder(video), name), new Date(0), new Date(0));
    await sweep(suite.world);
    assert.ok((await setAside()).includes(video));
    assert.ok(!existsSync(folder(video)));
    const { media, storyboard, ...row } = rows[0]!;
    await suite.db
      .insertInto('videos')
      .values({ ...row, media: JSON.stringify(media), storyboard: JSON.stringify(storyboard) } as never)
      .execute();
    const { storage } = suite.world;
    const looked: string[] = [];
    const names = (prefix: string): Promise<string[]> => {
      looked.push(prefix);
      return storage.names(prefix);
    };
    await sweepFiles({ ...suite.world, storage: { ...storage, names } });
    // Before and after, and not for each thing that is put back.
    assert.equal(looked.filter((prefix) => prefix === 'videos/').length, 2);
    await isWhole();
    assert.ok(!(await setAside()).includes(video));
  });

  it('touches no folder that another database has adopted meanwhile', async () => {
    const id = randomUUID();
    await lay(id);
    const file = join(suite.place.dataDir, 'installation');
    const own = await readFile(file, 'utf8');
    for (const other of [`${randomUUID()}\n`, '', undefined]) {
      await (other === undefined ? rm(file) : writeFile(file, other));
      await sweep(suite.world);
      assert.ok(existsSync(folder(id)));
    }
    await writeFile(file, own);
    await sweep(suite.world);
    assert.ok((await setAside()).includes(id));
  });

  it('believes no clock: a year forth and back ends no upload and removes nothing', async () => {
    const coming = await receive(suite.member.session.id, new Date());
    const begun = performance.now();
    for (const [n, jump] of [year, -year, 3 * year, 0].entries()) {
      suite.clock.aheadMs = jump;
      for (let n = 0; n < 20; n += 1) await sweepUploads(suite.world);
      // Ten seconds after the look before, whatever the clock says.
      await failStalledImports(suite.world, begun + n * 10_000);
      await sweepFiles(suite.world);
      await isWhole();
      assert.ok(existsSync(archive(coming)), `an archive that comes survives a jump of ${jump} ms`);
    }
    const row = suite.db.selectFrom('imports').select('state').where('id', '=', coming);
    assert.deepEqual(await row.executeTakeFirst(), { state: 'receiving' });
    await suite.db.deleteFrom('imports').where('id', '=', coming).execute();
    await rm(archive(coming));
    const value = await readSetting(suite.db, 'running_hours');
    assert.ok(Number(value!.split(' ')[0]) <= 10, `${value}: a jump is one hour at most`);
  });

  it('ends an upload to which nothing came for a week of running hours', async () => {
    const idle = await suite.member.call(uploadRoutes.create, {});
    await send(idle.url, 0, 1000);
    /** A sweep after so many hours; all but the last are counted without one. */
    const pass = async (hours: number): Promise<void> => {
      const [counted, at] = (await readSetting(suite.db, 'running_hours'))!.split(' ');
      await saveSetting(suite.db, 'running_hours', `${Number(counted) + hours - 1} ${at}`);
      suite.clock.aheadMs += hour;
      await sweepUploads(suite.world);
    };
    await pass(1);
    // Somebody goes on with the other one.
    await send(upload.url, 1000, 1001);
    await pass(1);
    await pass(166);
    assert.ok(existsSync(folder(idle.id)));
    await pass(1);
    await suite.settle();
    assert.deepEqual(exist(idle.id, upload.id), [false, true]);
    assert.equal((await ask(idle.url)).status, 410);
    suite.clock.aheadMs = 0;
  });
});

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

describeRecordings('a recording that is handed out', ['silent'], {}, (suite) => {
  let inPortal: string;

  before(async () => {
    await suite.changeUser(suite.member, { plan: 'professional', membership_end: new Date(Date.now() + 30 * day) });
    const { token } = (await suite.member.call(portalOwnerRoutes.generate, {})).data;
    const { data } = await suite.member.call(portalOwnerRoutes.change, { show_downloads: true });
    inPortal = `${portalPaths.watch(token, data.library[0]!.key!)}/recording`;
  });

  it('gives a download a media extension and its media type, when the uploaded name has another one', async () => {
    const { id, assetId } = suite.silent;
    for (const [fileName, ending, type] of [
      ['talk.mp4', '.mp4', 'video/mp4'],
      ['talk.hta', '.mp4', 'video/mp4'],
      ['talk.html', '.mp4', 'video/mp4'],
      ['talk.BAT', '.mp4', 'video/mp4'],
      ['talk.mp4.js', '.mp4', 'video/mp4'],
      ['talk', '.mp4', 'video/mp4'],
      ['talk.MOV', '.mov', 'video/quicktime'],
      ['talk.MKV', '.mkv', 'video/x-matroska'],
      ['talk.m2ts', '.m2ts', 'video/mp2t'],
      ['talk.3gp', '.3gp', 'video/3gpp'],
      ['talk.m4b', '.m4b', 'audio/mp4'],
      ['talk.oga', '.oga', 'audio/ogg'],
      ['talk.aiff', '.aiff', 'audio/aiff'],
      ['talk.wv', '.wv', 'application/octet-stream'],
    ] as const) {
      await suite.db.updateTable('videos').set({ file_name: fileName }).where('id', '=', id).execute();
      const { url } = await suite.member.call(clipRoutes.downloadLink, { filename: `${assetId}.mp4` });
      for (const address of [url, inPortal]) {
        const { status, headers } = await fetch(new URL(address, suite.server.origin), { method: 'HEAD' });
        const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')![1]!;
        const told = [status, headers.get('content-type'), name.endsWith(ending)];
        assert.deepEqual(told, [200, type, true], `${address}: ${fileName} as ${name}`);
      }
    }
  });
});
