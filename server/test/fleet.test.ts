// full: several servers that are killed; several-processes.test.ts runs two
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { problems } from '@lectern/contract/problem';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { Client } from 'pg';
import { createTestBucket, type Ceph, hasCeph, startCeph } from './ceph.ts';
import { openPostgresPlace, type TestPlace } from './databases.ts';
import { eventually, signUp, type TestMember } from './member.ts';
import { findPostgres } from './postgres-cluster.ts';
import { type ServerProcess, type ServerSettings, createRoleSettings, startServer } from './process.ts';
import { getSamplePath, lengthenSample } from './sample.ts';
import { fetchAsset, beginChunk, putUploadChunk, uploadFile, waitUntilProcessed } from './upload.ts';

const million = 1_000_000;

/** Milliseconds within which a request is answered while the bucket is away, whichever way it is. */
const patience = 90_000;

if (hasCeph() && (process.env.LECTERN_TEST_POSTGRES || findPostgres()))
  describe('two processes for people and a worker, on one PostgreSQL and one bucket', { timeout: 900_000 }, () => {
    let ceph: Ceph;
    let place: TestPlace;
    let database: Client;
    let bytes: Buffer;
    let member: TestMember;
    /** With recordings of its own: there is room for two in a plan. */
    let neighbour: TestMember;
    /** The settings of each; tests end the first. */
    let all: ServerSettings[] = [];
    let one: ServerProcess;
    let other: ServerProcess;
    let worker: ServerProcess;

    before(async () => {
      ceph = await startCeph();
      place = await openPostgresPlace();
      const bucket = await createTestBucket(ceph, 'fleet');
      const roles = ['web', 'web', 'worker'].map(async (role) => ({
        ...(await createRoleSettings(role, place.databaseUrl)),
        ...bucket,
      }));
      all = await Promise.all(roles);
      // The first starts of all of them at the same moment.
      [one, other, worker] = (await Promise.all(all.map((each) => startServer(each)))) as [
        ServerProcess,
        ServerProcess,
        ServerProcess,
      ];
      database = new Client({ connectionString: place.databaseUrl! });
      await database.connect();
      member = await signUp(one.origin, worker.letters);
      neighbour = await signUp(other.origin, worker.letters);
      bytes = await lengthenSample(13 * million);
    });
    after(async () => {
      await ceph?.signal('SIGCONT').catch(() => undefined);
      await database?.end();
      for (const server of [one, other, worker]) await server?.kill();
      await place?.close();
      await ceph?.stop();
      for (const { DATA_DIR } of all) await rm(DATA_DIR, { recursive: true, force: true });
    });

    const range = (from: number, to: number): string => `bytes ${from}-${to - 1}/${bytes.length}`;
    const upTo = (length: number): string => `bytes=0-${length - 1}`;

    async function create() {
      const { url, id } = await member.call(uploadRoutes.create, {});
      const path = new URL(url).pathname;
      const captions = { body: Buffer.from(await readFile(getSamplePath('short.vtt'))) };
      await member.call(uploadRoutes.captions, { passthrough: id, name: 'captions.vtt' }, captions);
      const at = (server: ServerProcess) => server.origin + path;
      return {
        id,
        at,
        send: (server: ServerProcess, from: number, to: number) =>
          putUploadChunk(at(server), bytes.subarray(from, to), range(from, to), {
            signal: AbortSignal.timeout(patience),
          }),
        ask: (server: ServerProcess) => putUploadChunk(at(server), undefined, `bytes */${bytes.length}`),
        isWritten: () =>
          eventually(async () => {
            const { rows } = await database.query('select lease_id from uploads where id = $1', [id]);
            return (rows[0] as { lease_id: string | null }).lease_id ?? undefined;
          }, 'somebody to write'),
      };
    }

    const areMade = ({ steps }: VideoDetail): void =>
      assert.deepEqual(
        steps.filter(({ state }) => state !== 'done' && state !== 'skipped'),
        [],
      );

    /** The worker makes all of it, and what comes out of the bucket is what was sent. */
    async function settles(id: string): Promise<void> {
      const video = await waitUntilProcessed(member, id);
      areMade(video);
      const filename = video.localVideo.split('/').at(-1)!;
      const { url } = await member.call(clipRoutes.downloadLink, { filename });
      const response = await fetch(url);
      assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes), 'the stored file is the sent file');
      await member.call(videoRoutes.delete, { id });
    }

    it('go on with an upload at the other one when the one that takes it is killed', async () => {
      const { id, at, send, ask, isWritten } = await create();
      assert.equal((await send(one, 0, 6 * million)).range, upTo(6 * million));
      assert.equal((await send(other, 6 * million, 6_300_000)).range, upTo(6_300_000));
      beginChunk(
        at(one),
        range(6_300_000, bytes.length),
        bytes.length - 6_300_000,
        bytes.subarray(6_300_000, 7 * million),
      );
      await isWritten();
      await one.kill();
      const asked = await ask(other);
      assert.deepEqual([asked.status, asked.range], [308, upTo(6_300_000)]);
      assert.equal((await send(other, 6_300_000, bytes.length)).status, 200);
      one = await startServer(all[0]!);
      assert.equal((await ask(one)).status, 200);
      await settles(id);
    });

    it('lose nothing to one that was frozen while it wrote, and comes back when the other has gone on', async () => {
      const { id, at, send, ask, isWritten } = await create();
      await send(one, 0, million);
      // Other bytes than the recording has there.
      const stale = beginChunk(at(one), range(million, 12 * million), 11 * million, Buffer.alloc(10 * million, 'x'));
      await isWritten();
      process.kill(one.pid, 'SIGSTOP');
      try {
        assert.equal((await send(other, million, 9 * million)).range, upTo(9 * million));
      } finally {
        process.kill(one.pid, 'SIGCONT');
      }
      stale.breakOff();
      const asked = await ask(one);
      assert.deepEqual([asked.status, asked.range], [308, upTo(9 * million)]);
      assert.equal((await send(one, 9 * million, bytes.length)).status, 200);
      await settles(id);
    });

    it('make one recording of an upload of which one was frozen with the last byte', async () => {
      const { id, send, ask, isWritten } = await create();
      await send(one, 0, 6 * million);
      // It stands still while the bucket joins, or before: whatever it has begun, it ends later.
      const stale = send(one, 6 * million, bytes.length).catch(() => undefined);
      await Promise.race([stale, isWritten()]);
      process.kill(one.pid, 'SIGSTOP');
      try {
        const asked = await ask(other);
        // One that froze within a transaction keeps the upload locked: the other says so, and nothing is lost.
        assert.ok([200, 308, 503].includes(asked.status), `answered ${asked.status}`);
        if (asked.status === 308) {
          const stored = Number(/-(\d+)$/.exec(asked.range!)![1]) + 1;
          assert.ok(stored >= 6 * million);
          assert.equal((await send(other, stored, bytes.length)).status, 200);
        }
      } finally {
        process.kill(one.pid, 'SIGCONT');
      }
      await stale;
      assert.equal((await ask(one)).status, 200);
      const { rowCount } = await database.query('select id from videos where id = $1', [id]);
      assert.equal(rowCount, 1);
      await settles(id);
    });

    const absences = [
      ['killed', () => ceph.killGateway(), () => ceph.startGateway()],
      ['frozen', () => ceph.signal('SIGSTOP'), () => ceph.signal('SIGCONT')],
    ] as const;
    for (const [how, leave, comeBack] of absences)
      it(`say so while the gateway is away (${how}), keep what they acknowledged, and go on when it is back`, async () => {
        const { id, at, send, ask } = await create();
        const captions = { captions: getSamplePath('short.vtt') };
        const watched = await uploadFile(neighbour, getSamplePath('short.mp4'), captions);
        const { playback_id } = await waitUntilProcessed(neighbour, watched);
        // The worker finishes the job it is running on its own.
        const made = await uploadFile(neighbour, getSamplePath('short.mp4'), captions);
        await send(one, 0, 6 * million);
        await leave();
        try {
          const saysSo = async (address: string, init: RequestInit = {}): Promise<void> => {
            const response = await fetch(address, { ...init, signal: AbortSignal.timeout(patience) });
            assert.equal(response.status, 503, address);
            assert.ok(Number(response.headers.get('retry-after')) > 0, `${address}: Retry-After`);
            assert.deepEqual(await response.json(), { code: 'storage_away', msg: problems.storage_away.text });
          };
          // Pages go on: no process is taken out of the service for it.
          const ready = await fetch(`${one.origin}/readyz`);
          const { storage } = (await ready.json()) as { storage: string };
          assert.deepEqual([ready.status, storage], [200, 'does not answer']);
          const chunk = {
            method: 'PUT',
            headers: { 'content-range': range(6 * million, 7 * million) },
            body: Buffer.from(bytes.subarray(6 * million, 7 * million)),
          };
          const stream = mediaPaths.stream(playback_id);
          await Promise.all([
            saysSo(at(one), chunk),
            saysSo(at(other), chunk),
            saysSo(other.origin + stream.replace('master.m3u8', 'segment-0.m4s')),
          ]);
          const asked = await ask(other);
          assert.deepEqual([asked.status, asked.range], [308, upTo(6 * million)]);
          await neighbour.call(videoRoutes.save, { passthrough: watched, title: 'While it was away' });
          for (const { origin } of [one, other, worker])
            assert.equal((await fetch(`${origin}/readyz`)).status, 200, 'what needs no bucket is there');
        } finally {
          await comeBack();
        }
        assert.equal((await send(other, 6 * million, 9 * million)).range, upTo(9 * million));
        assert.equal((await send(one, 9 * million, bytes.length)).status, 200);
        await settles(id);
        areMade(await waitUntilProcessed(neighbour, made));
        assert.equal((await fetchAsset(neighbour, watched)).title, 'While it was away');
        for (const each of [watched, made]) await neighbour.call(videoRoutes.delete, { id: each });
      });
  });
else console.log('PostgreSQL or Ceph is not installed here: several machines on one bucket are not tested.');
