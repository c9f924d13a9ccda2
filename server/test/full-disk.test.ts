// full: a disk that fills up at each step
import assert from 'node:assert/strict';
import { cp, readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import './on-disk.ts';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { problems } from '@lectern/contract/problem';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { rerunFrom } from '../src/features/videos/pipeline.ts';
import { readDiskSpace, getAvailableBytes } from '../src/platform/files/disk.ts';
import { oneDatabase, type TestPlace } from './databases.ts';
import { type Disk, openDisk } from './disk.ts';
import { eventually, signUp, type TestMember } from './member.ts';
import { getSamplePath } from './sample.ts';
import { fetchAsset, putUploadChunk, uploadFile, waitUntilProcessed } from './upload.ts';
import { openTestWorld, type TestWorld } from './world.ts';

/** Bytes: an embedded database and some recordings. */
const size = 400 * 1024 ** 2;

const disks = {
  'the embedded database': await openDisk(size),
  PostgreSQL: await openDisk(size),
};

oneDatabase((database, open) => {
  const disk: Disk = disks[database];
  const { fill } = disk;
  after(() => disk.close());
  // `openDisk` has said why.
  if (!fill) return;

  describe(`a server whose disk is full, on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    let member: TestMember;
    let video: VideoDetail;
    let unfinished: { url: string; id: string };
    let bytes: Buffer;
    const half = 100_000;

    before(async () => {
      place = await open();
      await cp(place.dataDir, disk.folder, { recursive: true });
      server = await openTestWorld({
        dataDir: disk.folder,
        ...(place.databaseUrl ? { databaseUrl: place.databaseUrl } : {}),
      });
      member = await signUp(server.origin, server.letters);
      video = await waitUntilProcessed(
        member,
        await uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') }),
      );
      bytes = await readFile(getSamplePath('short.mp4'));
      unfinished = await member.call(uploadRoutes.create, {});
      await putUploadChunk(unfinished.url, bytes.subarray(0, half), `bytes 0-${half - 1}/${bytes.length}`);
    });
    after(async () => {
      await disk.empty();
      await server?.close();
      await place?.close();
    });

    /** Outcome of a call: it succeeded, or it reported that there is no room. */
    async function outcome(
      path: string,
      init: Omit<RequestInit, 'headers'> & { json?: object; headers?: Record<string, string> } = {},
    ): Promise<string> {
      const { json, headers, ...rest } = init;
      const response = await fetch(path.startsWith('http') ? path : server.origin + path, {
        ...rest,
        headers: {
          authorization: `Bearer ${member.session.token}`,
          ...(json ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(json ? { body: JSON.stringify(json) } : {}),
      });
      const text = await response.text();
      if (response.ok || response.status === 308) return 'done';
      if (response.status === 507 && (JSON.parse(text) as { code?: string }).code === 'disk_full') return 'full';
      return `${response.status} ${text.slice(0, 200)}`;
    }

    it('promises the same room to one upload only, and refuses the other before a byte of it', async () => {
      const others = await signUp(server.origin, server.letters);
      const [first, second] = [await member.call(uploadRoutes.create, {}), await others.call(uploadRoutes.create, {})];
      const most = Math.floor(0.6 * getAvailableBytes(await readDiskSpace(server.world)));
      const begin = bytes.subarray(0, half);
      const send = (url: string) => putUploadChunk(url, begin, `bytes 0-${half - 1}/${most}`);
      assert.equal((await send(first.url)).status, 308);
      const { status, msg } = await send(second.url);
      assert.deepEqual([status, msg], [507, problems.disk_full.text]);
      const { kysely } = server.world.database;
      const row = kysely.selectFrom('uploads').select(['received', 'size']).where('id', '=', second.id);
      assert.deepEqual(await row.executeTakeFirstOrThrow(), { received: 0, size: null });
      // Cancelling the first upload frees its reserved space for the second at once.
      await member.call(uploadRoutes.cancel, { id: first.id });
      assert.equal((await send(second.url)).status, 308);
      await others.call(uploadRoutes.cancel, { id: second.id });
    });

    it('keeps a step waiting, refuses data, still plays and resumes by itself, when the disk is full', async () => {
      const { world } = server;
      const { id } = video;
      // The embedded database needs some room for this itself.
      await fill(2 * 1024 ** 2);
      await world.database.transaction((tx) => rerunFrom(world, tx, id, 'playable'));
      await fill(0);

      const archive = Buffer.alloc(1_000_000);
      const changes = {
        chunk: () =>
          outcome(unfinished.url, {
            method: 'PUT',
            headers: { 'content-range': `bytes ${half}-${bytes.length - 1}/${bytes.length}` },
            body: bytes.subarray(half) as BodyInit,
          }),
        import: () =>
          outcome('/api/basic/import', {
            method: 'PUT',
            headers: { 'content-type': 'application/zip' },
            body: archive as BodyInit,
          }),
      };
      for (const [what, call] of Object.entries(changes)) {
        // The embedded database gives back room when it fails for want of it.
        await fill(0);
        assert.equal(await call(), 'full', what);
      }
      const others = {
        title: outcome(`/api${videoRoutes.save.path}`, {
          method: videoRoutes.save.method,
          json: { passthrough: id, title: 'Full' },
        }),
        clip: outcome(`/api${clipRoutes.cut.path}`, {
          method: 'POST',
          json: { passthrough: id, timeIn: '00:00:01', timeOut: '00:00:03' },
        }),
        upload: outcome(`/api${uploadRoutes.create.path}`),
        captions: outcome(`/api/muxupload/captions/${id}?name=a.vtt`, {
          method: 'PUT',
          body: await readFile(getSamplePath('short.vtt')),
        }),
        picture: outcome(mediaPaths.thumbnail(video.playback_id, 7)),
        screenshot: outcome(`/api${clipRoutes.screenshot.path}`, {
          method: 'POST',
          json: { passthrough: id, time: '00:00:03' },
        }),
      };
      for (const [what, came] of Object.entries(others)) assert.match(await came, /^(?:done|full)$/, what);
      for (const shown of [mediaPaths.stream(video.playback_id), '/healthz', `/api/muxvideos/asset/${id}`])
        assert.equal(await outcome(shown), 'done', shown);

      // The embedded database cannot note it: it has no room itself.
      if (database === 'PostgreSQL') {
        const waiting = await eventually(
          async () => (await fetchAsset(member, id)).steps.find(({ note }) => note?.includes('disk space')),
          'a step that waits for room',
        );
        assert.equal(waiting.state, 'running');
      }
      await disk.empty();
      const { steps } = await waitUntilProcessed(member, id);
      assert.deepEqual(
        steps.map(({ state, problem }) => [state, problem]),
        steps.map(() => ['done', null]),
      );
      const whole = await putUploadChunk(
        unfinished.url,
        bytes.subarray(half),
        `bytes ${half}-${bytes.length - 1}/${bytes.length}`,
      );
      assert.equal(whole.status, 200, String(whole.msg));
    });
  });
});
