import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import './on-disk.ts';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { describeProcess } from './describe-process.ts';
import { eventually } from './member.ts';
import { hasRareTests } from './rare.ts';
import { getSamplePath } from './sample.ts';
import { beginChunk, putUploadChunk, uploadFile, waitUntilProcessed } from './upload.ts';

/** Checks the promise of uploads: acknowledged bytes stay, and a complete upload becomes a video. */
describeProcess('a killed server', { isMortal: true }, (suite) => {
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
