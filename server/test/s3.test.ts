// full: the whole product on a bucket; storage.test.ts holds the port
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { hour } from '@lectern/contract/rules/durations';
import { listQuarantined } from '../src/features/storage/quarantine.ts';
import { storageKeys } from '../src/features/storage/keys.ts';
import { sweepFiles } from '../src/features/storage/sweep.ts';
import { backUp, restore } from '../src/main/cli-backup.ts';
import { readConfig } from '../src/main/config.ts';
import { createTestBucket, type Ceph, hasCeph, listBucketContent, startCeph } from './ceph.ts';
import { oneDatabase, type TestPlace } from './databases.ts';
import { eventually, signUp, type TestMember } from './member.ts';
import { getSamplePath, lengthenSample } from './sample.ts';
import { putUploadChunk, waitUntilProcessed } from './upload.ts';
import { openTestWorld, type TestWorld } from './world.ts';

const million = 1_000_000;

const bytesAt = async (address: string): Promise<Buffer> => {
  const response = await fetch(address);
  assert.equal(response.status, 200, address);
  return Buffer.from(await response.arrayBuffer());
};

if (hasCeph()) {
  let ceph: Ceph;
  before(async () => {
    ceph = await startCeph();
  });
  after(() => ceph?.stop());

  oneDatabase((database, open) => {
    describe(`a server whose recordings lie in a bucket of Ceph's gateway, on ${database}`, () => {
      const bucket = database === 'PostgreSQL' ? 'postgresql' : 'embedded';
      let place: TestPlace;
      let env: Record<string, string>;
      let server: TestWorld;
      let member: TestMember;
      let bytes: Buffer;
      let video: VideoDetail;
      let id: string;
      /** Milliseconds by which the clock of the server goes ahead. */
      let ahead = 0;

      before(async () => {
        env = await createTestBucket(ceph, bucket);
        place = await open();
        server = await openTestWorld({ ...place, env, now: () => new Date(Date.now() + ahead) });
        member = await signUp(server.origin, server.letters);
        bytes = await lengthenSample(13 * million);
      });
      after(async () => {
        await server?.close();
        await place?.close();
      });

      const keysUnder = async (prefix: string): Promise<string[]> => {
        const keys: string[] = [];
        for await (const { key } of server.world.storage.list(prefix)) keys.push(key);
        return keys;
      };

      it('takes an upload in chunks of any length, keeps what came before a break, and makes one object of it', async () => {
        const upload = await member.call(uploadRoutes.create, {});
        id = upload.id;
        const captions = { body: Buffer.from(await readFile(getSamplePath('short.vtt'))) };
        await member.call(uploadRoutes.captions, { passthrough: id, name: 'captions.vtt' }, captions);
        const send = (from: number, to: number) =>
          putUploadChunk(upload.url, bytes.subarray(from, to), `bytes ${from}-${to - 1}/${bytes.length}`);
        assert.equal((await send(0, 300_000)).range, 'bytes=0-299999');
        assert.equal((await send(300_000, 10 * million)).range, `bytes=0-${10 * million - 1}`);
        const gone = new AbortController();
        const broken = new ReadableStream<Uint8Array>({
          start: (controller) => controller.enqueue(bytes.subarray(10 * million, 10 * million + 500_000)),
        });
        const sending = fetch(upload.url, {
          method: 'PUT',
          headers: { 'content-range': `bytes ${10 * million}-${bytes.length - 1}/${bytes.length}` },
          body: broken,
          duplex: 'half',
          signal: gone.signal,
        } as RequestInit);
        const ended = assert.rejects(sending);
        const { kysely } = server.world.database;
        const row = kysely.selectFrom('uploads').select('lease_id').where('id', '=', id);
        await eventually(async () => (await row.executeTakeFirst())?.lease_id ?? undefined, 'the chunk to be taken');
        gone.abort();
        await ended;
        const { status, range } = await putUploadChunk(upload.url, undefined, `bytes */${bytes.length}`);
        assert.equal(status, 308);
        const stored = Number(/-(\d+)$/.exec(range ?? '')?.[1]) + 1;
        assert.ok(stored >= 10 * million, `${range}: what was acknowledged is kept`);
        assert.equal((await send(stored, bytes.length)).status, 200);
        assert.ok((await buffer(await server.world.storage.read(storageKeys.original(id)))).equals(bytes));
        assert.deepEqual(
          (await keysUnder(`${storageKeys.folder(id)}/`)).filter((key) => key.includes('.part')),
          [],
        );
      });

      it('processes it and plays it', async () => {
        video = await waitUntilProcessed(member, id);
        assert.deepEqual(
          video.steps.filter(({ state }) => state === 'failed' || state === 'blocked'),
          [],
        );
        const stream = `${server.origin}${mediaPaths.stream(video.playback_id)}`;
        assert.match((await bytesAt(stream)).toString(), /CODECS="avc1/);
        const base = stream.replace('master.m3u8', '');
        const segments = (await bytesAt(`${base}video.m3u8`)).toString().match(/segment-\d+\.m4s/g)!;
        for (const name of [...segments, 'keyframe-0.m4s'])
          assert.equal((await bytesAt(base + name)).toString('latin1', 4, 8), 'moof');
        const sheet = mediaPaths.storyboard(video.playback_id).replace('storyboard.vtt', 'storyboard-0.jpg');
        for (const picture of [mediaPaths.thumbnail(video.playback_id, 2), sheet])
          assert.equal((await bytesAt(server.origin + picture)).readUInt16BE(0), 0xffd8, picture);
      });

      it('cuts clips, takes screenshots, and sends both itself', async () => {
        const { data } = await member.call(clipRoutes.cut, {
          passthrough: id,
          timeIn: '00:00:01',
          timeOut: '00:00:04',
        });
        const clip = await eventually(async () => {
          const response = await fetch(data.data, { headers: { range: 'bytes=4-7' } });
          return response.status === 206 ? response.text() : undefined;
        }, 'the clip');
        assert.equal(clip, 'ftyp');
        const shot = await member.call(clipRoutes.screenshot, { passthrough: id, time: '00:00:02' });
        assert.equal((await bytesAt(shot.data.url)).toString('latin1', 1, 4), 'PNG');
      });

      it('redirects a download to the bucket, which sends the recording under its name', async () => {
        const filename = video.localVideo.split('/').at(-1) ?? '';
        const { url } = await member.call(clipRoutes.downloadLink, { filename });
        const redirect = await fetch(url, { redirect: 'manual' });
        assert.equal(redirect.status, 302);
        assert.ok(redirect.headers.get('location')?.startsWith(ceph.endpoint));
        const response = await fetch(url);
        assert.match(response.headers.get('content-disposition') ?? '', /^attachment; /);
        assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes));
        const head = await fetch(url, { method: 'HEAD' });
        assert.deepEqual([head.status, Number(head.headers.get('content-length'))], [200, bytes.length]);
      });

      it('sets aside what no row stands for, and loses nothing of it', async () => {
        const lost = randomUUID();
        await server.world.storage.put(storageKeys.original(lost), Buffer.from('bytes of a person'));
        await server.world.storage.put(storageKeys.archive(lost), Buffer.from('an export'));
        await sweepFiles(server.world);
        assert.deepEqual(
          await keysUnder(`${storageKeys.folder(lost)}/`),
          [storageKeys.original(lost)],
          'it is too young',
        );
        ahead = 2 * hour;
        await sweepFiles(server.world);
        ahead = 0;
        assert.deepEqual(await keysUnder(`${storageKeys.folder(lost)}/`), []);
        const aside = await listQuarantined(server.world.storage);
        assert.deepEqual(aside.map(({ id: of, kind }) => `${kind} ${of}`).sort(), [
          `archive ${lost}`,
          `recording ${lost}`,
        ]);
        const recording = aside.find(({ kind }) => kind === 'recording')!;
        const kept = await server.world.storage.read(`${recording.what}original`);
        assert.equal((await buffer(kept)).toString(), 'bytes of a person');
      });

      it('keeps nothing of it on its own disk, and finds it all again when it is started anew', async () => {
        for (const name of ['videos', 'imports', 'installation', 'set-aside'])
          assert.ok(!existsSync(join(place.dataDir, name)), name);
        await server.close();
        server = await openTestWorld({ ...place, env, now: () => new Date(Date.now() + ahead) });
        const base = `${server.origin}${mediaPaths.stream(video.playback_id)}`.replace('master.m3u8', '');
        assert.equal((await bytesAt(`${base}segment-0.m4s`)).toString('latin1', 4, 8), 'moof');
      });

      if (database === 'the embedded database')
        it('backs up recordings from a bucket and restores them onto a disk', async () => {
          const target = await mkdtemp(join(tmpdir(), 'lectern-backup-'));
          const home = await mkdtemp(join(tmpdir(), 'lectern-home-'));
          try {
            await server.close();
            await backUp(readConfig({ SPEECH: 'captions', DATA_DIR: place.dataDir, ...env }), target, {
              keep: undefined,
            });
            await restore(readConfig({ SPEECH: 'captions', DATA_DIR: home }), target);
            assert.ok((await readFile(join(home, storageKeys.original(id)))).equals(bytes));
          } finally {
            server = await openTestWorld({ ...place, env, now: () => new Date(Date.now() + ahead) });
            for (const folder of [target, home]) await rm(folder, { recursive: true, force: true });
          }
        });

      it('does not start with a bucket that is not there', async () => {
        await assert.rejects(openTestWorld({ ...place, env: { ...env, S3_BUCKET: 'nowhere' } }), {
          message: /^S3_BUCKET: the bucket nowhere, lectern\/ at http:\S+ cannot be read \(NoSuchBucket\)\.$/,
        });
      });

      it('removes everything of it', async () => {
        const { token } = member.session;
        await server.as(token)(videoRoutes.delete, { id });
        await server.world.jobs.settle();
        assert.deepEqual(await keysUnder(`${storageKeys.folder(id)}/`), []);
        assert.deepEqual((await listBucketContent(ceph, bucket)).begun, []);
      });
    });
  });
} else
  console.log(
    'Ceph is not installed here: the product on S3 is not tested (Debian: apt-get install --no-install-recommends radosgw ceph-mon ceph-osd).',
  );
