import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type SearchMatch, videoRoutes } from '@lectern/contract/videos/videos';
import { sql } from 'kysely';
import type { TestMember } from '../../../../test/member.ts';
import { cueLength, storeTexts, type StoredTexts } from '../../../../test/stored-texts.ts';
import { buildLikePatterns } from '../../editing/rewrites/like-patterns.ts';
import { cuesMatching, videosToLookThrough } from '../../editing/rewrites/store.ts';
import { changeTexts } from '../../transcripts/cues.ts';
import { describeServer } from '../../../../test/describe-server.ts';
import { sweepSearch } from './sweep.ts';

describeServer('what people type into the search', {}, (suite) => {
  let member: TestMember;
  before(async () => {
    member = await suite.signUp();
  });

  const store = (texts: StoredTexts): Promise<string> => storeTexts(suite.world, member, texts);
  const wrong = (form: string) => ({ wrong: [form], term: 'x' });
  const forget = () => suite.db.deleteFrom('videos').where('user_id', '=', member.session.id).execute();
  const search = async (keyword: string): Promise<SearchMatch[]> =>
    (await member.call(videoRoutes.search, { userId: member.session.id, keyword })).data;

  /**
   * Pairs of stored text and typed search words; contract/src/rules/folded-text.test.ts has a pair for every
   * folding.
   */
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

  it('finds a phrase across every two lines of a long transcript', async () => {
    const said = Array.from({ length: 1_201 }, (_, n) => `word${n} ends`);
    const id = await store({ said });
    for (const n of [0, 199, 200, 999, 1_199])
      assert.deepEqual(
        (await search(`word${n} ends word${n + 1} ends`)).map((match) => [match.id, match.start]),
        [[id, n * cueLength]],
        String(n),
      );
    await forget();
  });

  it('finds what people mean by what they type, in every field', async () => {
    const late = Array.from({ length: 70 }, () => 'Nothing.');
    const ask = async (keyword: string) =>
      (await member.call(videoRoutes.moments, { userId: member.session.id, keyword })).data;
    for (const [field, texts] of [
      ['title', (text: string): StoredTexts => ({ title: text })],
      ['description', (text: string): StoredTexts => ({ description: text })],
      ['transcript', (text: string): StoredTexts => ({ said: ['Before.', text, 'After.'] })],
      ['transcript', (text: string): StoredTexts => ({ said: [...late, text] })],
      ['chapter title', (text: string): StoredTexts => ({ chapters: [{ title: text }] })],
      ['chapter summary', (text: string): StoredTexts => ({ chapters: [{ summary: text }] })],
      ['chapter quote', (text: string): StoredTexts => ({ chapters: [{ quote: text }] })],
      ['slide', (text: string): StoredTexts => ({ slide: text })],
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
    const words = (text: string): StoredTexts => ({ said: ['Well.', text, 'Good.'] });
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

  it('finds Latin words and numbers within a script without blanks', async () => {
    const id = await store({ said: ['それから', 'このAPIの設計', '第2024年の売上', 'サーバー', 'を起動'] });
    for (const [typed, start] of [
      ['API 設計', cueLength],
      ['2024 売上', 2 * cueLength],
      ['サーバーを起動', 3 * cueLength],
    ] as const)
      assert.deepEqual(
        (await search(typed)).map((match) => [match.id, match.start]),
        [[id, start]],
        typed,
      );
    await forget();
  });

  it('finds a number while it is typed, and in every line of a passage', async () => {
    const id = await store({
      said: ['We have 45,000 users.', 'What is the pricing?', `${'Well. '.repeat(50)}Budget!`],
    });
    for (const typed of ['45', '45,', '45,0', '45 00', '45000 u', 'users 45 000', 'budget pricing'])
      assert.deepEqual(
        (await search(typed)).map((match) => match.id),
        [id],
        typed,
      );
    assert.deepEqual(await search('budget pric ing'), []);
    await forget();
  });

  it('tells the passages with all words behind those with the phrase, each once', async () => {
    const id = await store({
      title: 'Budget pricing',
      said: ['Budget pricing.', 'Hm.', 'Hm.', 'Pricing, then budget.', 'Hm.', 'Hm.', 'A budget.', 'And pricing.'],
      chapters: [{ title: 'Pricing of a budget', summary: 'The budget pricing' }],
    });
    const { data } = await member.call(videoRoutes.moments, { userId: member.session.id, keyword: 'budget pricing' });
    assert.deepEqual(
      data.map(({ uploadId, total, moments }) => [uploadId, total, moments.map(({ field, start }) => [field, start])]),
      [
        [
          id,
          5,
          [
            ['summary', 0],
            ['transcript', 0],
            ['chapter', 0],
            ['transcript', 3 * cueLength],
            ['transcript', 7 * cueLength],
          ],
        ],
      ],
    );
    await forget();
  });

  it('folds texts of an older version, when a person has corrected some of them before', async () => {
    const { kysely, transaction } = suite.world.database;
    const cues = ['A naïve look.', 'We don’t know.', 'Nothing.', 'Hm.', 'Hm.', 'The naïve café.'].map((text, n) => ({
      start: n * cueLength,
      end: (n + 1) * cueLength,
      text,
    }));
    const texts = { said: cues.map(({ text }) => text), slide: 'Café one', chapters: [{ summary: 'Café two' }] };
    const id = await store(texts);
    const late = await store({ said: ['A naïve end.'] });
    const broken = await store({ said: ['A naïve end.'] });
    await sql`update cues set search_text = lower(text), span_own = null`.execute(kysely);
    await sql`update slides set folded = lower(text)`.execute(kysely);
    await sql`update chapters set folded = array[lower(title), lower(summary)]`.execute(kysely);
    await sql`update videos set folding = null`.execute(kysely);
    // Its search step has not run.
    await kysely.updateTable('cues').set({ search_text: null }).where('video_id', '=', late).execute();
    const corrected = cues.with(0, { ...cues[0]!, text: 'A naïve view.' });
    await transaction((tx) => changeTexts(tx, id, [0], corrected));
    const found = async (keyword: string) => (await search(keyword)).map((match) => [match.id, match.match_case]);
    assert.deepEqual(await found('naive café'), []);
    assert.deepEqual(await videosToLookThrough(kysely, member.session.id, buildLikePatterns([wrong('naive cafe')])), [
      broken,
      late,
      id,
    ]);
    const lines = await cuesMatching(kysely, id, buildLikePatterns([wrong('naive cafe')]));
    assert.equal(lines.length, cues.length);
    await sql`alter table cues add constraint broken check (video_id <> ${sql.lit(broken)} or span_own is null)`.execute(
      kysely,
    );
    await assert.rejects(sweepSearch(suite.world), AggregateError);
    await sql`alter table cues drop constraint broken`.execute(kysely);
    assert.deepEqual(await found('naive cafe'), [[id, 'transcript']]);
    assert.deepEqual(await found('cafe one'), [[id, 'slide']]);
    assert.deepEqual(await found('cafe two'), [[id, 'chapter summary']]);
    assert.deepEqual(await found('naive end'), []);
    await sweepSearch(suite.world);
    assert.deepEqual(await found('naive end'), [[broken, 'transcript']]);
    assert.deepEqual(await videosToLookThrough(kysely, member.session.id, buildLikePatterns([wrong('naive cafe')])), [
      late,
      id,
    ]);
    // A span goes on into the next line.
    assert.equal((await cuesMatching(kysely, id, buildLikePatterns([wrong('naive cafe')]))).length, 2);
    await forget();
  });
});
