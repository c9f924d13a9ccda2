// full: it kills at every point of a rewrite; killed-once.test.ts kills at one
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { glossaryRoutes } from '@lectern/contract/transcripts/glossary';
import { type Rewrite, rewriteRoutes } from '@lectern/contract/editing/rewrites';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { oneDatabase, type TestPlace } from './databases.ts';
import { eventually, signUp, type TestMember } from './member.ts';
import { type ServerProcess, type ServerSettings, createServerSettings, startServer } from './process.ts';
import { getSamplePath } from './sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from './upload.ts';

const killedAt = join(import.meta.dirname, 'killed-at.ts');

oneDatabase((database, open) => {
  // On PostgreSQL the work of a dead process is taken up only after its last sign of life.
  const moments = database === 'PostgreSQL' ? ['end'] : ['begin', 'end'];
  describe(`a server on ${database} that dies while it rewrites a library`, () => {
    let place: TestPlace;
    let env: ServerSettings;
    let member: TestMember;
    let video: VideoDetail;
    let rewrite = '';

    before(async () => {
      place = await open();
      env = await createServerSettings(place);
      await whileLiving(async ({ origin, letters }) => {
        member = await signUp(origin, letters);
        const id = await uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
        video = await waitUntilProcessed(member, id);
        await member.call(glossaryRoutes.addTerm, { term: 'words of words', wrong: ['words'] });
      });
    });
    after(async () => {
      await place?.close();
    });

    async function whileLiving<T>(work: (server: ServerProcess) => Promise<T>): Promise<T> {
      const server = await startServer(env);
      try {
        return await work(server);
      } finally {
        await server.stop();
      }
    }
    const transcript = (): Promise<string> => whileLiving(async () => (await fetchAsset(member, video.id)).vtt);

    /** Begins something, dies at each moment of its jobs, and lives on until it is done. */
    async function dying(begin: () => Promise<unknown>, state: Rewrite['state']): Promise<Rewrite['places']> {
      let isBegun = false;
      for (const moment of moments) {
        const toldIn = join(place.dataDir, 'kill-at');
        await writeFile(toldIn, `rewrite/${moment}`);
        const server = await startServer({ ...env, LECTERN_TEST_KILL_AT: toldIn }, killedAt).catch(String);
        // The job may be waiting already: then it dies before it is ready.
        if (typeof server === 'string') assert.match(server, /ended with code null/);
        else {
          // On PostgreSQL the job of an earlier death may be tried again first, and end the server before it is asked.
          isBegun ||= await begin().then(
            () => true,
            () => false,
          );
          await server.gone;
        }
      }
      return whileLiving(async () => {
        // It may have been heard without an answer: then it is refused.
        if (!isBegun) await begin().catch(() => undefined);
        return eventually(async () => {
          rewrite ||= (await member.call(rewriteRoutes.rewrites, undefined)).data[0]!.id;
          const { data } = await member.call(rewriteRoutes.rewrite, { id: rewrite });
          return data.state === state ? data.places : undefined;
        }, `the rewrite, ${state}`);
      });
    }

    it('finds, changes and gives back every place once', async () => {
      const { all } = await dying(() => member.call(rewriteRoutes.look, {}), 'ready');
      assert.ok(all >= 2);
      const applied = await dying(() => member.call(rewriteRoutes.apply, { id: rewrite }), 'applied');
      assert.deepEqual([applied.all, applied.changed, applied.passed], [all, all, 0]);
      assert.equal((await transcript()).match(/words of words/g)?.length, video.vtt.match(/words/g)?.length);
      const undone = await dying(() => member.call(rewriteRoutes.undo, { id: rewrite }), 'undone');
      assert.deepEqual([undone.undone, undone.kept], [all, 0]);
      assert.equal(await transcript(), video.vtt);
    });
  });
});
