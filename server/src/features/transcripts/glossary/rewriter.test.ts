import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { replacedWords } from './replaced-words.ts';
import { createRewriter, type Rule } from './rewriter.ts';

const rules: Rule[] = [
  { term: 'AssemblyAI', wrong: ['assembly ai', 'Assembly A.I.', 'assemblyai'] },
  { term: 'AI', wrong: ['a i'] },
];
const rewrite = createRewriter(rules);

describe('a glossary', () => {
  it('replaces its wrong forms in any case, where they are words of their own', () => {
    for (const [before, after] of [
      ['We use Assembly AI.', 'We use AssemblyAI.'],
      ['ASSEMBLY  AI, assembly\nai', 'AssemblyAI, AssemblyAI'],
      ['Assembly A.I. it is', 'AssemblyAI it is'],
      ['Assembly AI’s price', 'AssemblyAI’s price'],
      ['assemblyai and AssemblyAI', 'AssemblyAI and AssemblyAI'],
      ['(assembly ai)', '(AssemblyAI)'],
      ['disassembly ai, assembly aid', 'disassembly ai, assembly aid'],
      ['assembly, ai; assembly-ai', 'assembly, ai; assembly-ai'],
      ['', ''],
    ] as const)
      assert.equal(rewrite(before), after);
  });

  it('takes the signs of regular expressions and of databases for what they are', () => {
    const odd = createRewriter([
      { term: 'C++', wrong: ['c plus plus', 'C+ +'] },
      { term: '$& \\1 $1', wrong: ['.*', '(a|b)+', '[x'] },
      { term: '100 %', wrong: ['100%_'] },
    ]);
    assert.equal(odd('c plus plus and C+ +, not caplus'), 'C++ and C++, not caplus');
    assert.equal(odd('anything but .* and (a|b)+ [x'), 'anything but $& \\1 $1 and $& \\1 $1 $& \\1 $1');
    assert.equal(odd('100%_ of 100%'), '100 % of 100%');
    assert.equal(odd('aaaa ab'), 'aaaa ab');
  });

  it('leaves a text that it has rewritten as it is, also where terms hold wrong forms', () => {
    const growing = createRewriter([
      { term: 'Assembly AI', wrong: ['AI'] },
      { term: 'x x', wrong: ['x'] },
      { term: 'b c', wrong: ['a'] },
      { term: 'Q', wrong: ['u b'] },
    ]);
    const once = growing('AI and assembly ai, x y x, a, ai');
    assert.equal(once, 'Assembly AI and assembly ai, x x y x x, b c, Assembly AI');
    let text = 'u a x AI x x AI u b';
    for (let n = 0; n < 5; n += 1) text = growing(text);
    assert.equal(growing(text), text);
    assert.ok(text.length < 60, text);
  });

  it('goes on until nothing is left to replace, so that a second time changes nothing', () => {
    const chained = createRewriter([
      { term: 'X', wrong: ['Y W'] },
      { term: 'V', wrong: ['X Z'] },
      { term: 'Foo', wrong: ['Foo Bar'] },
    ]);
    for (const [before, after] of [
      ['Y W Z', 'V'],
      ['a foo bar bar, y w', 'a Foo, X'],
      [`Foo${' Bar'.repeat(20)}`, 'Foo'],
    ] as const)
      assert.deepEqual([chained(before), chained(after)], [after, after]);
    const endless = `Foo${' Bar'.repeat(100)}`;
    assert.equal(chained(endless), endless, 'what does not settle stays');
  });

  it('lets a longer form win over a term within it, and spares what other terms hold', () => {
    assert.equal(rewrite('assembly ai'), 'AssemblyAI');
    const sparing = createRewriter([{ term: 'Intelligence', wrong: ['ai'] }], ['Open AI']);
    assert.equal(sparing('ai by Open AI'), 'Intelligence by Open AI');
  });

  it('finds words in Chinese, Japanese, Korean and Thai, and none in the midst of others', () => {
    const abroad = createRewriter([
      { term: '張偉', wrong: ['章偉'] },
      { term: 'India', wrong: ['中国'] },
      { term: 'エーアイ', wrong: ['アイ'] },
      { term: '어셈블리', wrong: ['어샘블리'] },
      { term: 'กรุงเทพ', wrong: ['กรุงเทบ'] },
      { term: 'Straße', wrong: ['Strasse'] },
    ]);
    for (const [before, after] of [
      ['我認識章偉先生', '我認識張偉先生'],
      ['发展中国家在中国', '发展中国家在India'],
      ['アイスとアイ', 'アイスとエーアイ'],
      ['어샘블리를 씁니다. 대어샘블리', '어셈블리를 씁니다. 대어샘블리'],
      ['그 어샘블리', '그 어셈블리'],
      ['ไปกรุงเทบ', 'ไปกรุงเทพ'],
      ['使用STRASSE的', '使用Straße的'],
    ] as const)
      assert.equal(abroad(before), after);
  });

  it('takes the same letters for the same, however they are put together', () => {
    const cafe = createRewriter([{ term: 'Café Zürich', wrong: ['cafe\u0301 zu\u0308rich ag'.normalize('NFC')] }]);
    assert.equal(cafe('the Cafe\u0301 Zu\u0308rich AG here'), 'the Café Zürich here');
    assert.equal(createRewriter([{ term: '👩‍💻 dev', wrong: ['👩 dev'] }])('👩‍💻 dev, 👩 dev'), '👩‍💻 dev, 👩‍💻 dev');
  });
});

describe('what was put right in a line', () => {
  const lines: readonly [before: string, after: string, ...corrections: [wrong: string, term: string][]][] = [
    ['we use assembly ai here', 'we use AssemblyAI here', ['assembly ai', 'AssemblyAI']],
    ['we use kubernetes.', 'we use Kubernetes.', ['kubernetes', 'Kubernetes']],
    ['open a i', 'OpenAI', ['open a i', 'OpenAI']],
    [
      'Ana Lyse now and cross crown',
      'analyse now and Chris Crown',
      ['Ana Lyse', 'analyse'],
      ['cross crown', 'Chris Crown'],
    ],
    ['人工只能很重要', '人工智能很重要', ['只能', '智能']],
    // Changed signs, the case of a sentence, words added or removed and whole new sentences are none.
    ['hello world', 'hello, world!'],
    ['The thing', 'the thing'],
    ['It ends. but goes on', 'It ends. But goes on'],
    ['we use it', 'we use it now'],
    ['we really use it', 'we use it'],
    ['one two three four five six seven', 'eight nine ten eleven twelve thirteen fourteen'],
    ['same', 'same'],
  ];
  for (const [before, after, ...corrections] of lines)
    it(`finds which words were replaced, when ${before} became ${after}`, () => {
      const found = replacedWords(before, after).map(({ wrong, term }) => [wrong, term]);
      assert.deepEqual(found, corrections);
    });
});
