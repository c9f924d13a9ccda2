import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { day, hour } from '@lectern/contract/rules/durations';
import { storageKeys } from './keys.ts';
import { getObjectPath } from '../../../test/stored.ts';
import { allSetAside } from './quarantine.ts';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import { signUp, type TestMember } from '../../../test/member.ts';
import { openRecordedWorld } from '../../../test/recorded.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { putUploadChunk, uploadFile } from '../../../test/upload.ts';
import type { TestWorld } from '../../../test/world.ts';
import { sweep } from '../../main/sweep.ts';
import { failStalledImports } from '../exports/import-progress.ts';
import { sweepUploads } from '../uploads/sweep.ts';
import { addRemoval } from './store.ts';
import { saveSetting, readSetting } from '../../platform/database/settings.ts';
import { sweepFiles } from './sweep.ts';

const year = 365 * day;

oneDatabase((database, open) => {
  describe(`sweeping on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    let member: TestMember;
    /** Milliseconds by which the clock of the server is wrong. */
    let wrong = 0;
    /** A recording that was uploaded whole, and an upload of which a part has come. */
    let video: string;
    let upload: { id: string; url: string };
    let bytes: Buffer;

    before(async () => {
      const recorded = await openRecordedWorld(open, ['silent'], { now: () => new Date(Date.now() + wrong) });
      ({ place, server, member } = recorded);
      video = recorded.silent.id;
      // Its membership outlives all that the clock is wrong by: only what is swept is looked at here.
      await server.world.database.kysely
        .updateTable('users')
        .set({ membership_end: new Date(Date.now() + 10 * year) })
        .where('id', '=', member.session.id)
        .execute();
      bytes = await readFile(getSamplePath('short.mp4'));
      upload = await member.call(uploadRoutes.create, {});
      await putUploadChunk(upload.url, bytes.subarray(0, 1000), `bytes 0-999/${bytes.length}`);
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    const folder = (id: string): string => getObjectPath(server.world, storageKeys.folder(id));
    const archive = (id: string): string => getObjectPath(server.world, storageKeys.archive(id));
    const setAside = async (): Promise<string[]> => (await allSetAside(server.world.storage)).map(({ id }) => id);
    const isWhole = async (): Promise<void> => {
      assert.ok((await readFile(getObjectPath(server.world, storageKeys.original(video)))).equals(bytes));
      assert.equal((await readFile(getObjectPath(server.world, storageKeys.part(upload.id)))).length, 1000);
      const { range } = await putUploadChunk(upload.url, undefined, `bytes */${bytes.length}`);
      assert.equal(range, 'bytes=0-999');
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
      await mkdir(join(place.dataDir, 'imports'), { recursive: true });
      await writeFile(archive(sent), 'an export');
      await utimes(archive(sent), new Date(0), new Date(0));
      await sweep(server.world);
      assert.deepEqual((await setAside()).sort(), [lost, sent].sort());
      assert.deepEqual(
        [lost, coming].map((id) => existsSync(folder(id))),
        [false, true],
      );
      const aside = (await allSetAside(server.world.storage)).find(({ id }) => id === lost)!;
      const kept = join(place.dataDir, 'set-aside', aside.name, 'original');
      assert.equal(await readFile(kept, 'utf8'), `the recording ${lost}`);
      await isWhole();
      await rm(folder(coming), { recursive: true });
    });

    it('finishes a removal that was cut off after its commit, and no other', async () => {
      const id = await uploadFile(member, getSamplePath('short.mp4'));
      const away = join(place.dataDir, 'away');
      // As a process that was killed between the commit and the removal leaves it.
      await rename(folder(id), away);
      await member.call(videoRoutes.delete, { id });
      await server.world.jobs.settle();
      await rename(away, folder(id));
      const cut = randomUUID();
      await mkdir(join(place.dataDir, 'videos', `${cut}.removed`), { recursive: true });
      await addRemoval(server.world.database.kysely, cut);
      const before = await setAside();
      await sweepFiles(server.world);
      assert.ok(!existsSync(folder(id)));
      assert.ok(!existsSync(join(place.dataDir, 'videos', `${cut}.removed`)));
      assert.deepEqual(await setAside(), before, 'what a person removed is not kept');
      await isWhole();
    });

    it('removes nothing that is still in use, when a removal was noted', async () => {
      await addRemoval(server.world.database.kysely, video);
      await sweepFiles(server.world);
      await isWhole();
      await server.world.database.kysely.deleteFrom('pending_deletions').where('id', '=', video).execute();
    });

    it('keeps everything with an older database, and puts it back when the right one has come', async () => {
      const { kysely } = server.world.database;
      const rows = await kysely.deleteFrom('videos').where('id', '=', video).returningAll().execute();
      for (const name of await readdir(folder(video), { recursive: true }))
        await utimes(join(folder(video), name), new Date(0), new Date(0));
      await sweep(server.world);
      assert.ok((await setAside()).includes(video));
      assert.ok(!existsSync(folder(video)));
      const { media, storyboard, ...row } = rows[0]!;
      await kysely
        .insertInto('videos')
        .values({ ...row, media: JSON.stringify(media), storyboard: JSON.stringify(storyboard) } as never)
        .execute();
      const { storage } = server.world;
      const looked: string[] = [];
      const names = (prefix: string): Promise<string[]> => {
        looked.push(prefix);
        return storage.names(prefix);
      };
      await sweepFiles({ ...server.world, storage: { ...storage, names } });
      // Before and after, and not for each thing that is put back.
      assert.equal(looked.filter((prefix) => prefix === 'videos/').length, 2);
      await isWhole();
      assert.ok(!(await setAside()).includes(video));
    });

    it('touches no folder that another database has adopted meanwhile', async () => {
      const id = randomUUID();
      await lay(id);
      const file = join(place.dataDir, 'installation');
      const own = await readFile(file, 'utf8');
      for (const other of [`${randomUUID()}\n`, '', undefined]) {
        await (other === undefined ? rm(file) : writeFile(file, other));
        await sweep(server.world);
        assert.ok(existsSync(folder(id)));
      }
      await writeFile(file, own);
      await sweep(server.world);
      assert.ok((await setAside()).includes(id));
    });

    it('believes no clock: a year forth and back ends no upload and removes nothing', async () => {
      // An archive that is being received.
      const { kysely } = server.world.database;
      const coming = randomUUID();
      await kysely
        .insertInto('imports')
        .values({ user_id: member.session.id, id: coming, state: 'receiving', touched_at: new Date() })
        .execute();
      await writeFile(archive(coming), 'a part of an export');
      const begun = performance.now();
      for (const [n, jump] of [year, -year, 3 * year, 0].entries()) {
        wrong = jump;
        for (let n = 0; n < 20; n += 1) await sweepUploads(server.world);
        // Ten seconds after the look before, whatever the clock says.
        await failStalledImports(server.world, begun + n * 10_000);
        await sweepFiles(server.world);
        await isWhole();
        assert.ok(existsSync(archive(coming)), `an archive that comes survives a jump of ${jump} ms`);
      }
      const row = kysely.selectFrom('imports').select('state').where('id', '=', coming);
      assert.deepEqual(await row.executeTakeFirst(), { state: 'receiving' });
      await kysely.deleteFrom('imports').where('id', '=', coming).execute();
      await rm(archive(coming));
      const value = await readSetting(server.world.database.kysely, 'running_hours');
      assert.ok(Number(value!.split(' ')[0]) <= 10, `${value}: a jump is one hour at most`);
    });

    it('ends an upload to which nothing came for a week of running hours', async () => {
      const idle = await member.call(uploadRoutes.create, {});
      await putUploadChunk(idle.url, bytes.subarray(0, 1000), `bytes 0-999/${bytes.length}`);
      const { kysely } = server.world.database;
      /** A sweep after so many hours; all but the last are counted without one. */
      const pass = async (hours: number): Promise<void> => {
        const [counted, at] = (await readSetting(kysely, 'running_hours'))!.split(' ');
        await saveSetting(kysely, 'running_hours', `${Number(counted) + hours - 1} ${at}`);
        wrong += hour;
        await sweepUploads(server.world);
      };
      await pass(1);
      // Somebody goes on with the other one.
      await putUploadChunk(upload.url, bytes.subarray(1000, 1001), `bytes 1000-1000/${bytes.length}`);
      await pass(1);
      await pass(166);
      assert.ok(existsSync(folder(idle.id)));
      await pass(1);
      await server.world.jobs.settle();
      assert.deepEqual(
        [idle.id, upload.id].map((id) => existsSync(folder(id))),
        [false, true],
      );
      assert.equal((await putUploadChunk(idle.url, undefined, `bytes */${bytes.length}`)).status, 410);
      wrong = 0;
    });

    it('gives up an archive only when nothing comes any more', async () => {
      const { kysely } = server.world.database;
      const [dead, alive] = [await signUp(server.origin, server.letters), await signUp(server.origin, server.letters)];
      const ids = [randomUUID(), randomUUID()];
      for (const [n, { session }] of [dead, alive].entries()) {
        await kysely
          .insertInto('imports')
          .values({ user_id: session.id, id: ids[n]!, state: 'receiving', touched_at: new Date(0) })
          .execute();
        await writeFile(archive(ids[n]!), 'a part of an export');
      }
      await utimes(archive(ids[0]!), new Date(0), new Date(0));
      const begun = performance.now();
      await failStalledImports(server.world, begun);
      await sweep(server.world);
      assert.ok(existsSync(archive(ids[0]!)), 'one look is not enough');
      await appendFile(archive(ids[1]!), ', and more of it');
      await failStalledImports(server.world, begun + hour);
      await sweep(server.world);
      assert.deepEqual(
        ids.map((id) => existsSync(archive(id))),
        [false, true],
      );
      assert.ok(!(await setAside()).includes(ids[0]!), 'an abandoned one has its record');
    });
  });
});
