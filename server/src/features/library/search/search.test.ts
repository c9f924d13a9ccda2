import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { sql } from 'kysely';
import { type SearchMatch, videoRoutes } from '@lectern/contract/videos/videos';
import type { TestMember } from '../../../../test/member.ts';
import { chapterLength, cueLength, storeTexts, type StoredTexts } from '../../../../test/stored-texts.ts';
import { describeServer, type ServerSuite } from '../../../../test/describe-server.ts';

const idsOf = (found: readonly SearchMatch[]): string[] => found.map(({ id }) => id);

const late = Array.from({ length: 70 }, () => 'Nothing.');

/** A video with a text in one field, as which it is found. */
const inFields: readonly [SearchMatch['match_case'], (text: string) => StoredTexts][] = [
  ['title', (text) => ({ title: text })],
  ['description', (text) => ({ description: text })],
  ['transcript', (text) => ({ said: ['Before.', text, 'After.'] })],
  ['transcript', (text) => ({ said: [...late, text] })],
  ['chapter title', (text) => ({ chapters: [{ title: text }] })],
  ['chapter summary', (text) => ({ chapters: [{ summary: text }] })],
  ['chapter quote', (text) => ({ chapters: [{ quote: text }] })],
  ['slide', (text) => ({ slide: text })],
];

/** A member with a library of stored texts, who looks through it. */
function searching(suite: ServerSuite) {
  let owner: TestMember;
  before(async () => {
    owner = await suite.signUp();
  });
  const asked = (keyword: string) => ({ userId: owner.session.id, keyword });
  return {
    store: (texts: StoredTexts, of = owner): Promise<string> => storeTexts(suite.world, of, texts),
    forget: () => suite.db.deleteFrom('videos').where('workspace_id', '=', owner.session.id).execute(),
    search: async (keyword: string) => (await owner.call(videoRoutes.search, asked(keyword))).data,
    ownerId: () => owner.session.id,
    list: (after?: string) =>
      owner.call(videoRoutes.list, { userId: owner.session.id, page: 1, limit: 100, ...(after ? { after } : {}) }),
    moments: async (keyword: string) => (await owner.call(videoRoutes.moments, asked(keyword))).data,
  };
}

describeServer('a library of more than a hundred recordings', { databases: 'both' }, (suite) => {
  const { store, search, moments, list, ownerId } = searching(suite);
  let oldest: string;

  before(async () => {
    oldest = await store({ title: 'The oldest one', said: ['Nothing else.', 'A crimson heron.'] });
    // All come at one moment: their order is still one.
    await sql`insert into videos (id, workspace_id, title, asset_id, playback_id, created_at)
      select id, ${ownerId()}, 'A talk about roofs', id::text, id::text, now()
      from (select gen_random_uuid() as id from generate_series(1, 640)) made`.execute(suite.db);
    const before = new Date(Date.now() - 1_000_000);
    await suite.db.updateTable('videos').set({ created_at: before }).where('id', '=', oldest).execute();
  });

  it('finds what only its oldest recording has', async () => {
    assert.deepEqual(idsOf(await search('crimson heron')), [oldest]);
    assert.deepEqual(idsOf(await search('oldest')), [oldest]);
    assert.deepEqual(
      (await moments('heron')).map(({ uploadId, moments: places }) => [uploadId, places[0]?.start]),
      [[oldest, cueLength]],
    );
    assert.equal((await search('roofs')).length, 100);
  });

  it('lists every recording once, page by page, when others come meanwhile', async () => {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await list(after);
      seen.push(...page.data.map(({ id }) => id));
      after = page.next;
      if (seen.length === 200) await store({ title: 'Newer than all' });
    } while (after !== undefined);
    assert.deepEqual([seen.length, new Set(seen).size, seen.at(-1)], [641, 641, oldest]);
  });
});

describeServer('the search through a library', { databases: 'both' }, (suite) => {
  const { store, forget, search, moments } = searching(suite);

  /** A word in each field alone, in the order in which fields are looked at. */
  const fields: readonly [SearchMatch['match_case'], StoredTexts, string, Partial<SearchMatch>][] = [
    ['title', { title: 'The Heron at dawn' }, 'heron', { highlight: 'The Heron at dawn', start: null, chapter: null }],
    ['description', { description: 'On a HERON.' }, 'heron', { highlight: 'On a HERON.' }],
    ['assetId', { assetId: 'aaa-heron-aaa' }, 'heron-a', { highlight: 'aaa-heron-aaa' }],
    ['thumbnail', { playbackId: 'bbb-heron-bbb', pictured: true }, 'heron-b', { highlight: 'bbb-heron-bbb' }],
    ['captionsTrackId', { captionsTrackId: 'ccc-heron-ccc' }, 'heron-c', { highlight: 'ccc-heron-ccc' }],
    [
      'transcript',
      { said: ['We wait.', 'There is the Heron.', 'It flies.', 'Gone.'] },
      'heron',
      { highlight: 'We wait. There is the Heron. It flies.', start: cueLength },
    ],
    ['playback_id', { playbackId: 'ddd-heron-ddd' }, 'heron-d', { highlight: 'ddd-heron-ddd' }],
    [
      'chapter title',
      { chapters: [{}, { title: 'Heron time' }] },
      'heron',
      { highlight: 'Heron time', start: chapterLength },
    ],
    ['chapter summary', { chapters: [{ summary: 'A heron comes.' }] }, 'heron', { highlight: 'A heron comes.' }],
    [
      'chapter quote',
      { chapters: [{ quote: 'I saw a heron.' }] },
      'heron',
      { highlight: 'I saw a heron.', is_public: true },
    ],
  ];

  it('finds a word of each field in any case', async () => {
    for (const [field, texts, keyword, expected] of fields) {
      const id = await store(texts);
      for (const typed of [keyword, keyword.toUpperCase(), ` ${keyword} `]) {
        const found = await search(typed);
        assert.deepEqual(found, [{ ...found[0], id, match_case: field, ...expected }], typed);
      }
      await forget();
    }
  });

  it('tells of a quote whether strangers see it', async () => {
    await store({ chapters: [{ quote: 'Open heron.' }, { quote: 'Own heron.', isKey: true }] });
    assert.deepEqual(
      (await moments('heron'))[0]?.moments.map(({ is_public }) => is_public),
      [true, false],
    );
    assert.equal((await search('own heron'))[0]?.is_public, false);
    await forget();
  });

  it('finds a video by its playback id, its own and as it is shown', async () => {
    const id = await store({ playbackId: 'eee-heron-eee' });
    const [found] = await search('eee-heron-eee');
    for (const [keyword, expected] of [
      [found!.playback_id, [id]],
      [found!.playback_id.replace('eee', 'fff'), []],
    ] as const)
      assert.deepEqual(
        (await search(keyword)).map((match) => match.id),
        expected,
      );
    await forget();
  });

  it('reports only the first field of a video, and looks at chapters only when nothing else matched', async () => {
    // From the whole, one field after the other is taken away.
    const all = Object.entries({
      title: 'heron-title',
      description: 'heron-',
      assetId: 'heron-asset',
      pictured: true,
      captionsTrackId: 'heron-captions',
      said: ['heron-said'],
      playbackId: 'heron-playback',
      chapters: [{ title: 'heron-chapter', summary: 'heron-', quote: 'heron-quote' }],
    } satisfies StoredTexts);
    const fields = ['title', 'description', 'assetId', 'thumbnail', 'captionsTrackId', 'transcript', 'playback_id'];
    const order: readonly (readonly [string, StoredTexts])[] = [
      ...fields.map((field, n) => [field, Object.fromEntries(all.slice(n))] as const),
      ['chapter title', Object.fromEntries(all.slice(-1))],
      ['chapter summary', { chapters: [{ summary: 'heron-', quote: 'heron-' }] }],
      ['chapter quote', { chapters: [{ quote: 'heron-' }] }],
    ];
    for (const [field, texts] of order) {
      await store(texts);
      const match_cases = (await search('heron-')).map(({ match_case }) => match_case);
      assert.deepEqual(match_cases, [field]);
      await forget();
    }
  });

  it('finds the first place of words, also over the end of a line, and names its chapter', async () => {
    const said = Array.from({ length: 200 }, (_, n) => (n === 150 ? 'At last the heron.' : 'We are waiting.'));
    await store({ said, chapters: Array.from({ length: 11 }, (_, n) => ({ title: `Chapter ${n}` })) });
    for (const [keyword, line] of [
      ['waiting', 0],
      ['heron', 150],
      ['waiting. at last', 149],
    ] as const) {
      const start = line * cueLength;
      const chapter = `Chapter ${Math.floor(start / chapterLength)}`;
      assert.deepEqual(
        (await search(keyword)).map((match) => [match.start, match.chapter]),
        [[start, chapter]],
      );
    }
    await forget();
  });

  it('takes signs for themselves, and wants more than one', async () => {
    for (const [, texts] of inFields) {
      await store(texts('About 50 percent of snakeXcase, nothing more.'));
      const right = await store(texts('About 50% of snake_case and C:\\temp, they said "no more", Ärger.'));
      for (const keyword of ['50%', '0% o', 'snake_case', 'e_c', 'c:\\temp', '"no more"', 'said "n', 'ÄRGER'])
        assert.deepEqual(idsOf(await search(keyword)), [right], `${keyword} in ${JSON.stringify(texts('…'))}`);
      for (const keyword of ['a', '', '5%f', 's_a_e', '\\\\temp', '\\"no', 'e\\_c'])
        assert.deepEqual(await search(keyword), [], keyword);
      await forget();
    }
  });

  it('tells the other places of a video too: the first ones in order, and how many there are', async () => {
    const other = await suite.signUp();
    await store({ title: 'heron of another', said: ['heron'] }, other);
    await store({ title: 'heron', said: ['nothing'] });
    const id = await store({
      title: 'heron again',
      said: Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? `A heron, for the time ${n}.` : 'Then it waits.')),
      chapters: [{ title: 'Birds' }, { title: 'A heron lands', quote: 'I saw a heron.' }],
    });
    for (const keyword of ['heron', ' HERON ']) {
      const [found, ...others] = await moments(keyword);
      assert.deepEqual([found?.uploadId, found?.total, others], [id, 22, []]);
      assert.deepEqual(
        found?.moments.map(({ field, start, chapter }) => [field, start, chapter]),
        [0, 2, 4, 6, 8].map((n) => ['transcript', n * cueLength, 'Birds']),
      );
    }
    // For two adjacent cues the first passage shows both, and no cue appears twice.
    const close = await store({
      title: 'close',
      said: ['Once.', 'A plover.', 'A plover.', 'Twice.', 'A plover.', 'End.'],
    });
    const [found] = await moments('plover');
    assert.deepEqual([found?.uploadId, found?.total], [close, 2]);
    const texts = found?.moments.map(({ text }) => text);
    assert.deepEqual(texts, ['Once. A plover. A plover.', 'Twice. A plover. End.']);
    assert.deepEqual(await moments('h'), []);
    await forget();
  });

  it('finds nothing deleted or of other members, and keeps the order of the library', async () => {
    const other = await suite.signUp();
    await store({ title: 'heron of another' }, other);
    const first = await store({ title: 'heron one' });
    const second = await store({ said: ['heron two'] });
    const gone = await store({ title: 'heron gone' });
    await suite.db.updateTable('videos').set({ deleted_at: new Date() }).where('id', '=', gone).execute();
    await suite.db
      .updateTable('videos')
      .set({ created_at: new Date(0) })
      .where('id', '=', first)
      .execute();
    assert.deepEqual(idsOf(await search('heron')), [second, first]);
    await forget();
  });
});

describeServer('what people type into the search', {}, (suite) => {
  const { store, forget, search, moments } = searching(suite);
  /**
   * Pairs of stored text and typed search words; contract/src/rules/folded-text.test.ts has a pair for every
   * folding.
   */
  const pairs: readonly (readonly [stands: string, typed: string])[] = [
    ['we don’t know', "don't"],
    ['a naïve look', 'naive'],
    ['Mu\u0308nchner Cafe\u0301', 'm\u00fcnchner caf\u00e9'],
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
    ['川の水', '水'],
    ['새로운 기능', '기능'],
    ['C++ and .NET and C#', 'c#'],
    ['😀 emoji here', '😀 e'],
  ];

  it('finds what people mean by what they type, in every field', async () => {
    for (const [field, texts] of inFields) {
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
            (await moments(typed)).map(({ uploadId, total }) => [uploadId, total]),
            [[ids.get(stands), 1]],
            `${typed} in ${field}`,
          );
      }
      await forget();
    }
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
    const data = await moments('“Budget  pricing?”');
    assert.deepEqual(new Set(data.map(({ uploadId }) => uploadId)), new Set([exact, beside, titled, over]));
    await forget();
  });

  it('finds Latin words, numbers and what goes on over the end of a line, in scripts without blanks', async () => {
    for (const [said, places] of [
      [
        ['それから', 'このAPIの設計', '第2024年の売上', 'サーバー', 'を起動'],
        [
          ['API 設計', 1],
          ['2024 売上', 2],
          ['サーバーを起動', 3],
        ],
      ],
      [
        ['これは東京', '都の予算です。', 'They have 45', '000 users.'],
        [
          ['東京都', 0],
          ['45,000 users', 2],
        ],
      ],
    ] as const) {
      const id = await store({ said });
      for (const [typed, line] of places)
        assert.deepEqual(
          (await search(typed)).map((match) => [match.id, match.start]),
          [[id, line * cueLength]],
          typed,
        );
      await forget();
    }
  });

  it('finds a number while it is typed, and in every line of a passage', async () => {
    const id = await store({
      said: ['We have 45,000 users.', 'What is the pricing?', `${'Well. '.repeat(50)}Budget!`],
    });
    for (const typed of ['45', '45,', '45,0', '45 00', '45000 u', 'users 45 000', 'budget pricing'])
      assert.deepEqual(idsOf(await search(typed)), [id], typed);
    assert.deepEqual(await search('budget pric ing'), []);
    await forget();
  });

  it('tells the passages with all words behind those with the phrase, each once', async () => {
    const id = await store({
      title: 'Budget pricing',
      said: ['Budget pricing.', 'Hm.', 'Hm.', 'Pricing, then budget.', 'Hm.', 'Hm.', 'A budget.', 'And pricing.'],
      chapters: [{ title: 'Pricing of a budget', summary: 'The budget pricing' }],
    });
    const data = await moments('budget pricing');
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
});
