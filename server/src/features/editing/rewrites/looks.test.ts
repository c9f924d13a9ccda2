import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { glossaryRoutes, type Term } from '@lectern/contract/transcripts/glossary';
import { type Rewrite, type RewriteOccurrence, rewriteRoutes } from '@lectern/contract/editing/rewrites';
import { outlineRoutes } from '@lectern/contract/outline/outlines';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { sql } from 'kysely';
import { describeRecordings } from '../../../../test/describe-server.ts';
import { eventually } from '../../../../test/member.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import { saveOutlineHistory, outlineOf, replaceOutline } from '../../outline/outline-history.ts';
import { lockVideo } from '../../videos/lock-video.ts';
import { markDeleted } from '../../videos/removal.ts';
import { rewriteJob } from './rewrite.job.ts';

describeRecordings('a look through a library that changes meanwhile', ['short'], { now: new Date() }, (suite) => {
  let niche: Term;
  let kubernetes: Term;
  let first: string;
  let second: string;
  let third: string;
  before(async () => {
    await suite.changeUser(suite.member, { plan: 'professional' });
    const upload = () => uploadFile(suite.member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
    // The newest recordings are looked through first.
    [third, second, first] = [suite.short.id, await upload(), await upload()];
    for (const id of [second, first]) await waitUntilProcessed(suite.member, id);
    niche = await add('Niche', 'narrow segment');
    kubernetes = await add('Kubernetes', 'kubernets');
  });

  const add = async (term: string, ...wrong: string[]): Promise<Term> =>
    (await suite.member.call(glossaryRoutes.addTerm, { term, wrong })).data;
  const present = async (id: string): Promise<Rewrite> => (await suite.member.call(rewriteRoutes.rewrite, { id })).data;
  const settled = (id: string) =>
    eventually(async () => {
      const data = await present(id);
      return ['looking', 'applying', 'undoing'].includes(data.state) ? undefined : data;
    }, 'the rewrite');
  const look = async (term = niche) =>
    settled((await suite.member.call(rewriteRoutes.look, { terms: [term.id] })).data.id);
  const apply = async ({ id }: Pick<Rewrite, 'id'>) => {
    await suite.member.call(rewriteRoutes.apply, { id });
    return settled(id);
  };
  const undo = async ({ id }: Pick<Rewrite, 'id'>) => {
    await suite.member.call(rewriteRoutes.undo, { id });
    return settled(id);
  };
  const places = async (id: string): Promise<RewriteOccurrence[]> =>
    (await suite.member.call(rewriteRoutes.places, { id })).data;
  const recordings = async (id: string): Promise<string[]> => [
    ...new Set((await places(id)).map(({ passthrough }) => passthrough)),
  ];

  /** Brings a look back to where it had looked through so many recordings, and does the part that comes then. */
  const lookOn = async (id: string, looked: number): Promise<void> => {
    const { step, videos } = await suite.db
      .updateTable('rewrites')
      .set({ state: 'looking', videos_scanned: looked })
      .where('id', '=', id)
      .returning(['step', 'videos'])
      .executeTakeFirstOrThrow();
    await suite.db
      .deleteFrom('rewrite_occurrences')
      .where('rewrite_id', '=', id)
      .where('video_id', 'in', videos!.slice(looked))
      .execute();
    const job = { id, attempt: 1, lastAttempt: true, signal: new AbortController().signal };
    await rewriteJob.run(suite.world, { rewriteId: id, step }, job);
  };

  it('goes on behind the places of a recording that was deleted', async () => {
    const { id } = await look();
    assert.deepEqual(await recordings(id), [first, second, third]);
    await suite.member.call(videoRoutes.delete, { id: first });
    await lookOn(id, 2);
    const { state, problem } = await present(id);
    assert.deepEqual([state, problem], ['ready', null]);
    assert.deepEqual(await recordings(id), [second, third]);
    const numbers = (await places(id)).map(({ at }) => at);
    assert.deepEqual([...new Set(numbers)], numbers);
  });

  it('keeps nothing of a recording that is deleted while it is read', async () => {
    const { id } = await look();
    // The title stays with the row, for the operator.
    await suite.db.updateTable('videos').set({ title: 'A narrow segment' }).where('id', '=', second).execute();
    const isGone = Promise.withResolvers<void>();
    const deletion = suite.world.database.transaction(async (tx) => {
      await lockVideo(tx, second);
      await markDeleted(tx, second);
      isGone.resolve();
      // The embedded database lets nobody read meanwhile; on PostgreSQL the look has read what is about to be gone.
      if (suite.world.database.kind === 'postgresql') await eventually(() => somebodyWaits(tx), 'the look');
    });
    await isGone.promise;
    await Promise.all([deletion, lookOn(id, 0)]);
    assert.deepEqual([(await settled(id)).state, await recordings(id)], ['ready', [third]]);
    assert.deepEqual(await recordings((await look()).id), [third]);
  });

  it('reads also what the search has not read yet', async () => {
    await suite.db
      .updateTable('cues')
      .set({ search_text: null, span_own: null })
      .where('video_id', '=', third)
      .execute();
    assert.ok((await recordings((await look()).id)).includes(third));
  });

  const restore = async (restored: boolean): Promise<VideoDetail> => {
    const { at } = (await fetchAsset(suite.member, third)).regenerated!;
    return (await suite.member.call(outlineRoutes.restore, { passthrough: third, at, restored })).data;
  };
  /** Gives a video and its first chapter these words, and keeps these as what a regeneration has replaced. */
  const write = (now: string, earlier: string): Promise<void> =>
    suite.world.database.transaction(async (tx) => {
      const outline = await outlineOf(tx, third);
      const reading = (text: string) => ({
        ...outline,
        description: `A description ${text}`,
        chapters: outline.chapters.map((each, n) => (n === 0 ? { ...each, title: `A chapter ${text}` } : each)),
      });
      await replaceOutline(suite.world, tx, { id: third, user_id: suite.member.session.id }, outline, reading(now));
      await saveOutlineHistory(tx, third, { kind: 'chapters', outline: reading(earlier), at: suite.now() });
    });
  const words = ({ description, chapters }: VideoDetail) => [description, chapters[0]!.title];
  const both = (text: string) => [`A description ${text}`, `A chapter ${text}`];

  it('changes the outline that can be brought back too, unseen, and gives that its words back', async () => {
    for (const [now, shown] of [
      ['of kubernets', 2],
      ['of nothing', 0],
    ] as const) {
      await write(now, 'of old kubernets');
      const found = await look(kubernetes);
      assert.deepEqual([found.state, found.places.all], ['ready', shown]);
      assert.equal((await apply(found)).state, 'applied');
      assert.deepEqual(words(await restore(true)), both('of old Kubernetes'));
      await undo(found);
      assert.deepEqual(words(await fetchAsset(suite.member, third)), both('of old kubernets'));
      assert.deepEqual(words(await restore(false)), both(now));
    }
  });

  const somebodyWaits = async (tx: typeof suite.db): Promise<true | undefined> => {
    const { rows } = await sql`select from pg_locks
        where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx);
    return rows.length > 0 ? true : undefined;
  };
});
