import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { before, it } from 'node:test';
import { promisify } from 'node:util';
import { hour } from '@lectern/contract/rules/durations';
import { plans } from '@lectern/contract/rules/plans';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { describeServer } from '../../../test/describe-server.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { getObjectPath } from '../../../test/stored.ts';
import { beginChunk, fetchAsset, putUploadChunk, uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { findFfmpeg } from '../../ports/media/local/ffmpeg/find-ffmpeg.ts';
import { storageKeys } from '../storage/keys.ts';
import { videoById } from '../videos/find-video.ts';
import { inspectStep } from './inspect.step.ts';
import { reserveSpace } from './reserve-space.ts';

const short = await readFile(getSamplePath('short.mp4'));
const total = short.length;
const half = 80_000;

type Size = number | '*';

const send = (url: string, first = 0, end = total, size: Size = total, bytes = short) =>
  putUploadChunk(url, bytes.subarray(first, end), `bytes ${first}-${end - 1}/${size}`);
const ask = (url: string, size: Size = total) => putUploadChunk(url, undefined, `bytes */${size}`);
const has = (bytes: number) => ({ status: 308, range: bytes ? `bytes=0-${bytes - 1}` : null, msg: undefined });

/** Sends a body whose length nobody is told before its end. */
async function stream(url: string, parts: readonly Uint8Array[], contentRange?: string) {
  const headers = contentRange === undefined ? {} : { 'content-range': contentRange };
  const body = Readable.from(parts);
  const response = await fetch(url, { method: 'PUT', headers, body, duplex: 'half', redirect: 'manual' } as never);
  return { status: response.status, range: response.headers.get('range'), text: await response.text() };
}

/** Sends without end until the answer is there; resolves with its status and with the end of the connection. */
async function pour(url: string, headers: Record<string, string>, piece = 1024) {
  const sending = request(url, { method: 'PUT', headers }).on('error', () => undefined);
  const ended = new Promise<void>((resolve) => sending.on('close', resolve));
  const more = (): void => void (sending.destroyed || sending.write(Buffer.alloc(piece), () => setImmediate(more)));
  more();
  const status = await new Promise<number | undefined>((resolve) => {
    sending.on('response', (response) => {
      response.on('error', () => undefined).resume();
      resolve(response.statusCode);
    });
    sending.on('close', () => resolve(undefined));
  });
  return { status, ended };
}

const patience = { head: 20_000, window: 60_000, least: 30_000, linger: 1000, connections: 1000 };

describeServer('uploads', { patience }, (suite) => {
  let member: TestMember;
  before(async () => {
    member = await suite.signUp();
    // The free plan holds two videos; these tests need more room.
    await suite.db.updateTable('workspaces').set({ plan: 'professional' }).execute();
  });

  const create = (by = member) => by.call(uploadRoutes.create, {});
  const folderOf = (id: string) => getObjectPath(suite.world, storageKeys.folder(id));
  const isRemoved = (id: string) => eventually(async () => !existsSync(folderOf(id)) || undefined, 'its removal');
  const storedSize = async (id: string) =>
    (await stat(getObjectPath(suite.world, storageKeys.part(id))).catch(() => undefined))?.size;
  const isWhole = async (id: string, bytes = short, by = member): Promise<void> => {
    const stored = await readFile(getObjectPath(suite.world, storageKeys.original(id)));
    assert.ok(stored.equals(bytes), 'the stored file is the sent file');
    await by.call(videoRoutes.delete, { id });
  };

  it('never loses or repeats an acknowledged byte, when chunks repeat, overlap or leave a gap', async () => {
    const { url, id } = await create();
    assert.deepEqual(await ask(url), has(0));
    assert.deepEqual(await send(url, 0, half), has(half));
    assert.deepEqual(await send(url, 0, half, total, Buffer.alloc(half)), has(half));
    const overlapping = Buffer.concat([Buffer.alloc(half), short.subarray(half)]);
    assert.deepEqual(await send(url, half - 1000, half + 500, total, overlapping), has(half + 500));
    assert.deepEqual(await send(url, 100_000, 100_100), has(half + 500));
    assert.deepEqual(await ask(url), has(half + 500));
    const open = (await member.call(uploadRoutes.open, {})).data.find((upload) => upload.id === id);
    assert.deepEqual([open?.received, open?.size], [half + 500, total]);
    assert.equal((await send(url, half + 500)).status, 200);
    assert.equal((await ask(url)).status, 200, 'asking again after the end');
    await isWhole(id);
  });

  it('keeps what came, when the line breaks', async () => {
    const { url, id } = await create();
    const bytes = await readFile(getSamplePath('webinar.mp4'));
    const size = bytes.length;
    // So much is gathered before it is written: when the file has it, all of it has come.
    const sent = 512 * 1024;
    const sending = beginChunk(url, `bytes 0-${size - 1}/${size}`, size, bytes.subarray(0, sent));
    await eventually(async () => (await storedSize(id)) === sent || undefined, 'what was sent on the disk');
    sending.breakOff();
    assert.deepEqual(await ask(url, size), has(sent));
    assert.equal((await send(url, sent, size, size, bytes)).status, 200);
    await isWhole(id, bytes);
  });

  it('stores nothing, when ranges or lengths are wrong', async () => {
    const { url, id } = await create();
    const ten = short.subarray(0, 10);
    for (const range of ['bytes 5-3/100', 'bytes 0-99/100', 'bytes 50-59/100', 'nonsense']) {
      const { status, msg } = await putUploadChunk(url, ten, range);
      assert.equal(status, 400, range);
      assert.match(msg ?? '', /Content-Range|first chunk/);
    }
    const statuses = [
      await putUploadChunk(url, Buffer.alloc(0)),
      await ask(url, 0),
      await send(url, 0, 10, 10 ** 14),
      await send(url, 0, 10, 100),
      await send(url, 10, 20, 200),
    ].map(({ status }) => status);
    assert.deepEqual(statuses, [422, 422, 413, 308, 409]);
    await member.call(uploadRoutes.cancel, { id });
    assert.equal((await send(url, 10, 20, 100)).status, 410);
    await suite.settle();
    assert.ok(!existsSync(folderOf(id)), 'nothing is left of a cancelled upload');
  });

  it('takes a recording, when its size or its end is told last', async () => {
    const { url, id } = await create();
    assert.deepEqual(await ask(url, '*'), has(0));
    assert.deepEqual(await send(url, 0, half, '*'), has(half));
    assert.deepEqual(await ask(url, '*'), has(half));
    const listed = (await member.call(uploadRoutes.open, {})).data.find((upload) => upload.id === id);
    assert.deepEqual([listed?.size, listed?.received], [null, half]);
    assert.equal((await ask(url, half - 1)).status, 400, 'a size below what is stored');
    assert.equal((await send(url, half)).status, 200);
    assert.equal((await ask(url, '*')).status, 200, 'asking again after the end');
    await isWhole(id);
    const all = await create();
    assert.equal((await send(all.url, 0, total, '*')).status, 308);
    assert.equal((await ask(all.url)).status, 200);
    await isWhole(all.id);
  });

  it('begins a piece with each chunk, when the storage adds to none', async () => {
    Object.assign(suite.world.storage, { appends: false });
    try {
      const { url, id } = await create();
      for (const [from, to] of [
        [0, 30_000],
        [30_000, 60_000],
        [60_000, total],
      ] as const)
        assert.equal((await send(url, from, to)).status, to === total ? 200 : 308);
      await isWhole(id);
    } finally {
      Object.assign(suite.world.storage, { appends: true });
    }
  });

  it('takes bodies of unknown length, in chunks and as a whole', async () => {
    const parts = [short.subarray(0, half), short.subarray(half)] as const;
    const chunked = await create();
    assert.equal((await stream(chunked.url, [parts[0]], `bytes 0-${half - 1}/${total}`)).status, 308);
    assert.equal((await stream(chunked.url, [parts[1]], `bytes ${half}-${total - 1}/${total}`)).status, 200);
    await isWhole(chunked.id);
    const whole = await create();
    assert.equal((await stream(whole.url, parts)).status, 200);
    assert.equal((await ask(whole.url)).status, 200);
    await isWhole(whole.id);
    assert.equal((await stream((await create()).url, [])).status, 422);
    const single = await create();
    assert.equal((await putUploadChunk(single.url, short)).status, 200);
    await isWhole(single.id);
  });

  it('keeps nothing of what a request brings beyond its range', async () => {
    const { url, id } = await create();
    const noise = Buffer.alloc(total, 7);
    const refused = await stream(url, [noise, noise], `bytes 0-${total - 1}/*`);
    assert.deepEqual([refused.status, refused.range, await storedSize(id)], [400, null, 0]);
    assert.match(refused.text, /does not match its Content-Range/);
    await send(url, 0, half);
    assert.equal((await stream(url, [noise, noise], `bytes ${half}-${total - 1}/${total}`)).status, 400);
    assert.equal(await storedSize(id), half);
    assert.equal((await send(url, half)).status, 200);
    await isWhole(id);
  });

  it('answers at once and reads no further, when it takes nothing', async () => {
    const { url, id } = await create();
    await member.call(uploadRoutes.cancel, { id });
    const known = await create();
    await send(known.url, 0, 10, 100);
    const unknown = `${suite.server.origin}/upload/${'x'.repeat(32)}`;
    const captions = `${suite.server.origin}/api/muxupload/captions/${known.id}`;
    const ends: Promise<void>[] = [];
    // Were the body read to its end, no answer would ever come.
    for (const [address, status, headers, piece] of [
      [unknown, 410, { 'content-range': 'bytes 0-999999999/1000000000' }],
      [unknown, 410, {}],
      [url, 410, { 'content-range': 'bytes 0-999999999/1000000000' }],
      [known.url, 413, { 'content-range': `bytes 10-${10 ** 14 - 1}/${10 ** 14}` }],
      [known.url, 409, { 'content-range': 'bytes 10-999999999/1000000000' }],
      [known.url, 400, { 'content-range': 'nonsense' }],
      [captions, 413, { authorization: `Bearer ${member.session.token}` }, 1024 * 1024],
    ] as const) {
      const answer = await pour(address, headers, piece);
      assert.equal(answer.status, status, `${address} ${JSON.stringify(headers)}`);
      ends.push(answer.ended);
    }
    await Promise.all(ends);
    await member.call(uploadRoutes.cancel, { id: known.id });
  });

  it('stops at the bytes that all unfinished uploads of a member may announce', async () => {
    const poor = await suite.signUp();
    const made = await Promise.all(Array.from({ length: 4 }, () => create(poor)));
    const begun = made.map(({ url }) => send(url, 0, 10, suite.world.maxFileSize));
    const statuses = (await Promise.all(begun)).map(({ status }) => status);
    assert.ok(statuses.filter((status) => status === 308).length <= plans.free.videos, String(statuses));
    for (const status of statuses) assert.ok([308, 409, 507].includes(status), String(statuses));
    for (const { id } of made) await poor.call(uploadRoutes.cancel, { id });
  });

  it('keeps to the plan, also when uploads race', async () => {
    const poor = await suite.signUp();
    const begun = await Promise.allSettled(Array.from({ length: 50 }, () => create(poor)));
    const made = begun.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    assert.equal(made.length, plans.free.unfinished, 'and no more can be begun at a time');
    const answers = await Promise.all(made.map(({ url }) => send(url)));
    const refused = answers.filter(({ status }) => status !== 200);
    assert.equal(answers.length - refused.length, plans.free.videos);
    for (const { status, msg } of refused)
      assert.deepEqual([status, msg], [402, 'At the plan maximum. Delete a video to process another.']);
    const { rejected } = await suite.db
      .selectFrom('uploads')
      .select(({ fn }) => fn.countAll<string>().as('rejected'))
      .where('workspace_id', '=', poor.session.id)
      .where('state', '=', 'rejected')
      .executeTakeFirstOrThrow();
    assert.equal(Number(rejected), refused.length);
    await assert.rejects(create(poor), { status: 402, msg: /At the plan maximum\./ });
    for (const { id } of made) await poor.call(videoRoutes.delete, { id }).catch(() => undefined);
  });

  it('answers that it is gone or complete, when a cancellation meets the last byte', async () => {
    const gone = await create();
    await member.call(uploadRoutes.cancel, { id: gone.id });
    const late = { upload: { id: gone.id, workspace_id: member.session.id, received: 0 }, writer: randomUUID() };
    await assert.rejects(reserveSpace(suite.world, late, { upTo: total, isEnd: true }), { code: 'upload_gone' });
    const { url, id } = await create();
    assert.equal((await send(url)).status, 200);
    await refuses(member.call(uploadRoutes.cancel, { id }), 'upload_complete');
    await isWhole(id);
  });

  for (const [what, status, rests, goesOn] of [
    [
      'membership has expired',
      402,
      { membership_end: new Date(Date.now() - 1000) },
      { membership_end: new Date(Date.now() + hour) },
    ],
    ['account is deactivated', 403, { is_active: false }, { is_active: true }],
  ] as const)
    it(`rests and goes on later, when the ${what}`, async () => {
      const other = await suite.signUp();
      const { url, id } = await create(other);
      const set = (account: typeof rests | typeof goesOn) => suite.changeUser(other, account);
      await send(url, 0, half);
      await set(rests);
      for (const answer of [await ask(url), await send(url, half)])
        assert.deepEqual([answer.status, answer.range], [status, null]);
      await set(goesOn);
      assert.deepEqual(await ask(url), has(half));
      assert.equal((await send(url, half)).status, 200);
      await isWhole(id, short, other);
    });

  it('refuses a file for good, when its content is no recording', async () => {
    const text = Buffer.from('This is a text that somebody has renamed to webinar.mp4.\n'.repeat(200));
    for (const bytes of [text, Buffer.from('%PDF-1.7\n'.padEnd(6000, 'x'))]) {
      const { url, id } = await create();
      const sendAll = () => send(url, 0, bytes.length, bytes.length, bytes);
      const { status, msg } = await sendAll();
      assert.equal(status, 422);
      assert.equal(msg, 'No audio or video that can be read was found in this file. Please choose a recording.');
      await suite.settle();
      assert.ok(!existsSync(folderOf(id)));
      await assert.rejects(fetchAsset(member, id), { status: 422, msg: /No audio or video/ });
      assert.equal((await sendAll()).status, 422);
    }
  });

  it('leaves nothing of a recording, when it is broken', async () => {
    const noise = Buffer.concat([short.subarray(0, 32), Buffer.alloc(20_000, 7)]);
    for (const bytes of [short.subarray(0, 30_000), noise]) {
      const id = await uploadFile(member, bytes);
      await assert.rejects(waitUntilProcessed(member, id), { status: 422, msg: /damaged|No audio/ });
      await isRemoved(id);
      const { data } = await member.call(videoRoutes.list, { userId: member.session.id });
      assert.ok(!data.some((video) => video.id === id));
    }
  });

  it('takes recordings without sound, and refuses those of more than three hours', async () => {
    const program = (await findFfmpeg(undefined)).program!;
    const silent = join(suite.place.dataDir, 'without sound.mp4');
    const grey = ['-f', 'lavfi', '-i', 'color=gray:s=64x64:r=25:d=4', '-c:v', 'libx264', '-preset', 'ultrafast'];
    await promisify(execFile)(program, ['-v', 'error', ...grey, silent]);
    const id = await uploadFile(member, silent);
    const asset = await waitUntilProcessed(member, id);
    assert.ok(asset.playable && asset.duration > 0);

    const { signal } = new AbortController();
    const info = await suite.world.media.inspect(silent, signal);
    const inspect = async (duration: number) => {
      // As it came: nothing was found out about it.
      const row = { ...(await videoById(suite.db, id))!, media: null };
      const media = { ...suite.world.media, inspect: async () => ({ ...info, duration }) };
      return inspectStep({ ...suite.world, media }, row, { signal, lastAttempt: true, progress: () => undefined });
    };
    for (const taken of [3 * 3600, 3 * 3600 + 60]) assert.ok((await inspect(taken))?.save, `${taken} s`);
    assert.equal(await inspect(3 * 3600 + 61), undefined);
    assert.equal(await videoById(suite.db, id), undefined);
  });

  it('hides an open upload from other members', async () => {
    const other = await suite.signUp();
    const { id } = await create();
    const title = { passthrough: id, title: 'Mine', userId: other.session.id };
    await assert.rejects(other.call(videoRoutes.save, title), { status: 404 });
    await assert.rejects(other.call(uploadRoutes.cancel, { id }), { status: 404 });
  });
});
