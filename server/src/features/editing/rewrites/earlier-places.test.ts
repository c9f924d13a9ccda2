import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { glossaryRoutes } from '@lectern/contract/transcripts/glossary';
import { outlineRoutes } from '@lectern/contract/outline/outlines';
import { type Rewrite, rewriteRoutes } from '@lectern/contract/editing/rewrites';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { oneDatabase, type TestPlace } from '../../../../test/databases.ts';
import { eventually, type TestMember } from '../../../../test/member.ts';
import { openRecordedWorld } from '../../../../test/recorded.ts';
import { refuses } from '../../../../test/refusals.ts';
import { fetchAsset } from '../../../../test/upload.ts';
import type { TestWorld } from '../../../../test/world.ts';
import { saveOutlineHistory, outlineOf, replaceOutline } from '../../outline/outline-history.ts';

oneDatabase((database, open) => {
  describe(`what a glossary changes in an outline that can be brought back, on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    let member: TestMember;
    let video: string;

    before(async () => {
      const recorded = await openRecordedWorld(open, ['short']);
      ({ place, server, member } = recorded);
      video = recorded.short.id;
      await member.call(glossaryRoutes.addTerm, { term: 'Kubernetes', wrong: ['kubernets'] });
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    const settled = (id: string) =>
      eventually(async () => {
        const { data } = await member.call(rewriteRoutes.rewrite, { id });
        return ['looking', 'applying', 'undoing'].includes(data.state) ? undefined : data;
      }, 'the rewrite');
    const look = async () => settled((await member.call(rewriteRoutes.look, {})).data.id);
    const apply = async ({ id }: Pick<Rewrite, 'id'>) => {
      await member.call(rewriteRoutes.apply, { id });
      return settled(id);
    };
    const places = async ({ id }: Pick<Rewrite, 'id'>) => (await member.call(rewriteRoutes.places, { id })).data;
    const restore = async (restored: boolean): Promise<VideoDetail> => {
      const { at } = (await fetchAsset(member, video)).regenerated!;
      return (await member.call(outlineRoutes.restore, { passthrough: video, at, restored })).data;
    };
    /** Gives the video and its first chapter these words, and keeps these as what a regeneration has replaced. */
    const write = (now: string, earlier: string): Promise<void> =>
      server.world.database.transaction(async (tx) => {
        const outline = await outlineOf(tx, video);
        const reading = (text: string) => ({
          ...outline,
          description: `A description ${text}`,
          chapters: outline.chapters.map((each, n) => (n === 0 ? { ...each, title: `A chapter ${text}` } : each)),
        });
        await replaceOutline(tx, video, reading(now));
        await saveOutlineHistory(tx, video, { kind: 'chapters', outline: reading(earlier), at: new Date() });
      });
    const words = ({ description, chapters }: VideoDetail) => [description, chapters[0]!.title];

    it('finds and rewrites words that occur only in an outline that can be brought back', async () => {
      await write('of nothing', 'of old kubernets');
      const found = await look();
      assert.deepEqual([found.state, found.places.all], ['ready', 0]);
      assert.equal((await apply(found)).state, 'applied');
      assert.deepEqual(words(await restore(true)), ['A description of old Kubernetes', 'A chapter of old Kubernetes']);
      await restore(false);
    });

    it('skips the matching text of an earlier outline, when a person leaves out its occurrence', async () => {
      await write('of kubernets', 'of old kubernets');
      const found = await look();
      const listed = await places(found);
      assert.deepEqual(
        listed.map(({ field }) => field),
        ['description', 'chapter_title'],
      );
      const choose = (n: number, wanted: boolean) =>
        member.call(rewriteRoutes.choose, { id: found.id, wanted, at: listed[n]!.at });
      for (const n of [0, 1]) await choose(n, false);
      await refuses(member.call(rewriteRoutes.apply, { id: found.id }), 'nothing_to_rewrite');
      await choose(0, true);
      await apply(found);
      assert.deepEqual(words(await fetchAsset(member, video)), [
        'A description of Kubernetes',
        'A chapter of kubernets',
      ]);
      assert.deepEqual(words(await restore(true)), ['A description of old Kubernetes', 'A chapter of old kubernets']);
    });
  });
});
