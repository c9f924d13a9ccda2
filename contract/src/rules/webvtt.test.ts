import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type CueNode, parseCueText, voiceRuns } from './webvtt-cue-text.ts';
import { formatWebvtt, parseWebvtt, vttTime, webvttCues } from './webvtt.ts';

const texts = (file: string) => parseWebvtt(file).map((cue) => cue.text);

test('reads ids, times in both forms, settings and text over several lines', () => {
  const file = 'WEBVTT - a title\nKind: captions\n\nid 1\n00:01.000 --> 00:02.500 align:start line:1%\none\ntwo\n\n';
  const hours = '101:00:00.000-->101:00:01.000\nthree\n';
  assert.deepEqual(parseWebvtt(file + hours), [
    { id: 'id 1', start: 1, end: 2.5, settings: 'align:start line:1%', text: 'one\ntwo' },
    { id: '', start: 363_600, end: 363_601, settings: '', text: 'three' },
  ]);
});

test('wants the signature at the very start, after a byte order mark at most', () => {
  const cue = '00:00.000 --> 00:01.000\ntext';
  assert.deepEqual(texts(`\uFEFFWEBVTT\n\n${cue}`), ['text']);
  assert.deepEqual(texts(`WEBVTT\t\n\n${cue}`), ['text']);
  assert.deepEqual(texts(`WEBVTT\n${cue}`), ['text']);
  for (const head of ['WEBVTTx\n\n', '\nWEBVTT\n\n', 'webvtt\n\n', '']) assert.deepEqual(texts(head + cue), []);
});

test('knows every line ending and makes a replacement character of a null', () => {
  assert.deepEqual(texts('WEBVTT\r\r00:00.000 --> 00:01.000\ra\r\n\r\n00:01.000 --> 00:02.000\nb\0'), ['a', 'b\uFFFD']);
});

test('passes over notes, styles, regions and broken timing lines, and goes on after them', () => {
  const file = [
    'WEBVTT',
    'NOTE a remark\nover two lines',
    'STYLE\n::cue { color: red }',
    'REGION\nid:r',
    '00:00:00,000 --> 00:00:01,000\ncommas',
    '00:60.000 --> 00:61.000\nsixty',
    '-->\n00:01.000 --> 00:02.000\nkept\n00:02.000 --> 00:03.000\nno blank line before',
    '00:03.000 --> 00:04.000',
  ].join('\n\n');
  assert.deepEqual(texts(file), ['kept', 'no blank line before', '']);
});

test('cue text: tags, nesting, entities and voices', () => {
  assert.deepEqual(voiceRuns('<v.loud Sarah  Miller>Tea &amp; <i>cake</i></v> for 2<00:00:01.000> <x>you'), [
    { text: 'Tea & cake', speaker: 'Sarah Miller' },
    { text: ' for 2 you' },
  ]);
  assert.deepEqual(voiceRuns('<v A &amp; B>one</v><v C>two'), [
    { text: 'one', speaker: 'A & B' },
    { text: 'two', speaker: 'C' },
  ]);
  assert.deepEqual(parseCueText('<ruby>a<rt>b</ruby>c</i>'), [
    {
      tag: 'ruby',
      classes: [],
      annotation: '',
      children: ['a', { tag: 'rt', classes: [], annotation: '', children: ['b'] }],
    },
    'c',
  ]);
});

test('reads formatted cues back unchanged', () => {
  const cues = [
    { start: 0, end: 1.0006, text: 'a --> b', speaker: 'Tom & <Jerry>' },
    { start: 59.9996, end: 3600, text: 'if x < 3 && y > 4\n\nthen &amp; stays' },
    { start: 360_000, end: 360_001.5, text: '00:00.000 --> 00:01.000' },
  ];
  assert.deepEqual(webvttCues(formatWebvtt(cues)), [
    { start: 0, end: 1.001, text: 'a --> b', speaker: 'Tom & <Jerry>' },
    { start: 60, end: 3600, text: 'if x < 3 && y > 4\nthen &amp; stays' },
    { start: 360_000, end: 360_001.5, text: '00:00.000 --> 00:01.000' },
  ]);
  assert.equal(formatWebvtt([]), 'WEBVTT\n');
  assert.equal(vttTime(3723.0456), '01:02:03.046');
});

test('hostile files end in linear time', () => {
  assert.deepEqual(texts(`WEBVTT\n\n${'-->\n'.repeat(1_000_000)}`), []);
  assert.deepEqual(texts(`WEBVTT\n\n${'1'.repeat(4_000_000)}:00:00.000 -->`), []);
  const nested = voiceRuns(`${'<c>'.repeat(200_000)}deep${'<'.repeat(200_000)}`);
  assert.deepEqual(nested, [{ text: 'deep' }]);
});

// The web platform tests are not part of this project; they run where CAPTION_CORPUS names a folder that has them.
const suite = process.env['CAPTION_CORPUS'];
if (suite) {
  const read = (path: string) => readFileSync(join(suite, path), 'utf8');

  test('web platform tests: file parsing', () => {
    type Expected = Record<string, { cues: { id: string; start: number; end: number; text: string }[] }>;
    const expected = JSON.parse(read('wpt-webvtt/expected.json')) as Expected;
    const names = readdirSync(join(suite, 'wpt-webvtt')).filter((name) => name.endsWith('.vtt'));
    assert.equal(names.length, 37);
    for (const name of names) {
      const cues = parseWebvtt(read(`wpt-webvtt/${name}`));
      const compared = cues.map(({ id, start, end, text }) => ({ id, start, end, text }));
      assert.deepEqual(compared, expected[name]?.cues, name);
    }
  });

  for (const name of ['text', 'entities', 'tags', 'timestamps', 'tree-building']) {
    test(`web platform tests: cue parsing, ${name}`, () => {
      const cases = JSON.parse(read(`wpt-cue-parsing/${name}.json`)) as { text: string; expectedTree: string }[];
      const cues = cases.map(({ text }) => parseWebvtt(`WEBVTT\n\n00:00.000 --> 00:01.000\n${text}`)[0]);
      for (const [index, { text, expectedTree }] of cases.entries()) {
        assert.equal(drawTree(parseCueText(cues[index]?.text ?? '')), expectedTree, JSON.stringify(text));
      }
    });
  }
}

/** The tree in the notation of the web platform tests, with the DOM elements that browsers show for it. */
function drawTree(nodes: CueNode[], depth = 0): string {
  const line = (text: string, extra = 0) => `| ${'  '.repeat(depth + extra)}${text}\n`;
  const draw = (node: CueNode) => {
    if (typeof node === 'string') return line(`"${node}"`);
    if ('timestamp' in node) return line(`<?timestamp ${node.timestamp.padStart(12, '00:')}>`);
    const { tag, classes, annotation, children } = node;
    const attributes = [
      classes.length ? line(`class="${classes.join(' ')}"`, 1) : '',
      tag === 'lang' ? line(`lang="${annotation}"`, 1) : '',
      tag === 'v' ? line(`title="${annotation}"`, 1) : '',
    ];
    const name = ['c', 'v', 'lang'].includes(tag) ? 'span' : tag;
    return line(`<${name}>`) + attributes.join('') + drawTree(children, depth + 1);
  };
  return nodes.map(draw).join('');
}
