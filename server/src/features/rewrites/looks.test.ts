import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { glossaryRoutes, type Term } from '@lectern/contract/glossary';
import { type Rewrite, type RewritePlace, rewriteRoutes } from '@lectern/contract/rewrites';
import { videoRoutes } from '@lectern/contract/videos';
import { sql } from 'kysely';
import { eachDatabase, type Place } from '../../../test/databases.ts';
import { eventually, signUp, type TestMember } from '../../../test/member.ts';
import { sample } from '../../../test/sample.ts';
import { uploadFile, whenSettled } from '../../../test/upload.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import { lockVideo } from '../videos/lock.ts';
import { markDeleted } from '../videos/store.ts';
import { rewriteJob } from './rewrite.job.ts';

eachDatabase((database, open) => {
  describe(`a look through a library that changes meanwhile, on ${database}`, () => {
    let place: Place;
    let server: TestWorld;
    let member: TestMember;
    let niche: Term;
    let first: string;
    let second: string;
    let third: string;

    before(async () => {
      place = await open();
      server = await openTestWorld(place);
      member = await signUp(server.origin, server.letters);
      await server.world.database.kysely
        .updateTable('users')
        .set({ plan: 'professional' })
        .where('id', '=', member.session.id)
        .execute();
      const upload = () => uploadFile(member, sample('short.mp4'), { captions: sample('short.vtt') });
      // Those that came last are looked through first.
      [third, second, first] = [await upload(), await upload(), await upload()];
      for (const id of [third, second, first]) await whenSettled(member, id);
      niche = (await member.call(glossaryRoutes.addTerm, { term: 'Niche', wrong: ['narrow segment'] })).data;
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    const present = async (id: string): Promise<Rewrite> => (await member.call(rewriteRoutes.rewrite, { id })).data;
    const settled = (id: string) =>
      eventually(async () => {
        const data = await present(id);
        return ['looking', 'applying', 'undoing'].includes(data.state) ? undefined : data;
      }, 'the rewrite');
    const look = async () => settled((await member.call(rewriteRoutes.look, { terms: [niche.id] })).data.id);
    const places = async (id: string): Promise<RewritePlace[]> =>
      (await member.call(rewriteRoutes.places, { id })).data;
    const recordings = async (id: string): Promise<string[]> => [
      ...new Set((await places(id)).map(({ passthrough }) => passthrough)),
    ];

    /** Brings a look back to where it had looked through so many recordings, and does the part that comes then. */
    const lookOn = async (id: string, looked: number): Promise<void> => {
      const { kysely } = server.world.database;
      const { step, videos } = await kysely
        .updateTable('rewrites')
        .set({ state: 'looking', looked })
        .where('id', '=', id)
        .returning(['step', 'videos'])
        .executeTakeFirstOrThrow();
      await kysely
        .deleteFrom('rewrite_places')
        .where('rewrite_id', '=', id)
        .where('video_id', 'in', videos!.slice(looked))
        .execute();
      const job = { id, attempt: 1, lastAttempt: true, signal: new AbortController().signal };
      await rewriteJob.run(server.world, { rewriteId: id, step }, job);
    };

    it('goes on behind the places of a recording that was deleted', async () => {
      const { id } = await look();
      assert.deepEqual(await recordings(id), [first, second, third]);
      await member.call(videoRoutes.delete, { id: first });
      await lookOn(id, 2);
      const { state, problem } = await present(id);
      assert.deepEqual([state, problem], ['ready', null]);
      assert.deepEqual(await recordings(id), [second, third]);
      const numbers = (await places(id)).map(({ at }) => at);
      assert.deepEqual([...new Set(numbers)], numbers);
    });

    it('keeps nothing of a recording that is deleted while it is read', async () => {
      const { kysely } = server.world.database;
      const { id } = await look();
      // The title stays with the row, for the operator.
      await kysely.updateTable('videos').set({ title: 'A narrow segment' }).where('id', '=', second).execute();
      const isGone = Promise.withResolvers<void>();
      const deletion = server.world.database.transaction(async (tx) => {
        await lockVideo(tx, second);
        await markDeleted(tx, second);
        isGone.resolve();
        // The embedded database lets nobody read meanwhile; on PostgreSQL the look has read what is about to be gone.
        if (server.world.database.kind === 'postgresql') await eventually(() => somebodyWaits(tx), 'the look');
      });
      await isGone.promise;
      await Promise.all([deletion, lookOn(id, 0)]);
      assert.deepEqual([(await settled(id)).state, await recordings(id)], ['ready', [third]]);
      assert.deepEqual(await recordings((await look()).id), [third]);
    });

    it('reads also what the search has not read yet', async () => {
      const { kysely } = server.world.database;
      await kysely.updateTable('cues').set({ span: null }).where('video_id', '=', third).execute();
      assert.ok((await recordings((await look()).id)).includes(third));
    });

    const somebodyWaits = async (tx: typeof server.world.database.kysely): Promise<true | undefined> => {
      const { rows } = await sql`select from pg_locks
        where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx);
      return rows.length > 0 ? true : undefined;
    };
  });
});
