import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readCaptions } from './read-captions.ts';
import { said } from './test-talk.ts';

const read = (text: string) => readCaptions(Buffer.from(text));
const first = '<cue start="1.0" end="2.5">Good morning.</cue>';
const second = '<cue start="3.0" end="4.5">Let us begin.</cue>';
const both = [
  [1, 'Good morning.'],
  [3, 'Let us begin.'],
];
const many = 130_000;

suite('damaged XML gives what is said before the damage, and counts it,', () => {
  const damaged: Readonly<Record<string, string>> = {
    'when its end is missing': `<root><list>${first}${second}`,
    'when it ends within the marks of an element': `<root><list>${first}${second}<cue start="5.0" en`,
    'when it ends within an element': `<root><list>${first}${second.replace('</cue>', '')}`,
    'when it ends before the words of an element': `<root><list>${first}${second}<cue start="5.0" end="6.0"><te`,
    'when it has more mistakes than are read over': `<root><list>${first}${second}${'&x;'.repeat(200)}<cue start="9.0" end="9.5">Lost.</cue></list></root>`,
    'when it is nested without end': `<root><list>${first}${second}${'<a>'.repeat(500)}`,
  };
  for (const [damage, xml] of Object.entries(damaged))
    test(damage, () => {
      const { cues, format, warnings } = read(xml);
      assert.deepEqual([cues.map(({ start, text }) => [start, text]), format, warnings], [both, 'xml', 1]);
    });
  test('when times and words have elements of their own, and one of them is cut', () => {
    const cue = '<cue><start>1.0</start><end>2.5</end><text>Good morning.</text></cue>';
    assert.deepEqual(said(`<root>${cue}${cue.replace('1.0', '3.0').replace('2.5', '4.5').slice(0, -18)}`), [
      [1, 'Good morning.'],
      [3, 'Good mor'],
    ]);
  });
});

suite('XML of no known form is read,', () => {
  test('reads XML of no known form, when it nests as deeply as editing programs write it', () => {
    const names = ['fcpxml', 'library', 'event', 'project', 'sequence', 'spine', 'gap', 'title', 'group', 'lines'];
    const [open, close] = [names.map((name) => `<${name}>`), names.map((name) => `</${name}>`).toReversed()];
    assert.deepEqual(said(open.join('') + first + second + close.join('')), both);
  });
  test('when an element that only changes the look has more within than a call takes', () => {
    assert.deepEqual(said(`<root><font>${'<m begin="1s"/>'.repeat(many)}</font>${first}${second}</root>`), both);
  });
  for (const root of ['transcript', 'Transcript', 'timedtext'])
    test(`when it begins as captions do that have other elements: ${root}`, () => {
      const xml = `<${root}><segment start="1.0" end="2.5">Good morning.</segment><segment start="3.0" end="4.5">Let us begin.</segment></${root}>`;
      assert.deepEqual([said(xml), read(xml).format, read(xml).warnings], [both, 'xml', 0]);
    });
  test('when it has times in elements, and begins as captions do', () => {
    const cue = (start: string, text: string) => `<line><begin>${start}</begin><words>${text}</words></line>`;
    const xml = `<transcript>${cue('00:00:01.000', 'Good morning.')}${cue('00:00:03.000', 'Let us begin.')}</transcript>`;
    assert.deepEqual(said(xml), both);
  });
});

test('captions without a time are refused, when they are XML that has none', () => {
  for (const xml of [
    '<transcript><text>Good morning.</text></transcript>',
    '<tt><body><p>Good morning.</p></body></tt>',
  ])
    assert.throws(() => read(xml), { code: 'captions_unreadable' });
});
