import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import {
  findQuestion,
  folding,
  foldText,
  foldWithPlaces,
  buildSearchPhrases,
  searchWords,
  standsIn,
  buildSearchWays,
} from './folded-text.ts';

/** Texts and the ways people type them. */
const pairs: readonly (readonly [stands: string, typed: string])[] = [
  ['we don’t know', "don't"],
  ["we don't know", 'don’t'],
  ['צ׳יפס של ד״ר כהן', 'צ\'יפס של ד"ר'],
  ['naïve', 'naive'],
  ['Ángstrom naïf', 'angstrom'],
  ['Ørsted in Łódź', 'orsted in lodz'],
  ['Straßenbau', 'strassenbau'],
  ['œuvre, Ægir', 'oeuvre, aegir'],
  ['ＵＳＢポート', 'USB'],
  ['USBポート', 'ＵＳＢﾎﾟｰﾄ'],
  ['ガス', 'ｶﾞｽ'],
  ['ラーメンの店', 'らーめん'],
  ['りんごジュース', 'リンゴじゅーす'],
  ['ヴァイオリン', 'ゔぁいおりん'],
  ['１２３', '123'],
  ['İstanbul office', 'istanbul'],
  ['ёмкость рынка', 'емкость'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
  ['the ﬁnance team', 'finance'],
  ['CO₂ and m² and x½', 'co2 and m2 and x1/2'],
  ['an e‑invoice', 'e-invoice'],
  ['2019–2024', '2019-2024'],
  ['−5 degrees', '-5 degrees'],
  ['he said “ship it”', '"ship it"'],
  ['„Ja“, sagte er', '"ja"'],
  ['45\u202f000 users', '45 000'],
  ['45\u202f000 users', '45000 users'],
  ['45000 users', '45,000'],
  ['1000 of them', '1.000'],
  ['₹ 12,34,567', '1234567'],
  ['٤٥٬٠٠٠', '45000'],
  ['१२३', '123'],
  ['one two', 'one   two'],
  ['zero\u200bwidth soft\u00adhyphen', 'zerowidth softhyphen'],
  ['كِتَابٌ جديد', 'كتاب'],
  ['أحمد وإيمان', 'احمد وايمان'],
  ['שָׁלוֹם', 'שלום'],
  ['فارسی کتاب', 'فارسي كتاب'],
  ['東京都の予算', '東京都'],
  ['サーバー を起動', 'サーバーを起動'],
  ['東京、 大阪', '東京、大阪'],
  ['ＵＳＢ ポート', 'USBポート'],
  ['USBポート', 'usb ポート'],
  ['45,000 users', '45,0'],
  ['45,000 users', '45,'],
  ['45 000 users', '45,00'],
  ['45000 users', '45 0'],
  ['₹ 12,34,567', '12,34'],
  ['0.125 of it', '.125'],
  ['3.125 of it', '.125'],
  ['0.125 of it', '0.12'],
  ['₹ 5,00,000', '500000'],
  ['192.168.100.5', '192.168.1'],
  ['budget first', '\u200b budget'],
  ['새로운 기능', '기능'.normalize('NFD')],
  ['새로운 기능'.normalize('NFD'), '기능'],
  ['.NET, C++ and C#', '.net, c++ and c#'],
  ['snake_case 100% C:\\temp 😀', 'SNAKE_CASE 100% c:\\temp 😀'],
  ['❤️', '❤'],
  ['wait…', 'wait...'],
  ['about 50 % of it', '50%'],
  ['about 50% of it', '50 %'],
  ['20 °C outside', '20°C'],
  ['it costs 1 250 €', '1250€'],
  ['π is 3,14', '3.14'],
  ['新しい「予算」です', '"予算"'],
  ['新しい｢予算｣です', '「予算」'],
  ['API 「売上」', 'API「売上」'],
];

/** Pairs that people consider different. */
const others: readonly (readonly [stands: string, typed: string])[] = [
  ['2024 100', '2024100'],
  ['1,0000', '10000'],
  ['28.0 and 12,50', '280'],
  ['3,14', '314'],
  ['cofounder', 'co-founder'],
  ['カス', 'ガス'],
  ['की', 'कि'],
  ['각', '가'],
  ['snakeXcase', 'snake_case'],
  ['one two', 'onetwo'],
  ['0.125', '0125'],
];

describe('folded texts', () => {
  for (const [stands, typed] of pairs)
    it(`find ${JSON.stringify(stands)} by ${JSON.stringify(typed)}, and mark it as it stands`, () => {
      const way = buildSearchWays(typed).find((each) => !each.areWords && standsIn(each, foldText(stands)));
      assert.ok(way, `${foldText(stands)} / ${foldText(typed)}`);
      const [found] = findQuestion(stands, typed);
      assert.ok(found);
      assert.ok(
        buildSearchPhrases(stands.slice(found.from, found.to)).some((marked) => marked.includes(way.words[0]!)),
      );
    });

  for (const [stands, typed] of others)
    it(`do not find ${JSON.stringify(stands)} by ${JSON.stringify(typed)}`, () => {
      assert.ok(!foldText(stands).includes(foldText(typed)), `${foldText(stands)} / ${foldText(typed)}`);
    });

  it('mark whole letters, and nothing beside them', () => {
    const marked = (text: string, question: string) =>
      findQuestion(text, question).map(({ from, to }) => text.slice(from, to));
    assert.deepEqual(marked('the ﬁnance team', 'fin'), ['ﬁn']);
    assert.deepEqual(marked('cafe\u0301s', 'cafe'), ['cafe\u0301']);
    assert.deepEqual(marked('a 45 000 b', '45000'), ['45 000']);
    assert.deepEqual(marked('東京 都の', '東京'), ['東京']);
    const apart = '기능을'.normalize('NFD');
    assert.deepEqual(marked(`이 ${apart}`, '기능'), ['기능'.normalize('NFD')]);
    assert.deepEqual(marked('a \u1105\u0308\u1175 b', '리'), ['\u1105\u0308\u1175']);
    assert.deepEqual(marked('ㄱㅏ ﾡￂ', '가'), ['ㄱㅏ', 'ﾡￂ']);
    assert.deepEqual(marked('one\u00a0 two', 'one two'), ['one\u00a0 two']);
    assert.deepEqual(marked('the price of the budget', 'budget price'), ['price', 'budget']);
    assert.deepEqual(marked('a lowbudget (budgets) of the price', 'price budget'), ['budget', 'price']);
    assert.deepEqual(marked('nothing more to do', 'do more no'), ['more', 'do']);
    assert.deepEqual(marked('nothing', 'zebra'), []);
  });

  it('folds texts identically with and without places', () => {
    const any = fc.string({ unit: 'binary', maxLength: 40 });
    const likely = fc
      .array(
        fc.constantFrom(
          ...Array.from(pairs.flat().join('').normalize('NFD')),
          ...Array.from(pairs.flat().join('')),
          ...Array.from('\u1100\u1105\u1175\u11a8가ㄱㅏㄳ㉠ﾡￂﾞ\u0308\u0301'),
        ),
        { maxLength: 40 },
      )
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(fc.oneof(any, likely), (text) => {
        const { text: folded } = foldWithPlaces(text);
        assert.equal(folded, foldText(text));
        for (const { from, to } of findQuestion(text, text.slice(0, 3)))
          assert.ok(from < to && to <= text.length && foldText(text.slice(from, to)) !== '', `${from} ${to}`);
      }),
      { numRuns: 5_000, examples: [['\u1105\u0308\u1175'], ['w\u0e49\uff9e']] },
    );
  });

  it('folds texts identically with and without places, when any letter follows a joined one', () => {
    const any = Array.from({ length: 0x1_7000 }, (_, code) => String.fromCodePoint(code));
    for (const before of ['\u1105', '가', '\u{16d67}'])
      for (const mark of ['', '\u0308\ufe0f']) {
        const text = any.map((letter) => before + mark + letter).join('|');
        assert.ok(foldWithPlaces(text).text === foldText(text), `${before} ${mark}`);
      }
  });

  /** Texts and the search words people type for them. */
  const inWords: readonly (readonly [stands: string, typed: string])[] = [
    ['このAPIの設計', 'API 設計'],
    ['第2024年の売上', '2024 売上'],
    ['a budget of €500', 'budget 500'],
    ['予算：API「売上」', 'API 売上'],
    ['prices → AI، budget', 'budget AI'],
    ['45,000 of our users', 'users 45 000'],
    ['C, the vitamin', 'vitamin C'],
  ];
  for (const [stands, typed] of inWords)
    it(`find ${JSON.stringify(stands)} by the words ${JSON.stringify(typed)}`, () => {
      assert.deepEqual(
        buildSearchWays(typed).map((way) => [way.areWords, standsIn(way, foldText(stands))]),
        [
          ...buildSearchWays(typed)
            .slice(1)
            .map(() => [false, false]),
          [true, true],
        ],
      );
    });

  it('do not find words within others', () => {
    for (const [stands, typed] of [
      ['a lowbudget and its price', 'price budget'],
      ['the vitamins of calcium', 'vitamin C'],
      ['ночью и день', 'день очь'],
      ['25000 of our users', 'users 5000'],
      ['naïve pricing', 'pricing ve'],
    ] as const)
      assert.ok(!buildSearchWays(typed).some((way) => standsIn(way, foldText(stands))), typed);
  });

  it('matches a text in one way only, when it holds both the question and its words', () => {
    const ways = buildSearchWays('budget pricing');
    assert.deepEqual(
      ways.map((way) => standsIn(way, foldText('Pricing: budget pricing'))),
      [true, false],
    );
  });

  it('folds malicious texts in linear time', () => {
    for (const piece of ['111 ', '11,', "1'", '\u0301\u0316', '\uff9e\u0316', ' \u3042', '\u00a0', 'ж1', '`'])
      assert.match(foldText(`a${piece.repeat(50_000)}`), /^a/);
  });

  it('requires a new folding version, when the folding changes', () => {
    const letters = Array.from({ length: 0x323b0 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xf8ff);
    const each = letters.map((code) => `a ${String.fromCodePoint(code)} 1`).concat(pairs.flat());
    const digest = createHash('sha256')
      .update(foldText(each.join('|')))
      .digest('hex')
      .slice(0, 16);
    assert.deepEqual([folding, digest], [3, '81718049f22e237f']);
  });

  it('limits search words to the number and length an index supports', () => {
    assert.deepEqual(searchWords(' The “Budget”  of (2024)! '), ['the', 'budget', 'of', '2024']);
    assert.deepEqual(searchWords('of it'), []);
    assert.deepEqual(searchWords('東京 予算'), ['東京', '予算']);
    assert.deepEqual(searchWords('.NET C++'), ['net', 'c++']);
    assert.equal(searchWords('one two three four five six seven eight').length, 6);
  });
});
