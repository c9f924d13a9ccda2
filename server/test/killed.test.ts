import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import './on-disk.ts';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { moveBoxToEnd } from './box-at-end.ts';
import { describeProcess } from './describe-process.ts';
import { startLocalServer } from './local-server.ts';
import { eventually } from './member.ts';
import { hasRareTests } from './rare.ts';
import { getSamplePath, lengthenSample } from './sample.ts';
import { beginChunk, putUploadChunk, uploadFile, waitUntilProcessed } from './upload.ts';

/** Checks the promise of uploads: acknowledged bytes stay, and a complete upload becomes a video. */
describeProcess('a killed server', { isMortal: true, env: () => ({ OUTBOUND_ALLOW: '127.0.0.1/32' }) }, (suite) => {
  const originalOf = (id: string): string => join(suite.place.dataDir, 'videos', id, 'original');

  it('keeps every acknowledged byte of an upload and resumes there, when the server is killed', async () => {
    const bytes = await readFile(getSamplePath('webinar.mp4'));
    const total = bytes.length;
    const { url, id } = await suite.member.call(uploadRoutes.create, {});
    const chunk = 256 * 1024;
    const range = (from: number, to: number): string => `bytes ${from}-${to - 1}/${total}`;
    const dieAndAsk = async (): Promise<number> => {
      await suite.restart('kill');
      const answer = await putUploadChunk(url, undefined, `bytes */${total}`);
      return Number(/bytes=0-(\d+)/.exec(answer.range ?? '')?.[1]) + 1;
    };

    assert.equal((await putUploadChunk(url, bytes.subarray(0, chunk), range(0, chunk))).status, 308);
    assert.equal(await dieAndAsk(), chunk, 'all that was acknowledged, by a server that died at once');

    const sending = beginChunk(url, range(chunk, 4 * chunk), 3 * chunk, bytes.subarray(chunk, 3 * chunk));
    const halfCame = async () => ((await stat(`${originalOf(id)}.part`)).size > chunk ? true : undefined);
    await eventually(halfCame, 'the half of a chunk');
    const stored = await dieAndAsk();
    sending.breakOff();
    assert.ok(stored >= chunk && stored <= 3 * chunk, `${stored} bytes, by a server that died within a chunk`);

    assert.equal((await putUploadChunk(url, bytes.subarray(stored), range(stored, total))).status, 200);
    assert.ok((await readFile(originalOf(id))).equals(bytes));
    await suite.member.call(videoRoutes.delete, { id });
  });

  it('lets an upload be watched on and keeps the end it was sent ahead, when the server is killed', async () => {
    const { bytes, tail } = moveBoxToEnd(await readFile(getSamplePath('webinar.mp4')));
    const { url, id } = await suite.member.call(uploadRoutes.create, {});
    const megabyte = 1024 ** 2;
    const range = (from: number, to: number): string => `bytes ${from}-${to - 1}/${bytes.length}`;
    const send = (from: number, to: number) => putUploadChunk(url, bytes.subarray(from, to), range(from, to));
    const watch = async () => {
      const { playback } = (await suite.member.call(uploadRoutes.arriving, { id })).data;
      const media = async (name: string): Promise<Buffer> => {
        const reply = await fetch(suite.server.origin + mediaPaths.stream(playback!.id).replace('master.m3u8', name));
        assert.equal(reply.status, 200, name);
        return Buffer.from(await reply.arrayBuffer());
      };
      const playlist = (await media('video.m3u8')).toString();
      const names = playlist.split('\n').filter((line) => /^(segment|#EXT-X-MAP)/.test(line));
      return { names, segments: await Promise.all([0, 1, 2].map((n) => media(`segment-${n}.m4s`))) };
    };
    await send(0, megabyte);
    assert.equal((await send(tail, bytes.length)).range, `bytes=0-${megabyte - 1}`);
    const before = await watch();

    const sending = beginChunk(
      url,
      range(megabyte, bytes.length),
      bytes.length - megabyte,
      bytes.subarray(megabyte, -9),
    );
    await Promise.all([watch(), suite.restart('kill')].map((each) => each.catch(() => undefined)));
    sending.breakOff();
    assert.ok((await readFile(`${originalOf(id)}.part.end`)).equals(bytes.subarray(tail)));
    const after = await watch();
    assert.deepEqual(after.names.slice(0, before.names.length), before.names, 'the same segments, or more');
    assert.deepEqual(after.segments, before.segments);

    const answer = await putUploadChunk(url, undefined, `bytes */${bytes.length}`);
    const stored = Number(/bytes=0-(\d+)/.exec(answer.range ?? '')?.[1]) + 1;
    assert.ok(stored >= megabyte);
    assert.equal((await send(stored, bytes.length)).status, 200);
    assert.ok((await readFile(originalOf(id))).equals(bytes));
    assert.ok((await waitUntilProcessed(suite.member, id)).playable);
    assert.deepEqual((await watch()).segments, before.segments);
    await suite.member.call(videoRoutes.delete, { id });
  });

  it('goes on with a recording from a URL after what was acknowledged, when the server is killed', async () => {
    const bytes = await lengthenSample(40 * 1024 ** 2);
    const asked: (string | undefined)[] = [];
    const source = await startLocalServer(({ headers: { range } }, response) => {
      asked.push(range);
      const first = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
      const part = first > 0 ? { 'content-range': `bytes ${first}-${bytes.length - 1}/${bytes.length}` } : {};
      const headers = { etag: '"one"', 'content-length': bytes.length - first, ...part };
      response.writeHead(first > 0 ? 206 : 200, headers);
      // The first answer never ends.
      if (first > 0) response.end(bytes.subarray(first));
      else response.write(bytes.subarray(0, -9));
    });
    const { call } = suite.member;
    const { id } = await call(uploadRoutes.fromUrl, { url: source.url });
    const piece = async () => (await call(uploadRoutes.open, {})).data[0]?.received || undefined;
    const received = await eventually(piece, 'a piece that is acknowledged');
    await suite.restart('kill');
    const isVideo = async () => (await call(videoRoutes.list, { userId: suite.member.session.id })).data[0];
    assert.equal((await eventually(isVideo, 'the video')).id, id);
    await source.close();
    assert.deepEqual(asked, [undefined, `bytes=${received}-`]);
    assert.ok((await readFile(originalOf(id))).equals(bytes));
    await call(videoRoutes.delete, { id });
  });

  for (const when of hasRareTests ? ['before', 'after'] : ['before'])
    it(`makes a video of a complete upload unasked, when killed ${when} its file had its place`, async () => {
      const { member } = suite;
      const captions = getSamplePath('short.vtt');
      await suite.dieAt(`join/${when}`, () => uploadFile(member, getSamplePath('short.mp4'), { captions }));
      await suite.live();
      const list = () => member.call(videoRoutes.list, { userId: member.session.id });
      const { id } = await eventually(async () => (await list()).data[0], 'the video');
      await waitUntilProcessed(member, id);
      assert.ok((await readFile(originalOf(id))).equals(await readFile(getSamplePath('short.mp4'))));
      assert.deepEqual((await member.call(uploadRoutes.open, {})).data, []);
      await member.call(videoRoutes.delete, { id });
    });
});
