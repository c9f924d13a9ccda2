import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changedParts, isReplacedPart } from './changed-parts.ts';

/** Formats a change: unchanged text as it is, replacements in brackets. */
const told = (before: string, after: string): string =>
  changedParts(before, after)
    .map((part) => (isReplacedPart(part) ? `[${part.before}>${part.after}]` : part.same))
    .join('');

describe('what a place shows of a change', () => {
  it('shows a change as whole differing words with the text around them', () => {
    for (const [before, after, shown] of [
      ['We use assembly ai here.', 'We use AssemblyAI here.', 'We use [assembly ai>AssemblyAI] here.'],
      ['kubernetes', 'Kubernetes', '[kubernetes>Kubernetes]'],
      ['a b c', 'd e c', '[a b>d e] c'],
      ['x', 'x x', 'x[> x]'],
      ['the old word', 'the word', 'the [old >]word'],
      ['我認識章偉先生', '我認識張偉先生', '我認識[章>張]偉先生'],
      ['an e mail of ours', 'an e-mail of ours', 'an [e mail>e-mail] of ours'],
      ['open-source tools', 'open source tools', '[open-source>open source] tools'],
      ['with node js.', 'with Node.js.', 'with [node js>Node.js].'],
      ['Hello world', 'Hello, world', '[Hello>Hello,] world'],
      ['your launch. It', 'your Blastoff. It', 'your [launch>Blastoff]. It'],
      ['the (launch) day', 'the (Blastoff) day', 'the ([launch>Blastoff]) day'],
      ['same', 'same', 'same'],
    ] as const)
      assert.equal(told(before, after), shown);
  });

  it('shows two changes apart, and not all that stands between them', () => {
    assert.equal(told('a x b x c', 'a y b y c'), 'a [x>y] b [x>y] c');
    const far = 'word '.repeat(50);
    assert.equal(
      told(`one ${far}three`, `two ${far}four`),
      `[one>two] ${'word '.repeat(11)}… ${'word '.repeat(11)}[three>four]`,
    );
  });

  it('shows a single change, when the texts are too long to compare word by word', () => {
    const many = (word: string): string => `${word} `.repeat(3000);
    const [first, ...more] = changedParts(`so ${many('a')}end`, `so ${many('b')}end`);
    assert.deepEqual(first, { same: 'so ' });
    assert.equal(more.length, 2);
  });

  it('leaves out what stands far away', () => {
    const far = 'word '.repeat(50);
    assert.equal(
      told(`${far}one ${far}`, `${far}two ${far}`),
      `… ${'word '.repeat(11)}[one>two] ${'word '.repeat(11)}…`,
    );
    assert.equal(told(`${'字'.repeat(99)}一`, `${'字'.repeat(99)}二`), `… ${'字'.repeat(60)}[一>二]`);
  });
});
