import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { glossaryRoutes, type Term } from '@lectern/contract/transcripts/glossary';
import { type Rewrite, type RewriteOccurrence, rewriteRoutes } from '@lectern/contract/editing/rewrites';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { day } from '@lectern/contract/rules/durations';
import { sql } from 'kysely';
import { oneDatabase, type TestPlace } from '../../../../test/databases.ts';
import { eventually, type TestMember } from '../../../../test/member.ts';
import { openRecordedWorld } from '../../../../test/recorded.ts';
import { refuses } from '../../../../test/refusals.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import type { TestWorld } from '../../../../test/world.ts';
import { lockVideo } from '../../videos/lock-video.ts';
import { markDeleted } from '../../videos/removal.ts';
import { rewriteJob } from './rewrite.job.ts';
import { dropRowsOfDeleted } from '../../../platform/database/rows-of-videos.ts';
import { sweepRewrites } from './sweep.ts';

oneDatabase((database, open) => {
  describe(`a look through a library that changes meanwhile, on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    let member: TestMember;
    let niche: Term;
    let first: string;
    let second: string;
    let third: string;
    let now = new Date();

    before(async () => {
      const recorded = await openRecordedWorld(open, ['short'], { now: () => now });
      ({ place, server, member } = recorded);
      await server.world.database.kysely
        .updateTable('users')
        .set({ plan: 'professional' })
        .where('id', '=', member.session.id)
        .execute();
      const upload = () => uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
      // The newest recordings are looked through first.
      [third, second, first] = [recorded.short.id, await upload(), await upload()];
      for (const id of [second, first]) await waitUntilProcessed(member, id);
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
    const places = async (id: string): Promise<RewriteOccurrence[]> =>
      (await member.call(rewriteRoutes.places, { id })).data;
    const recordings = async (id: string): Promise<string[]> => [
      ...new Set((await places(id)).map(({ passthrough }) => passthrough)),
    ];

    /** Brings a look back to where it had looked through so many recordings, and does the part that comes then. */
    const lookOn = async (id: string, looked: number): Promise<void> => {
      const { kysely } = server.world.database;
      const { step, videos } = await kysely
        .updateTable('rewrites')
        .set({ state: 'looking', videos_scanned: looked })
        .where('id', '=', id)
        .returning(['step', 'videos'])
        .executeTakeFirstOrThrow();
      await kysely
        .deleteFrom('rewrite_occurrences')
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
      await kysely
        .updateTable('cues')
        .set({ search_text: null, span_own: null })
        .where('video_id', '=', third)
        .execute();
      assert.ok((await recordings((await look()).id)).includes(third));
    });

    it('goes on where it was cut off: the look, the change and the undo', async () => {
      const { id } = await look();
      const all = (await places(id)).length;
      assert.ok(all > 0);
      const goOn = () => member.call(rewriteRoutes.goOn, { id });
      await refuses(goOn(), 'rewrite_over');
      for (const [stopped, becomes] of [
        ['looking', 'ready'],
        ['applying', 'applied'],
        ['undoing', 'undone'],
      ] as const) {
        const { kysely } = server.world.database;
        if (stopped === 'looking')
          await kysely.deleteFrom('rewrite_occurrences').where('rewrite_id', '=', id).execute();
        await kysely
          .updateTable('rewrites')
          .set({ state: stopped, videos_scanned: 0, problem: 'Something went wrong.' })
          .where('id', '=', id)
          .execute();
        const failed = await present(id);
        assert.deepEqual([failed.state, failed.stopped], ['failed', stopped]);
        await goOn();
        const done = await settled(id);
        assert.deepEqual([done.state, done.stopped, done.problem], [becomes, null, null]);
        const { changed, undone } = done.places;
        assert.deepEqual(
          [done.places.all, changed, undone],
          {
            ready: [all, 0, 0],
            applied: [all, all, 0],
            undone: [all, 0, all],
          }[becomes],
        );
      }
    });

    it('can be undone for thirty days from when it was applied, the last ten times', async () => {
      const { kysely } = server.world.database;
      const later = async (days: number): Promise<void> => {
        now = new Date(now.getTime() + days * day);
        const { email, password } = member;
        const { token } = await server.call(accountRoutes.login, { email, password });
        member = { ...member, call: server.as(token) };
      };
      const known = async (): Promise<string[]> =>
        (await member.call(rewriteRoutes.rewrites, undefined)).data.map(({ id }) => id);
      const { id } = await look();
      await later(20);
      await member.call(rewriteRoutes.apply, { id });
      const applied = await settled(id);
      assert.equal(applied.applied_at, now.toISOString());
      // Looked for before it, and applied after it.
      const others = await kysely
        .insertInto('rewrites')
        .values(
          Array.from({ length: 9 }, (_, n) => ({
            user_id: member.session.id,
            state: 'applied' as const,
            rules: '[]',
            created_at: new Date(now.getTime() - day),
            applied_at: new Date(now.getTime() + n + 1),
          })),
        )
        .returning('id')
        .execute();
      await later(11);
      await sweepRewrites(server.world);
      const { id: preview } = await look();
      assert.deepEqual(new Set(await known()), new Set([preview, id, ...others.map((other) => other.id)]));
      await member.call(rewriteRoutes.undo, { id });
      assert.equal((await settled(id)).state, 'undone');
      await kysely.updateTable('rewrites').set({ state: 'applied' }).where('id', '=', id).execute();
      await settled(preview);
      const { id: next } = await look();
      await member.call(rewriteRoutes.apply, { id: next });
      assert.equal((await settled(next)).state, 'applied');
      assert.deepEqual(new Set(await known()), new Set([next, ...others.map((other) => other.id)]));
      await later(31);
      await sweepRewrites(server.world);
      assert.deepEqual(await known(), []);
    });

    it('removes occurrences of recordings that an older program has deleted', async () => {
      const { kysely } = server.world.database;
      const { id } = await look();
      const place = { rewrite_id: id, field: 'line', n: 0, start_s: 0, before: 'a', after: 'b' } as const;
      await kysely
        .insertInto('rewrite_occurrences')
        .values([
          { ...place, at: 1_000, video_id: first },
          { ...place, at: 1_001, video_id: third },
        ])
        .execute();
      await kysely.updateTable('videos').set({ deleted_at: new Date() }).where('id', '=', first).execute();
      await dropRowsOfDeleted(kysely, new Date(0));
      assert.deepEqual(await recordings(id), [third]);
    });

    const somebodyWaits = async (tx: typeof server.world.database.kysely): Promise<true | undefined> => {
      const { rows } = await sql`select from pg_locks
        where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx);
      return rows.length > 0 ? true : undefined;
    };
  });
});
