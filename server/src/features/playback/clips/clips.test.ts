import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CallError } from '@lectern/contract/client';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { problems } from '@lectern/contract/problem';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { storageKeys } from '../../storage/keys.ts';
import { getObjectPath } from '../../../../test/stored.ts';
import { openUsualPlace, type TestPlace } from '../../../../test/databases.ts';
import { eventually, type TestMember } from '../../../../test/member.ts';
import { openRecordedWorld } from '../../../../test/recorded.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { fetchAsset, uploadFile } from '../../../../test/upload.ts';
import type { TestWorld } from '../../../../test/world.ts';

const fails = (status: number, text?: string) => (error: unknown) => {
  assert.ok(error instanceof CallError, String(error));
  assert.deepEqual([error.status, text === undefined ? undefined : error.msg], [status, text]);
  return true;
};

describe('what is played, cut and downloaded', () => {
  let place: TestPlace;
  let server: TestWorld;
  let member: TestMember;
  let stranger: TestMember;
  let video: VideoDetail;
  let passthrough: string;
  const at = (path: string): string => `${server.origin}${path}`;

  before(async () => {
    ({ place, server, member, stranger, short: video } = await openRecordedWorld(openUsualPlace, ['short']));
    passthrough = video.id;
    await member.call(videoRoutes.save, { passthrough, title: 'A "short" talk' });
  });
  after(async () => {
    await server?.close();
    await place?.close();
  });

  it('plays by the playback id alone', async () => {
    const stream = await fetch(at(mediaPaths.stream(video.playback_id)));
    assert.equal(stream.headers.get('content-type'), 'application/vnd.apple.mpegurl');
    assert.match(await stream.text(), /CODECS="avc1/);
    const base = at(mediaPaths.stream(video.playback_id)).replace('master.m3u8', '');
    const playlist = await (await fetch(`${base}video.m3u8`)).text();
    assert.match(playlist, /#EXT-X-ENDLIST/);
    for (const name of ['init.mp4', 'segment-0.m4s']) {
      const bytes = Buffer.from(await (await fetch(base + name)).arrayBuffer());
      assert.match(bytes.toString('latin1', 4, 8), /ftyp|moof/);
    }
    assert.equal((await fetch(`${base}segment-9999.m4s`)).status, 404);
    assert.equal((await fetch(at(mediaPaths.stream('x'.repeat(32))))).status, 404);
  });

  it('shows pictures, the storyboard and texts', async () => {
    const picture = await fetch(at(mediaPaths.thumbnail(video.playback_id, 2)));
    assert.equal(picture.headers.get('content-type'), 'image/jpeg');
    const storyboard = await (await fetch(at(mediaPaths.storyboard(video.playback_id)))).text();
    const tile = /storyboard-0\.jpg#xywh=0,0,160,\d+/.exec(storyboard);
    assert.ok(tile, storyboard);
    const sheet = await fetch(
      at(mediaPaths.storyboard(video.playback_id).replace('storyboard.vtt', 'storyboard-0.jpg')),
    );
    assert.equal(sheet.status, 200);
    for (const address of [mediaPaths.captions(video.playback_id), mediaPaths.chapters(video.playback_id)])
      assert.match(await (await fetch(at(address))).text(), /^WEBVTT\n\n[^]*-->/);
  });

  it('cuts a clip, once for the same times, and sends it in parts', async () => {
    const wish = { passthrough, timeIn: '00:00:01', timeOut: '00:00:04' };
    const { data } = await member.call(clipRoutes.cut, wish);
    const head = await eventually(async () => {
      const response = await fetch(data.data, { method: 'HEAD' });
      assert.ok(response.status === 200 || response.status === 404, String(response.status));
      return response.ok ? response : undefined;
    }, 'the clip');
    const whole = Buffer.from(await (await fetch(data.data)).arrayBuffer());
    assert.equal(Number(head.headers.get('content-length')), whole.length);
    assert.match(head.headers.get('content-disposition') ?? '', /^attachment; .*00\.00\.01-00\.00\.04\.mp4/);
    const part = await fetch(data.data, { headers: { range: 'bytes=4-7' } });
    assert.deepEqual(
      [part.status, await part.text(), part.headers.get('content-range')],
      [206, 'ftyp', `bytes 4-7/${whole.length}`],
    );
    assert.equal((await fetch(data.data, { headers: { range: 'bytes=999999999-' } })).status, 416);
    const tag = head.headers.get('etag')!;
    for (const [known, status] of [
      [tag, 206],
      ['"another"', 200],
      [`W/${tag}`, 200],
      [new Date().toUTCString(), 200],
    ] as const) {
      const next = await fetch(data.data, { headers: { range: 'bytes=4-7', 'if-range': known } });
      assert.deepEqual([next.status, (await next.text()).length === 4], [status, status === 206], known);
    }
    const same = await fetch(data.data, { headers: { 'if-none-match': tag } });
    assert.deepEqual([same.status, await same.text()], [304, '']);

    const file = join(server.dataDir, 'clip.mp4');
    await writeFile(file, whole);
    const info = await server.world.media.inspect(file);
    assert.ok(Math.abs(info.duration - 3) < 0.05, `${info.duration}`);

    const again = await member.call(clipRoutes.cut, wish);
    assert.equal(new URL(again.data.data).pathname, new URL(data.data).pathname);
  });

  it('cuts at fractions of a second, in calls as people write them', async () => {
    const wish = { passthrough, timeIn: '00:00:01.5', timeOut: '00:00:03.125' };
    const { data } = await member.call(clipRoutes.cut, wish);
    const response = await eventually(async () => {
      const answer = await fetch(data.data);
      return answer.ok ? answer : undefined;
    }, 'the clip');
    assert.match(response.headers.get('content-disposition') ?? '', /00\.00\.01\.5-00\.00\.03\.125\.mp4/);
    const file = join(server.dataDir, 'fraction.mp4');
    await writeFile(file, Buffer.from(await response.arrayBuffer()));
    const { duration } = await server.world.media.inspect(file);
    assert.ok(Math.abs(duration - 1.625) < 0.05, `${duration}`);
    const shot = await member.call(clipRoutes.screenshot, { passthrough, time: '00:00:02.4' });
    assert.match(shot.data.filename, / 00\.00\.02\.4\.png$/);
    assert.equal((await fetch(shot.data.url)).status, 200);
  });

  it('takes a few screenshots of a member at a time, and puts off the others', async () => {
    const { media: engine } = server.world;
    const { screenshot } = engine;
    const held = Promise.withResolvers<void>();
    const owners: (string | undefined)[] = [];
    engine.screenshot = async (playable, time, how) => {
      owners.push(how?.owner);
      await held.promise;
      return screenshot(playable, time, how);
    };
    const take = (n: number) => member.call(clipRoutes.screenshot, { passthrough, time: `00:00:0${n}` });
    const first = [0, 1, 2, 3].map(take);
    await eventually(async () => (owners.length === 4 ? true : undefined), 'four screenshots that are taken');
    await assert.rejects(take(4), fails(503, problems.busy.text));
    held.resolve();
    await Promise.all(first);
    engine.screenshot = screenshot;
    assert.deepEqual(new Set(owners), new Set([member.session.id]));
    await take(4);
  });

  it('refuses times and recordings that are not right, with their own texts', async () => {
    const cut = (timeIn: string, timeOut: string, who = member) =>
      who.call(clipRoutes.cut, { passthrough, timeIn, timeOut });
    await assert.rejects(cut('', '00:00:02'), fails(400, problems.clip_parts_missing.text));
    await assert.rejects(cut('00:00:00.1234', '00:00:02'), fails(400, problems.clip_times_invalid.text));
    await assert.rejects(cut('1:00', '00:00:02'), fails(400, problems.clip_times_invalid.text));
    await assert.rejects(cut('00:00:02', '00:00:02'), fails(400, problems.clip_order.text));
    await assert.rejects(
      cut('00:00:02', '10:00:00'),
      fails(400, `timeOut must be earlier than video duration(${Math.floor(video.duration)}s).`),
    );
    await assert.rejects(cut('00:00:01', '00:00:02', stranger), fails(404));
  });

  it('takes a screenshot of the frame', async () => {
    const { data } = await member.call(clipRoutes.screenshot, { passthrough, time: '00:00:02' });
    assert.match(data.filename, / 00\.00\.02\.png$/);
    const png = Buffer.from(await (await fetch(data.url)).arrayBuffer());
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [video.width, video.height]);
    // It takes no place among what is kept for good: what has gone from the cache is taken again.
    assert.deepEqual(
      (await readdir(getObjectPath(server.world, storageKeys.folder(passthrough)))).filter((name) => /shot/.test(name)),
      [],
    );
    await server.world.pictures.forget(storageKeys.folder(passthrough));
    const head = await fetch(data.url, { method: 'HEAD' });
    assert.equal(Number(head.headers.get('content-length')), png.length);
    assert.ok(Buffer.from(await (await fetch(data.url)).arrayBuffer()).equals(png));
    await assert.rejects(
      member.call(clipRoutes.screenshot, { passthrough, time: '09:00:00' }),
      fails(400, `time must be earlier than video duration(${Math.floor(video.duration)}s).`),
    );
    await assert.rejects(stranger.call(clipRoutes.screenshot, { passthrough, time: '00:00:02' }), fails(404));
  });

  it('gives the original to its owner, by an address that cannot be changed', async () => {
    const filename = video.localVideo.split('/').at(-1)!;
    const { url } = await member.call(clipRoutes.downloadLink, { filename });
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    assert.deepEqual(bytes, await readFile(getSamplePath('short.mp4')));
    await assert.rejects(stranger.call(clipRoutes.downloadLink, { filename }), fails(404));
    const forged = new URL(url);
    forged.searchParams.set('expires', String(Number(forged.searchParams.get('expires')) + 1));
    assert.equal((await fetch(forged)).status, 404);
    assert.equal((await fetch(at(`/download/${filename}?expires=4000000000&signature=abc`))).status, 404);
  });

  it('leaves nothing of a deleted video', async () => {
    await member.call(clipRoutes.cut, { passthrough, timeIn: '00:00:00', timeOut: '00:00:03' });
    await member.call(videoRoutes.delete, { id: passthrough });
    await server.world.jobs.settle();
    assert.equal((await fetch(at(mediaPaths.stream(video.playback_id)))).status, 404);
    await assert.rejects(stat(getObjectPath(server.world, storageKeys.folder(passthrough))), /ENOENT/);
  });

  for (const moment of ['before it is cut', 'as it begins', 'as it is whole'] as const)
    it(`leaves nothing of a clip whose video is deleted ${moment}`, async () => {
      const { media: engine } = server.world;
      const { clip } = engine;
      const id = await uploadFile(member, getSamplePath('short.mp4'));
      await eventually(async () => ((await fetchAsset(member, id)).playable ? true : undefined), 'the playable video');
      const [isThere, isDeleted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      engine.clip = async (...asked) => {
        const whole = moment === 'as it is whole' ? await clip(...asked) : undefined;
        isThere.resolve();
        await isDeleted.promise;
        return whole ?? clip(...asked);
      };
      try {
        const wish = { passthrough: id, timeIn: '00:00:01', timeOut: '00:00:08' };
        const { data } = await member.call(clipRoutes.cut, wish);
        if (moment !== 'before it is cut') await isThere.promise;
        await member.call(videoRoutes.delete, { id });
        isDeleted.resolve();
        await server.world.jobs.settle();
        assert.ok(!existsSync(getObjectPath(server.world, storageKeys.folder(id))));
        assert.equal((await fetch(data.data, { method: 'HEAD' })).status, 404);
      } finally {
        engine.clip = clip;
      }
    });
});
