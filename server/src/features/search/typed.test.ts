import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type SearchMatch, videoRoutes } from '@lectern/contract/videos';
import { bothDatabases, type Place } from '../../../test/databases.ts';
import { signUp, type TestMember } from '../../../test/member.ts';
import { cueLength, storeTexts, type Texts } from '../../../test/stored-texts.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import { sweepSearch } from './sweep.ts';

bothDatabases((database, open) => {
  describe(`what people type into the search on ${database}`, () => {
    let place: Place;
    let server: TestWorld;
    let member: TestMember;

    before(async () => {
      place = await open();
      server = await openTestWorld(place);
      member = await signUp(server.origin, server.letters);
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    const store = (texts: Texts): Promise<string> => storeTexts(server.world, member, texts);
    const forget = () =>
      server.world.database.kysely.deleteFrom('videos').where('user_id', '=', member.session.id).execute();
    const search = async (keyword: string): Promise<SearchMatch[]> =>
      (await member.call(videoRoutes.search, { userId: member.session.id, keyword })).data;

    /** What stands in a text, and what people type for it; every folding has its pair in contract/src/rules/folded-text.test.ts. */
    const pairs: readonly (readonly [stands: string, typed: string])[] = [
      ['we don’t know', "don't"],
      ['a naïve look', 'naive'],
      ['some 1,000 users', '1000 users'],
      ['CHF 45\u202f000 net', '45,000'],
      ['two\u00a0 blanks', 'two   blanks'],
      ['ＵＳＢポート', 'usb'],
      ['İstanbul office', 'istanbul'],
      ['Straßenbau', 'strassenbau'],
      ['ёмкость рынка', 'емкость'],
      ['the ﬁnance team', 'finance'],
      ['an e‑invoice', 'e-invoice'],
      ['he said “ship it”', '"ship it"'],
      ['كِتَابٌ جديد', 'كتاب'],
      ['CO₂ budget', 'CO2'],
      ['東京都の予算', '京都の'],
      ['새로운 기능', '기능'],
      ['C++ and .NET and C#', 'c#'],
      ['😀 emoji here', '😀 e'],
    ];

    it('finds what people mean by what they type, in every field', async () => {
      const late = Array.from({ length: 70 }, () => 'Nothing.');
      const ask = async (keyword: string) =>
        (await member.call(videoRoutes.moments, { userId: member.session.id, keyword })).data;
      for (const [field, texts] of [
        ['title', (text: string): Texts => ({ title: text })],
        ['description', (text: string): Texts => ({ description: text })],
        ['transcript', (text: string): Texts => ({ said: ['Before.', text, 'After.'] })],
        ['transcript', (text: string): Texts => ({ said: [...late, text] })],
        ['chapter title', (text: string): Texts => ({ chapters: [{ title: text }] })],
        ['chapter summary', (text: string): Texts => ({ chapters: [{ summary: text }] })],
        ['chapter quote', (text: string): Texts => ({ chapters: [{ quote: text }] })],
        ['slide', (text: string): Texts => ({ slide: text })],
      ] as const) {
        const ids = new Map<string, string>();
        for (const [stands] of pairs) ids.set(stands, await store(texts(stands)));
        for (const [stands, typed] of pairs) {
          const found = await search(typed);
          assert.deepEqual(
            found.map(({ id, match_case }) => [id, match_case]),
            [[ids.get(stands), field]],
            `${typed} in ${field}`,
          );
          assert.ok(found[0]!.highlight.includes(stands), found[0]!.highlight);
          if (field !== 'title' && field !== 'description')
            assert.deepEqual(
              (await ask(typed)).map(({ uploadId, total }) => [uploadId, total]),
              [[ids.get(stands), 1]],
              `${typed} in ${field}`,
            );
        }
        await forget();
      }
    });

    it('finds what a script without blanks and a number say over the end of a cue', async () => {
      const id = await store({ said: ['これは東京', '都の予算です。', 'They have 45', '000 users.'] });
      for (const [typed, start] of [
        ['東京都', 0],
        ['45,000 users', 2 * cueLength],
      ] as const)
        assert.deepEqual(
          (await search(typed)).map((match) => [match.id, match.start]),
          [[id, start]],
        );
      await forget();
    });

    it('tells after them the videos in which all the words stand in one passage, by the same fields', async () => {
      const words = (text: string): Texts => ({ said: ['Well.', text, 'Good.'] });
      const exact = await store(words('Our budget pricing is new.'));
      const beside = await store(words('The pricing of it depends on the budget.'));
      const titled = await store({ ...words('Pricing, then the budget.'), title: 'Pricing and budget' });
      const over = await store({ said: ['What is the budget?', 'The pricing is open.', 'Yes.'] });
      await store({ said: ['What is the budget?', 'Hm.', 'Hm.', 'Hm.', 'The pricing is open.'] });
      await store({ title: 'Budget', description: 'Pricing' });
      await store(words('A lowbudget, and repricing.'));
      const found = (await search('budget pricing')).map(({ id, match_case }) => [id, match_case]);
      assert.deepEqual(found[0], [exact, 'transcript']);
      assert.deepEqual(
        new Map(found.slice(1) as [string, string][]),
        new Map([
          [over, 'transcript'],
          [titled, 'title'],
          [beside, 'transcript'],
        ]),
      );
      const { data } = await member.call(videoRoutes.moments, {
        userId: member.session.id,
        keyword: '“Budget  pricing?”',
      });
      assert.deepEqual(new Set(data.map(({ uploadId }) => uploadId)), new Set([exact, beside, titled, over]));
      await forget();
    });

    it('folds what an older version has put there', async () => {
      const id = await store({ said: ['A naïve look.'], slide: 'Café' });
      const { kysely } = server.world.database;
      await kysely
        .updateTable('cues')
        .set({ span: 'a naïve look.', span_own: null })
        .where('video_id', '=', id)
        .execute();
      await kysely.updateTable('slides').set({ folded: null }).where('video_id', '=', id).execute();
      assert.deepEqual(await search('naive'), []);
      assert.equal((await search('a na')).length, 1);
      await sweepSearch(server.world);
      assert.equal((await search('naive')).length, 1);
      assert.equal((await search('cafe')).length, 1);
      await forget();
    });
  });
});
