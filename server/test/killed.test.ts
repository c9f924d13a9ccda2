import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import './on-disk.ts';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { oneDatabase, type TestPlace } from './databases.ts';
import { eventually, signUp, type TestMember } from './member.ts';
import { type ServerProcess, type ServerSettings, createServerSettings, startServer } from './process.ts';
import { hasRareTests } from './rare.ts';
import { getSamplePath } from './sample.ts';
import { beginChunk, putUploadChunk, uploadFile, waitUntilProcessed } from './upload.ts';

const killedJoining = join(import.meta.dirname, 'killed-joining.ts');

/** Checks the promise of uploads: acknowledged bytes stay, and a complete upload becomes a video. */
oneDatabase((database, open) => {
  describe(`a killed server on ${database}`, () => {
    let place: TestPlace;
    let server: ServerProcess;
    let member: TestMember;
    let env: ServerSettings;
    before(async () => {
      place = await open();
      env = await createServerSettings(place);
      server = await startServer(env);
      member = await signUp(server.origin, server.letters);
    });
    after(async () => {
      await server?.stop();
      await place?.close();
    });

    it('keeps every acknowledged byte of an upload and resumes there, when the server is killed', async () => {
      const bytes = await readFile(getSamplePath('webinar.mp4'));
      const total = bytes.length;
      const { url, id } = await member.call(uploadRoutes.create, {});
      const chunk = 256 * 1024;
      const range = (from: number, to: number): string => `bytes ${from}-${to - 1}/${total}`;
      const part = join(place.dataDir, 'videos', id, 'original.part');
      const dieAndAsk = async (): Promise<number> => {
        await server.kill();
        server = await startServer(env);
        const answer = await putUploadChunk(url, undefined, `bytes */${total}`);
        return Number(/bytes=0-(\d+)/.exec(answer.range ?? '')?.[1]) + 1;
      };

      assert.equal((await putUploadChunk(url, bytes.subarray(0, chunk), range(0, chunk))).status, 308);
      assert.equal(await dieAndAsk(), chunk, 'all that was acknowledged, by a server that died at once');

      const sending = beginChunk(url, range(chunk, 4 * chunk), 3 * chunk, bytes.subarray(chunk, 3 * chunk));
      await eventually(async () => ((await stat(part)).size > chunk ? true : undefined), 'the half of a chunk');
      const stored = await dieAndAsk();
      sending.breakOff();
      assert.ok(stored >= chunk && stored <= 3 * chunk, `${stored} bytes, by a server that died within a chunk`);

      assert.equal((await putUploadChunk(url, bytes.subarray(stored), range(stored, total))).status, 200);
      assert.ok((await readFile(join(place.dataDir, 'videos', id, 'original'))).equals(bytes));
      await member.call(videoRoutes.delete, { id });
    });

    for (const when of hasRareTests ? ['before', 'after'] : ['before'])
      it(`makes a video of a complete upload unasked, when killed ${when} its file had its place`, async () => {
        await server.stop();
        const dying = await startServer({ ...env, LECTERN_TEST_KILL_JOINING: when }, killedJoining);
        const sending = uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
        await Promise.all([assert.rejects(sending), dying.gone]);
        server = await startServer(env);
        const { id } = await eventually(
          async () => (await member.call(videoRoutes.list, { userId: member.session.id })).data[0],
          'the video',
        );
        await waitUntilProcessed(member, id);
        const stored = await readFile(join(place.dataDir, 'videos', id, 'original'));
        assert.ok(stored.equals(await readFile(getSamplePath('short.mp4'))));
        assert.deepEqual((await member.call(uploadRoutes.open, {})).data, []);
        await member.call(videoRoutes.delete, { id });
      });
  });
});
