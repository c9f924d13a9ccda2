import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { plans } from '@lectern/contract/rules/plans';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { hour } from '@lectern/contract/rules/durations';
import { saveSetting } from '../../platform/database/settings.ts';
import { storageKeys } from '../storage/keys.ts';
import { sweepUploads } from './sweep.ts';
import { reserveSpace } from './reserve-space.ts';
import { getObjectPath } from '../../../test/stored.ts';
import { oneDatabase } from '../../../test/databases.ts';
import { eventually, signUp, type TestMember } from '../../../test/member.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { beginChunk, putUploadChunk, waitUntilProcessed } from '../../../test/upload.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';

const short = await readFile(getSamplePath('short.mp4'));
const total = short.length;

/** A body whose length nobody is told before its end. */
const streamed = async (url: string, parts: readonly Uint8Array[], contentRange?: string) => {
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const part of parts) stream.enqueue(part);
      stream.close();
    },
  });
  const headers = contentRange === undefined ? {} : { 'content-range': contentRange };
  const response = await fetch(url, {
    method: 'PUT',
    headers,
    body,
    duplex: 'half',
    redirect: 'manual',
  } as RequestInit);
  const text = await response.text();
  const msg = text === '' ? undefined : (JSON.parse(text) as { msg?: string }).msg;
  return { status: response.status, range: response.headers.get('range'), msg };
};

/** Sends without end until the answer is there; resolves with it, and with how it ended. */
function pour(
  url: string,
  headers: Record<string, string>,
  piece = 1024,
): Promise<{ status: number; ended: Promise<string> }> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'PUT', headers });
    const { promise: ended, resolve: end } = Promise.withResolvers<string>();
    let answered = false;
    const more = (): void => void (sending.destroyed || sending.write(Buffer.alloc(piece), () => setImmediate(more)));
    sending.on('response', (response) => {
      answered = true;
      response.on('error', () => undefined).resume();
      resolve({ status: response.statusCode!, ended });
    });
    sending.on('error', (error) => {
      if (answered) end(String(error));
      else reject(error);
    });
    sending.on('close', () => end('closed'));
    more();
  });
}

oneDatabase((database, open) => {
  describe(`resumable uploads on ${database}`, () => {
    let server: TestWorld;
    let member: TestMember;
    let place: Awaited<ReturnType<typeof open>>;
    before(async () => {
      place = await open();
      const patience = { head: 20_000, window: 60_000, least: 30_000, linger: 1000, connections: 1000 };
      server = await openTestWorld({ ...place, patience });
      member = await signUp(server.origin, server.letters);
      await server.world.database.kysely.updateTable('users').set({ plan: 'professional' }).execute();
    });
    after(async () => {
      await server?.close();
      await place?.close?.();
    });

    const create = () => member.call(uploadRoutes.create, {});
    const isWhole = async (id: string): Promise<void> => {
      assert.ok(
        (await readFile(getObjectPath(server.world, storageKeys.original(id)))).equals(short),
        'the stored file is the sent file',
      );
      await member.call(videoRoutes.delete, { id });
    };

    it('take a recording whose size is told with its last chunk', async () => {
      const { url, id } = await create();
      assert.deepEqual(await putUploadChunk(url, undefined, 'bytes */*'), { status: 308, range: null, msg: undefined });
      const half = 70_000;
      assert.equal(
        (await putUploadChunk(url, short.subarray(0, half), `bytes 0-${half - 1}/*`)).range,
        `bytes=0-${half - 1}`,
      );
      assert.deepEqual(await putUploadChunk(url, undefined, 'bytes */*'), {
        status: 308,
        range: `bytes=0-${half - 1}`,
        msg: undefined,
      });
      const listed = (await member.call(uploadRoutes.open, {})).data.find((upload) => upload.id === id);
      assert.deepEqual([listed?.size, listed?.received], [null, half]);
      assert.equal(
        (await putUploadChunk(url, undefined, `bytes */${half - 1}`)).status,
        400,
        'a size below what is stored',
      );
      assert.equal(
        (await putUploadChunk(url, short.subarray(half), `bytes ${half}-${total - 1}/${total}`)).status,
        200,
      );
      assert.equal((await putUploadChunk(url, undefined, 'bytes */*')).status, 200, 'asking again after the end');
      await isWhole(id);
    });

    it('begin a piece with each chunk, where the storage adds to none', async () => {
      const { storage } = server.world;
      Object.assign(storage, { appends: false });
      try {
        const { url, id } = await create();
        const cuts = [0, 30_000, 60_000, 90_000, total];
        for (const [n, from] of cuts.slice(0, -1).entries()) {
          const to = cuts[n + 1]!;
          const { status } = await putUploadChunk(url, short.subarray(from, to), `bytes ${from}-${to - 1}/${total}`);
          assert.equal(status, to === total ? 200 : 308);
        }
        await isWhole(id);
      } finally {
        Object.assign(storage, { appends: true });
      }
    });

    it('take a recording whose end is told when all of it is there', async () => {
      const { url, id } = await create();
      assert.equal((await putUploadChunk(url, short, `bytes 0-${total - 1}/*`)).status, 308);
      assert.equal((await putUploadChunk(url, undefined, `bytes */${total}`)).status, 200);
      await isWhole(id);
    });

    it('take bodies of unknown length, in chunks and as a whole', async () => {
      const chunked = await create();
      const half = 70_000;
      const range = (from: number, to: number) => `bytes ${from}-${to - 1}/${total}`;
      assert.equal((await streamed(chunked.url, [short.subarray(0, half)], range(0, half))).status, 308);
      assert.equal((await streamed(chunked.url, [short.subarray(half)], range(half, total))).status, 200);
      await isWhole(chunked.id);

      const whole = await create();
      const parts = [short.subarray(0, half), short.subarray(half)];
      assert.equal((await streamed(whole.url, parts)).status, 200);
      assert.equal((await putUploadChunk(whole.url, undefined, `bytes */${total}`)).status, 200);
      await isWhole(whole.id);

      const nothing = await create();
      assert.equal((await streamed(nothing.url, [])).status, 422);
      const single = await create();
      assert.equal((await putUploadChunk(single.url, short)).status, 200);
      await isWhole(single.id);
    });

    it('cut off what a refused request brought too much of', async () => {
      const { url, id } = await create();
      const noise = Buffer.alloc(total, 7);
      const refused = await streamed(url, [noise, noise], `bytes 0-${total - 1}/*`);
      assert.deepEqual([refused.status, refused.range], [400, null]);
      assert.match(refused.msg ?? '', /does not match its Content-Range/);
      assert.equal((await stat(getObjectPath(server.world, storageKeys.part(id)))).size, 0);
      const half = 70_000;
      await putUploadChunk(url, short.subarray(0, half), `bytes 0-${half - 1}/${total}`);
      assert.equal((await streamed(url, [noise, noise], `bytes ${half}-${total - 1}/${total}`)).status, 400);
      assert.equal((await stat(getObjectPath(server.world, storageKeys.part(id)))).size, half);
      assert.equal(
        (await putUploadChunk(url, short.subarray(half), `bytes ${half}-${total - 1}/${total}`)).status,
        200,
      );
      await isWhole(id);
    });

    it('answer at once what they do not take, and read no further', async () => {
      const { url, id } = await create();
      await member.call(uploadRoutes.cancel, { id });
      const known = await create();
      await putUploadChunk(known.url, Buffer.alloc(10), 'bytes 0-9/100');
      const ends: Promise<string>[] = [];
      for (const [address, range, status] of [
        [`${server.origin}/upload/${'x'.repeat(32)}`, 'bytes 0-999999999/1000000000', 410],
        [`${server.origin}/upload/${'x'.repeat(32)}`, undefined, 410],
        [url, 'bytes 0-999999999/1000000000', 410],
        [known.url, `bytes 10-${10 ** 14 - 1}/${10 ** 14}`, 413],
        [known.url, 'bytes 10-999999999/1000000000', 409],
        [known.url, 'nonsense', 400],
      ] as const) {
        // Were the body read to its end, no answer would ever come.
        const answer = await pour(address, range === undefined ? {} : { 'content-range': range });
        assert.equal(answer.status, status, `${address} ${range}`);
        ends.push(answer.ended);
      }
      const captions = `${server.origin}/api/muxupload/captions/${known.id}`;
      const { status, ended } = await pour(captions, { authorization: `Bearer ${member.session.token}` }, 1024 * 1024);
      assert.equal(status, 413);
      await Promise.all([...ends, ended]);
      await member.call(uploadRoutes.cancel, { id: known.id });
    });

    it('stop at the bytes that all unfinished ones of a member may announce', async () => {
      const poor = await signUp(server.origin, server.letters);
      const most = server.world.maxFileSize;
      const made = await Promise.all(Array.from({ length: 4 }, () => poor.call(uploadRoutes.create, {})));
      const ten = Buffer.from(short.subarray(0, 10));
      const rooms = made.map(({ url }) => putUploadChunk(url, ten, `bytes 0-9/${most}`));
      const statuses = (await Promise.all(rooms)).map(({ status }) => status);
      const taken = statuses.filter((status) => status === 308).length;
      assert.ok(taken <= plans.free.videos, String(statuses));
      for (const status of statuses) assert.ok([308, 409, 507].includes(status), String(statuses));
      for (const { id } of made) await poor.call(uploadRoutes.cancel, { id });
    });

    it('reports upload_gone instead of size_changed, when an upload is cancelled as its end arrives', async () => {
      const other = await signUp(server.origin, server.letters);
      const { id } = await other.call(uploadRoutes.create, {});
      await other.call(uploadRoutes.cancel, { id });
      const late = { upload: { id, user_id: other.session.id, received: 0 }, writer: randomUUID() };
      const end = { upTo: total, isEnd: true };
      await assert.rejects(reserveSpace(server.world, late, end), { code: 'upload_gone' });
    });

    it('rest while the membership has expired, and go on with it', async () => {
      const other = await signUp(server.origin, server.letters);
      const { url, id } = await other.call(uploadRoutes.create, {});
      const half = 70_000;
      await putUploadChunk(url, short.subarray(0, half), `bytes 0-${half - 1}/${total}`);
      const ends = (membership_end: Date) =>
        server.world.database.kysely
          .updateTable('users')
          .set({ membership_end })
          .where('id', '=', other.session.id)
          .execute();
      await ends(new Date(Date.now() - 1000));
      for (const range of [`bytes */${total}`, `bytes ${half}-${total - 1}/${total}`])
        assert.equal(
          (await putUploadChunk(url, range.includes('*') ? undefined : short.subarray(half), range)).status,
          402,
          range,
        );
      await ends(new Date(Date.now() + hour));
      assert.equal((await putUploadChunk(url, undefined, `bytes */${total}`)).range, `bytes=0-${half - 1}`);
      assert.equal(
        (await putUploadChunk(url, short.subarray(half), `bytes ${half}-${total - 1}/${total}`)).status,
        200,
      );
      assert.ok((await readFile(getObjectPath(server.world, storageKeys.original(id)))).equals(short));
    });

    it('wait whole while the membership has expired, however long, and become videos with it', async () => {
      const other = await signUp(server.origin, server.letters);
      const { url, id } = await other.call(uploadRoutes.create, {});
      const { kysely } = server.world.database;
      const ends = (membership_end: Date) =>
        kysely.updateTable('users').set({ membership_end }).where('id', '=', other.session.id).execute();
      const last = beginChunk(url, `bytes 0-${total - 1}/${total}`, total, short.subarray(0, 1000));
      await eventually(
        async () =>
          (await kysely.selectFrom('uploads').select('lease_id').where('id', '=', id).executeTakeFirst())?.lease_id ??
          undefined,
        'that it is being written',
      );
      await ends(new Date(Date.now() - 1000));
      assert.equal(await last.end(short.subarray(1000)), 402);
      await server.world.jobs.recoverOrphans();
      await server.world.jobs.settle();
      for (const hours of [1, 1000]) {
        await saveSetting(kysely, 'running_hours', `${hours} ${Date.now() - hour}`);
        await sweepUploads(server.world);
      }
      assert.equal((await putUploadChunk(url, undefined, `bytes */${total}`)).status, 402, 'it is still there');
      await ends(new Date(Date.now() + hour));
      await server.world.jobs.recoverOrphans();
      await server.world.jobs.settle();
      await waitUntilProcessed(other, id);
      assert.ok((await readFile(getObjectPath(server.world, storageKeys.original(id)))).equals(short));
    });

    it('rest while the account is deactivated, and go on with it', async () => {
      const other = await signUp(server.origin, server.letters);
      const { url, id } = await other.call(uploadRoutes.create, {});
      const half = 70_000;
      await putUploadChunk(url, short.subarray(0, half), `bytes 0-${half - 1}/${total}`);
      const activate = (is_active: boolean) =>
        server.world.database.kysely
          .updateTable('users')
          .set({ is_active })
          .where('id', '=', other.session.id)
          .execute();
      await activate(false);
      for (const range of [`bytes */${total}`, `bytes ${half}-${total - 1}/${total}`]) {
        const refused = await putUploadChunk(url, range.includes('*') ? undefined : short.subarray(half), range);
        assert.deepEqual([refused.status, refused.range], [403, null], range);
        assert.match(refused.msg ?? '', /deactivated/);
      }
      await activate(true);
      assert.equal((await putUploadChunk(url, undefined, `bytes */${total}`)).range, `bytes=0-${half - 1}`);
      assert.equal(
        (await putUploadChunk(url, short.subarray(half), `bytes ${half}-${total - 1}/${total}`)).status,
        200,
      );
      assert.ok((await readFile(getObjectPath(server.world, storageKeys.original(id)))).equals(short));
    });
  });
});
