import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, beforeEach, it, test } from 'node:test';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { problems } from '@lectern/contract/problem';
import { day, hour } from '@lectern/contract/rules/durations';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { storageKeys } from '../../storage/keys.ts';
import { getObjectPath } from '../../../../test/stored.ts';
import { describeRecordings } from '../../../../test/describe-server.ts';
import { eventually, type TestMember } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { fetchAsset, uploadFile } from '../../../../test/upload.ts';
import { hurryJobs, readJobs } from '../../../../test/stored-jobs.ts';
import { clipKey } from './clip.job.ts';
import { sweepClips } from './clips.ts';
import { storyboardVtt } from '../storyboard-vtt.ts';

const megabyte = 1_000_000;

describeRecordings('what is played, cut and downloaded', ['short'], {}, (suite) => {
  let member: TestMember;
  let video: VideoDetail;
  let passthrough: string;
  const at = (path: string): string => `${suite.server.origin}${path}`;
  before(async () => {
    ({ member, short: video } = suite);
    passthrough = video.id;
    await member.call(videoRoutes.save, { passthrough, title: 'A "short" talk' });
  });
  beforeEach(async () => {
    await suite.settle();
    await suite.db.deleteFrom('clips').execute();
    await suite.world.storage.remove(`${storageKeys.folder(passthrough)}/clips/`);
  });

  const cut = async (timeIn: string, timeOut: string): Promise<string> =>
    (await member.call(clipRoutes.cut, { passthrough, timeIn, timeOut })).data.data;
  const screenshot = async (time: string) => (await member.call(clipRoutes.screenshot, { passthrough, time })).data;
  const fetchClip = (address: string, init: RequestInit = {}) =>
    eventually(async () => {
      const response = await fetch(address, init);
      assert.ok(response.status === 200 || response.status === 404, String(response.status));
      return response.ok ? response : undefined;
    }, 'the clip');
  async function durationOf(bytes: Buffer): Promise<number> {
    const file = join(suite.server.dataDir, 'clip.mp4');
    await writeFile(file, bytes);
    return (await suite.world.media.inspect(file)).duration;
  }

  it('cuts a clip, once for the same times, and sends it in parts', async () => {
    const address = await cut('00:00:01', '00:00:04');
    const head = await fetchClip(address, { method: 'HEAD' });
    const whole = Buffer.from(await (await fetch(address)).arrayBuffer());
    assert.equal(Number(head.headers.get('content-length')), whole.length);
    assert.match(head.headers.get('content-disposition') ?? '', /^attachment; .*00\.00\.01-00\.00\.04\.mp4/);
    const range = 'bytes=4-7';
    const part = await fetch(address, { headers: { range } });
    assert.deepEqual(
      [part.status, await part.text(), part.headers.get('content-range')],
      [206, 'ftyp', `bytes 4-7/${whole.length}`],
    );
    const tag = head.headers.get('etag')!;
    for (const [headers, status, length] of [
      [{ range, 'if-range': tag }, 206, 4],
      [{ range, 'if-range': '"another"' }, 200, whole.length],
      [{ range, 'if-range': `W/${tag}` }, 200, whole.length],
      [{ range, 'if-range': new Date().toUTCString() }, 200, whole.length],
      [{ 'if-none-match': tag }, 304, 0],
    ] as const) {
      const next = await fetch(address, { headers });
      assert.deepEqual([next.status, (await next.arrayBuffer()).byteLength], [status, length], JSON.stringify(headers));
    }
    assert.equal((await fetch(address, { headers: { range: 'bytes=999999999-' } })).status, 416);
    assert.ok(Math.abs((await durationOf(whole)) - 3) < 0.05);
    assert.equal(new URL(await cut('00:00:01', '00:00:04')).pathname, new URL(address).pathname);
  });

  it('takes a few screenshots of a member at a time, and puts off the others', async () => {
    const { media: engine } = suite.world;
    const { screenshot: original } = engine;
    const held = Promise.withResolvers<void>();
    const owners: (string | undefined)[] = [];
    engine.screenshot = async (playable, time, how) => {
      owners.push(how?.owner);
      await held.promise;
      return original(playable, time, how);
    };
    const take = (n: number) => screenshot(`00:00:0${n}`);
    const first = [0, 1, 2, 3].map(take);
    await eventually(async () => (owners.length === 4 ? true : undefined), 'four screenshots that are taken');
    await refuses(take(4), 'busy');
    held.resolve();
    await Promise.all(first);
    engine.screenshot = original;
    assert.deepEqual(new Set(owners), new Set([member.session.id]));
    await take(4);
  });

  it('refuses times that are not right, with their own texts', async () => {
    const lasts = `video duration(${Math.floor(video.duration)}s).`;
    const refused: [timeIn: string, timeOut: string, text: string][] = [
      ['', '00:00:02', problems.clip_parts_missing.text],
      ['00:00:00.1234', '00:00:02', problems.clip_times_invalid.text],
      ['1:00', '00:00:02', problems.clip_times_invalid.text],
      ['00:00:02', '00:00:02', problems.clip_order.text],
      ['00:00:02', '10:00:00', `timeOut must be earlier than ${lasts}`],
    ];
    for (const [timeIn, timeOut, message] of refused)
      await assert.rejects(cut(timeIn, timeOut), { status: 400, message });
    await assert.rejects(screenshot('09:00:00'), { status: 400, message: `time must be earlier than ${lasts}` });
  });

  it('takes a screenshot of the frame', async () => {
    const data = await screenshot('00:00:02');
    assert.match(data.filename, / 00\.00\.02\.png$/);
    const png = Buffer.from(await (await fetch(data.url)).arrayBuffer());
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [video.width, video.height]);
    // It takes no place among what is kept for good: what has gone from the cache is taken again.
    assert.deepEqual(
      (await readdir(getObjectPath(suite.world, storageKeys.folder(passthrough)))).filter((name) => /shot/.test(name)),
      [],
    );
    await suite.world.pictures.forget(storageKeys.folder(passthrough));
    const head = await fetch(data.url, { method: 'HEAD' });
    assert.equal(Number(head.headers.get('content-length')), png.length);
    assert.ok(Buffer.from(await (await fetch(data.url)).arrayBuffer()).equals(png));
  });

  it('gives the original to its owner, by an address that cannot be changed', async () => {
    const filename = video.localVideo.split('/').at(-1)!;
    const { url } = await member.call(clipRoutes.downloadLink, { filename });
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    assert.deepEqual(bytes, await readFile(getSamplePath('short.mp4')));
    const forged = new URL(url);
    forged.searchParams.set('expires', String(Number(forged.searchParams.get('expires')) + 1));
    assert.equal((await fetch(forged)).status, 404);
    assert.equal(
      (await fetch(at(`/download/${filename}?by=${member.session.id}&expires=4000000000&signature=abc`))).status,
      404,
    );
  });

  const clips = () => suite.db.selectFrom('clips').selectAll().orderBy('wanted_at').execute();
  /** Starts the cut of a second from so many milliseconds on; resolves with the address of the clip. */
  const cutSecond = (milliseconds: number): Promise<string> => {
    const [timeIn, timeOut] = [milliseconds, milliseconds + 1000].map((at) => `00:00:0${(at / 1000).toFixed(3)}`);
    return cut(timeIn!, timeOut!);
  };
  /** Clips of other ranges, the first wanted longest ago; they have files where they are done. */
  const has = async (count: number, columns: { state: 'waiting' | 'done'; byte_size?: number }) => {
    const rows = Array.from({ length: count }, (_, n) => ({
      ...columns,
      video_id: passthrough,
      start_s: 3,
      end_s: 4 + n / 1000,
      wanted_at: new Date(Date.now() - (count - n) * 60_000),
    }));
    const made = await suite.db.insertInto('clips').values(rows).returning(['id', 'end_s']).execute();
    const ids = made.toSorted((a, b) => a.end_s - b.end_s).map(({ id }) => id);
    if (columns.state === 'done')
      for (const id of ids) await suite.world.storage.put(storageKeys.clip(passthrough, id), Buffer.from('a clip'));
    return ids;
  };
  const files = async () => {
    const names = await suite.world.storage.names(`${storageKeys.folder(passthrough)}/clips/`);
    return names.map((name) => name.replace('.mp4', '')).toSorted();
  };
  /** Lets so much time go by since the clips that are chosen were wanted. */
  const ageClips = (days: number, start_s?: number) => {
    const aged = suite.db.updateTable('clips').set({ wanted_at: new Date(Date.now() - days * day) });
    return (start_s === undefined ? aged : aged.where('start_s', '=', start_s)).execute();
  };
  const keepsFilesOfRows = async (): Promise<void> =>
    assert.deepEqual(await files(), (await clips()).map(({ id }) => id).toSorted());

  it('refuses another clip, when twenty of the member wait to be cut', async () => {
    const { media, jobs } = suite.world;
    const { clip } = media;
    const held = Promise.withResolvers<void>();
    media.clip = async (...all) => {
      await held.promise;
      return clip(...all);
    };
    const waiting = await has(20, { state: 'waiting' });
    try {
      // Their jobs are alive, or they would be settled as lost.
      const after = new Date(Date.now() + hour);
      for (const clipId of waiting)
        await jobs.enqueue('clip', { clipId }, { key: clipKey(clipId), after, member: member.session.id });
      await refuses(cutSecond(0), 'clips_unfinished');
      assert.equal((await clips()).length, 20, 'nothing is left of what was refused');
      await suite.db.updateTable('clips').set({ state: 'failed' }).where('id', '=', waiting[0]!).execute();
      await cutSecond(0);
      // One that is tried again counts.
      await refuses(cut('00:00:03', '00:00:04'), 'clips_unfinished');
      assert.ok(await cutSecond(0), 'the same range is no further one');
    } finally {
      held.resolve();
      await jobs.settle();
      media.clip = clip;
    }
    assert.ok(await cutSecond(1000));
  });

  it('removes the clip unwanted for longest, when a video has more than two hundred', async () => {
    const ids = await has(200, { state: 'done', byte_size: 1000 });
    // Somebody fetches the oldest.
    const signed = await cutSecond(0);
    await suite.settle();
    const left = (await clips()).map(({ id }) => id);
    assert.deepEqual([left.length, left.includes(ids[0]!), left.includes(ids[1]!)], [200, false, true]);
    await keepsFilesOfRows();
    await ageClips(31, 0);
    assert.equal((await fetch(signed)).status, 200);
    await cutSecond(100);
    await suite.settle();
    assert.equal((await fetch(signed)).status, 200, 'it was fetched');
    assert.ok(!(await clips()).some(({ id }) => id === ids[1]));
    await keepsFilesOfRows();
  });

  it('keeps no more clips than a bounded number of bytes', async () => {
    const ids = await has(4, { state: 'done', byte_size: 40 * megabyte });
    await cutSecond(0);
    await suite.settle();
    const left = await clips();
    assert.deepEqual(left.map(({ id }) => id).slice(0, -1), ids.slice(2));
    assert.equal(left.at(-1)?.state, 'done');
    assert.ok(left.at(-1)!.byte_size! > 0);
    await keepsFilesOfRows();
  });

  it('cuts no clip, before the disk has room for it', async () => {
    const size = (byte_size: number) =>
      suite.db.updateTable('videos').set({ byte_size }).where('id', '=', passthrough).execute();
    await size(10 ** 15);
    const address = await cutSecond(0);
    const [clip] = await clips();
    const waiting = { key: clipKey(clip!.id), state: 'created' } as const;
    await eventually(
      async () => ((await readJobs(suite.db, waiting))[0]?.backoff ?? 0) > 2 || undefined,
      'that it is put off',
    );
    assert.equal((await fetch(address, { method: 'HEAD' })).status, 404);
    assert.deepEqual(await files(), []);
    await size(1000);
    await hurryJobs(suite.db, waiting);
    suite.world.jobs.wake('clip');
    await eventually(async () => (await fetch(address)).ok || undefined, 'the clip');
  });

  it('removes clips not wanted for a month, and cuts them again on request', async () => {
    const address = await cutSecond(0);
    await suite.settle();
    await ageClips(29);
    await sweepClips(suite.world);
    assert.equal((await fetch(address)).status, 200);
    await sweepClips(suite.world);
    await ageClips(31);
    await sweepClips(suite.world);
    assert.deepEqual([await clips(), await files()], [[], []]);
    assert.equal((await fetch(address)).status, 404);
    const again = await cutSecond(0);
    await suite.settle();
    assert.equal((await fetch(again)).status, 200);
  });

  it('sends a clip to its end, when it is removed during the download', async () => {
    const [id] = await has(1, { state: 'done' });
    const content = Buffer.alloc(64 * megabyte, 'clip');
    await suite.world.storage.put(storageKeys.clip(passthrough, id!), content);
    const address = await cut('00:00:03', '00:00:04');
    const body = (await fetch(address)).body!.getReader();
    const first = await body.read();
    let length = first.value!.length;
    await ageClips(31);
    await sweepClips(suite.world);
    assert.deepEqual(await files(), []);
    for (let part = await body.read(); !part.done; part = await body.read()) length += part.value.length;
    assert.equal(length, content.length);
  });

  it('removes the file of a clip later, when it could not be removed at once', async () => {
    const [id] = await has(1, { state: 'done' });
    await ageClips(31);
    const { storage } = suite.world;
    const { remove } = storage;
    storage.remove = async () => {
      throw new Error('The process dies here.');
    };
    await assert.rejects(sweepClips(suite.world)).finally(() => (storage.remove = remove));
    assert.deepEqual([await clips(), await files()], [[], [id]]);
    await sweepClips(suite.world);
    assert.deepEqual(await files(), []);
  });

  for (const moment of ['before it is cut', 'as it begins', 'as it is whole'] as const)
    it(`leaves nothing of a clip whose video is deleted ${moment}`, async () => {
      const { media: engine } = suite.world;
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
        await suite.settle();
        assert.ok(!existsSync(getObjectPath(suite.world, storageKeys.folder(id))));
        assert.equal((await fetch(data.data, { method: 'HEAD' })).status, 404);
      } finally {
        engine.clip = clip;
      }
    });
});

test('each stretch of time names its tile, and the last one lasts to the end', () => {
  const board = { interval: 10, tiles: 102, tileWidth: 160, tileHeight: 90, columns: 10, rows: 10, sheets: 2 };
  const blocks = storyboardVtt(board, 1013.5).trim().split('\n\n');
  assert.equal(blocks[0], 'WEBVTT');
  assert.equal(blocks.length, 103);
  assert.equal(blocks[12], '00:01:50.000 --> 00:02:00.000\nstoryboard-0.jpg#xywh=160,90,160,90');
  assert.equal(blocks[102], '00:16:50.000 --> 00:16:53.500\nstoryboard-1.jpg#xywh=160,0,160,90');
});
