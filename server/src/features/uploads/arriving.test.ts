import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { mediaPaths, type SignedPlaybackId } from '@lectern/contract/playback/playback';
import { minute } from '@lectern/contract/rules/durations';
import { uploadLimits, uploadRoutes } from '@lectern/contract/uploads/uploads';
import { moveBoxToEnd } from '../../../test/box-at-end.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { getObjectPath } from '../../../test/stored.ts';
import { beginChunk, putUploadChunk, waitUntilProcessed } from '../../../test/upload.ts';
import { storageKeys } from '../storage/keys.ts';
import { openPieces } from './parts.ts';

const front = await readFile(getSamplePath('webinar.mp4'));
const { bytes: behind, tail } = moveBoxToEnd(front);
const megabyte = 1024 ** 2;

const send = (url: string, bytes: Buffer, first: number, end: number) =>
  putUploadChunk(url, bytes.subarray(first, end), `bytes ${first}-${end - 1}/${bytes.length}`);

describeServer('a recording that is on its way', {}, (suite) => {
  const begin = (member: TestMember) => member.call(uploadRoutes.create, { name: 'Talk.mp4' });
  const ask = async (member: TestMember, id: string) => (await member.call(uploadRoutes.arriving, { id })).data;
  const media = (playbackId: SignedPlaybackId, name: string) =>
    fetch(suite.server.origin + mediaPaths.stream(playbackId).replace('master.m3u8', name));
  const read = async (playbackId: SignedPlaybackId, name: string): Promise<string> =>
    (await media(playbackId, name)).text();
  const namesIn = (playlist: string): string[] => playlist.split('\n').filter((line) => line.startsWith('segment-'));
  const bytesOf = async (playbackId: SignedPlaybackId, name: string): Promise<Buffer> => {
    const reply = await media(playbackId, name);
    assert.equal(reply.status, 200, name);
    return Buffer.from(await reply.arrayBuffer());
  };
  const isTailKept = async (id: string) => (await suite.world.storage.find(storageKeys.tail(id))) !== undefined;

  for (const [where, bytes] of [
    ['stands in front', front],
    ['was sent ahead', behind],
    ['was sent ahead, compressed', behind],
  ] as const)
    it(`plays as far as it has come, and on when it is whole, when its movie box ${where}`, async () => {
      const member = await suite.signUp();
      const { url, id } = await begin(member);
      const half = { status: 308, range: `bytes=0-${megabyte - 1}`, msg: undefined };
      assert.deepEqual(await send(url, bytes, 0, megabyte), half);
      if (bytes === behind) {
        assert.equal((await ask(member, id)).playback, null);
        const isPacked = where.endsWith('compressed');
        const end = isPacked ? gzipSync(bytes.subarray(tail)) : bytes.subarray(tail);
        const range = `bytes ${tail}-${bytes.length - 1}/${bytes.length}`;
        assert.deepEqual(await putUploadChunk(url, end, range, { isPacked }), half);
        assert.ok(await isTailKept(id));
      }
      const { playback, ...rest } = await ask(member, id);
      assert.deepEqual(rest, { title: 'Talk.mp4', size: bytes.length, received: megabyte });
      assert.ok(playback && playback.arrived > 20 && playback.arrived < 0.6 * playback.duration);
      assert.doesNotMatch(await read(playback.id, 'master.m3u8'), /I-FRAME|SUBTITLES/);
      const early = await read(playback.id, 'video.m3u8');
      assert.match(early, /PLAYLIST-TYPE:EVENT/);
      assert.doesNotMatch(early, /ENDLIST/);
      const there = namesIn(early);
      const segments = await Promise.all(there.map((name) => bytesOf(playback.id, name)));
      assert.equal((await media(playback.id, `segment-${there.length}.m4s`)).status, 404);

      assert.equal((await send(url, bytes, megabyte, bytes.length)).status, 200);
      const all = await ask(member, id).catch(() => undefined);
      assert.ok(!all?.playback || all.playback.arrived === playback.duration);
      const asset = await waitUntilProcessed(member, id);
      assert.equal(asset.playback_id, playback.id);
      assert.ok(Math.abs(asset.duration - playback.duration) < 0.01);
      const whole = await read(playback.id, 'video.m3u8');
      assert.match(whole, /PLAYLIST-TYPE:VOD[^]*ENDLIST/);
      assert.ok(namesIn(whole).length > there.length);
      for (const [n, segment] of segments.entries())
        assert.ok(segment.equals(await bytesOf(playback.id, `segment-${n}.m4s`)), `segment ${n}`);
      assert.ok(!(await isTailKept(id)));
    });

  it('becomes a video of its own bytes alone, when its end was sent ahead from another file', async () => {
    const member = await suite.signUp();
    const { url, id } = await begin(member);
    const other = Buffer.from(behind);
    // Every picture would stand a byte beside its place.
    const offsets = other.indexOf('stco', tail) + 12;
    for (let n = 0; n < other.readUInt32BE(offsets - 4); n += 1)
      other.writeUInt32BE(other.readUInt32BE(offsets + 4 * n) + 1, offsets + 4 * n);
    await send(url, behind, 0, megabyte);
    for (const end of [other, Buffer.alloc(behind.length, 'moov'), Buffer.from(behind).fill(0xff, tail)]) {
      assert.equal((await send(url, end, tail, behind.length)).range, `bytes=0-${megabyte - 1}`);
      assert.ok(await isTailKept(id));
      assert.equal((await ask(member, id)).playback, null);
    }
    assert.equal((await send(url, behind, megabyte, behind.length)).status, 200);
    assert.ok((await waitUntilProcessed(member, id)).playable);
    assert.ok((await readFile(getObjectPath(suite.world, storageKeys.original(id)))).equals(behind));
  });

  it('keeps no end, when it is too long, not the end, badly compressed, broken off or finds no room', async () => {
    const member = await suite.signUp();
    const { url, id } = await begin(member);
    const size = 3 * uploadLimits.tail;
    const isNotKept = async () => assert.ok(!(await isTailKept(id)));
    const put = async (first: number, last: number) => {
      const sent = Buffer.alloc(last - first + 1);
      assert.equal((await putUploadChunk(url, sent, `bytes ${first}-${last}/${size}`)).status, 308);
      await isNotKept();
    };
    assert.equal(
      (await putUploadChunk(url, front.subarray(0, megabyte), `bytes 0-${megabyte - 1}/${size}`)).status,
      308,
    );
    await put(size - uploadLimits.tail - 1, size - 1);
    await put(size - 2000, size - 1000);
    const bomb = gzipSync(Buffer.alloc(2 * uploadLimits.tail));
    for (const packed of [bomb, bomb.subarray(0, -9), Buffer.from('no gzip'), gzipSync(Buffer.alloc(1999))]) {
      const end = `bytes ${size - 2000}-${size - 1}/${size}`;
      assert.equal((await putUploadChunk(url, packed, end, { isPacked: true })).status, 308);
      await isNotKept();
    }
    const inTurn = `bytes ${megabyte}-${size - 1}/${size}`;
    assert.equal((await putUploadChunk(url, bomb, inTurn, { isPacked: true })).status, 400);
    beginChunk(url, `bytes ${size - 2000}-${size - 1}/${size}`, 2000, Buffer.alloc(10)).breakOff();
    assert.equal((await putUploadChunk(url, undefined, `bytes */${size}`)).range, `bytes=0-${megabyte - 1}`);
    await isNotKept();
    const { room } = suite.world.storage;
    suite.world.storage.room = async () => ({ free: 2 * 1024 ** 3 + size, size: 1000 * 1024 ** 3 });
    await put(size - megabyte - 2, size - 1);
    suite.world.storage.room = room;
    assert.equal((await ask(member, id)).received, megabyte);
  });

  it('shows nothing to others, and nothing any more, when it is cancelled', async () => {
    const [member, stranger] = [await suite.signUp(), await suite.signUp()];
    const { url, id } = await begin(member);
    await send(url, front, 0, megabyte);
    const { playback } = await ask(member, id);
    assert.ok(playback);
    await refuses(ask(stranger, id), 'not_found');
    const swapped = playback.id.replace(member.session.id, stranger.session.id);
    for (const other of [url.split('/').at(-1)!, swapped])
      assert.equal((await media(other as SignedPlaybackId, 'video.m3u8')).status, 404, other);
    await member.call(uploadRoutes.cancel, { id });
    await refuses(ask(member, id), 'upload_gone');
    for (const name of ['master.m3u8', 'video.m3u8', 'init.mp4', 'segment-0.m4s'])
      assert.equal((await media(playback.id, name)).status, 404, name);
  });

  it('tells the time of its last byte, when nothing has been sent for a while', async () => {
    const member = await suite.signUp();
    const { url, id } = await begin(member);
    await send(url, front, 0, megabyte);
    const last = Math.floor((Date.now() - minute) / 1000);
    const { kysely: db } = suite.world.database;
    await db
      .updateTable('uploads')
      .set({ last_activity_at: new Date(last * 1000) })
      .where('id', '=', id)
      .execute();
    assert.equal((await ask(member, id)).still_since, last);
    const [range, rest] = [`bytes ${megabyte}-${front.length - 1}/${front.length}`, front.subarray(megabyte)];
    const chunk = beginChunk(url, range, rest.length, rest.subarray(0, 1000));
    await eventually(async () => (await ask(member, id)).still_since === undefined || undefined, 'that somebody sends');
    assert.equal(await chunk.end(rest.subarray(1000)), 200);
  });

  it('reads across the parts in which it came', async () => {
    const { storage } = suite.world;
    const id = crypto.randomUUID();
    const pieces = [0, 1, 2].map((n) => ({ key: storageKeys.part(id, n), size: n === 1 ? 1 : 10 }));
    for (const [n, { key }] of pieces.entries()) await storage.put(key, Buffer.from(`${n}`.repeat(20)));
    await using whole = await openPieces(storage, pieces);
    const into = Buffer.alloc(30);
    assert.equal(await whole.read(into, 5), 16);
    assert.equal(into.toString('latin1', 0, 16), '0000012222222222');
    const places = [
      { into: into.subarray(0, 2), at: 10 },
      { into: into.subarray(2, 4), at: 9 },
    ];
    await whole.readEach(places);
    assert.equal(into.toString('latin1', 0, 4), '1201');
    await storage.remove(`${storageKeys.folder(id)}/`);
  });
});
