import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parseCueText, voiceRuns, formatWebvtt, parseWebvtt, vttTime, webvttCues } from './webvtt.ts';
import { formatMarkdown, formatPlainText, formatSrt, formatVtt } from './transcript-files.ts';
import { formatChaptersJson, formatShowNotes, formatYoutubeChapters, youtubeChapters } from './chapter-files.ts';
import { publicQuotes } from './quotes.ts';

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

const cues = [
  { start: 1, end: 3.5, text: 'Good morning.', speaker: 'Sarah *M*' },
  { start: 3.6, end: 5, text: 'Welcome\n\nto --> all.', speaker: 'Sarah *M*' },
  { start: 5, end: 7, text: 'Thank you.', speaker: 'David' },
  { start: 12, end: 14, text: 'After a pause.', speaker: 'David' },
];

test('SubRip: numbers, commas, a name at each cue, no blank lines or arrows in a text', () => {
  assert.equal(
    formatSrt(cues.slice(0, 3)),
    '1\n00:00:01,000 --> 00:00:03,500\nSarah *M*: Good morning.\n\n' +
      '2\n00:00:03,600 --> 00:00:05,000\nSarah *M*: Welcome\nto → all.\n\n' +
      '3\n00:00:05,000 --> 00:00:07,000\nDavid: Thank you.\n',
  );
});

test('plain text: paragraphs by speaker, pause and length', () => {
  assert.equal(
    formatPlainText(cues),
    'Sarah *M*: Good morning. Welcome to --> all.\n\nDavid: Thank you.\n\nAfter a pause.\n',
  );
  const long = Array.from({ length: 20 }, (_, index) => ({
    start: index * 5,
    end: index * 5 + 5,
    text: 'A sentence of about sixty characters that ends with a stop.',
  }));
  const lengths = formatPlainText(long)
    .split('\n\n')
    .map((paragraph) => paragraph.trim().length);
  assert.deepEqual(lengths, [539, 539, 119]);
  assert.equal(formatPlainText([]), '');
});

test('Markdown: chapters as headings, nothing of the text is markup', () => {
  assert.equal(
    formatMarkdown('A # title', cues, [
      { title: 'Start', start: 0 },
      { title: 'Thanks', start: 5 },
    ]),
    '# A \\# title\n\n## Start\n\n**Sarah \\*M\\*** (00:00:01) Good morning. Welcome to --\\> all.\n\n' +
      '## Thanks\n\n**David** (00:00:05) Thank you.\n\n**David** (00:00:12) After a pause.\n',
  );
});

test('WebVTT: the title in a note that cannot break the file, speakers as voice tags', () => {
  assert.equal(
    formatVtt('A --> B\nC', cues.slice(2, 3)),
    'WEBVTT\n\nNOTE A → B C\n\n00:00:05.000 --> 00:00:07.000\n<v David>Thank you.\n',
  );
  assert.equal(formatVtt('', []), 'WEBVTT\n');
});

const chapter = fc.record({
  title: fc.string({ maxLength: 300 }),
  start: fc.double({ min: 0, max: 11_000, noNaN: true }),
});
const recordings = [fc.array(chapter, { maxLength: 200 }), fc.double({ min: 0, max: 10_800, noNaN: true })] as const;

/** Parses the text as YouTube does. */
const read = (text: string): { at: number; title: string }[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, time = '', title = ''] = /^((?:\d+:)?\d?\d:\d\d) (.+)$/u.exec(line) ?? assert.fail(line);
      return { at: time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0), title };
    });

test('every text follows the rules of YouTube, or there is a reason', () => {
  fc.assert(
    fc.property(...recordings, (chapters, duration) => {
      const found = youtubeChapters(chapters, duration);
      if ('reason' in found) {
        assert.match(found.reason, /\.$/);
        return;
      }
      const text = formatYoutubeChapters(found.chapters);
      const lines = read(text);
      assert.ok(lines.length >= 3 && text.length <= 5000 && !/[<>]/.test(text));
      assert.equal(lines[0]?.at, 0);
      lines.forEach(({ at, title }, n) => {
        assert.ok((lines[n + 1]?.at ?? Math.floor(duration)) - at >= 10);
        assert.ok(title.length <= 100);
      });
    }),
  );
});

test('a start that stays is the chapter’s own, and enough long chapters are never refused', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 10, max: 900 }), { minLength: 3, maxLength: 12 }), (lengths) => {
      let at = 0;
      const chapters = lengths.map((length, n) => {
        const start = at;
        at += length;
        return { title: `Part ${n}`, start };
      });
      assert.deepEqual(youtubeChapters(chapters, at), { chapters });
    }),
  );
});

const named = (...starts: number[]) => starts.map((start) => ({ title: `At ${start}`, start }));

test('short chapters join their neighbours', () => {
  const cases: [string, number[], number, { title: string; start: number }[]][] = [
    ['a late first chapter moves to the beginning', [3, 20, 40], 60, [{ title: 'At 3', start: 0 }, ...named(20, 40)]],
    ['a short first one gives way', [0, 5, 20, 40], 60, [{ title: 'At 5', start: 0 }, ...named(20, 40)]],
    ['a short middle one joins the one before', [0, 20, 25, 40], 60, named(0, 25, 40)],
    ['a short last one joins the one before', [0, 20, 40, 55], 60, named(0, 20, 40)],
    ['two at the same start are one', [0, 20, 20, 40], 60, named(0, 20, 40)],
    ['what starts after the end is dropped', [0, 20, 40, 70], 60, named(0, 20, 40)],
  ];
  for (const [what, starts, duration, expected] of cases)
    assert.deepEqual(youtubeChapters(named(...starts), duration), { chapters: expected }, what);
});

test('says why there is no text for YouTube', () => {
  const reason = (starts: number[], duration: number): string => {
    const found = youtubeChapters(named(...starts), duration);
    return 'reason' in found ? found.reason : '';
  };
  assert.equal(reason([], 100), 'There are no chapters yet.');
  assert.match(reason([0, 10], 29.9), /shorter than that/);
  assert.match(reason([0, 50], 100), /has only two\.$/);
  assert.match(reason([0], 100), /has only one\.$/);
});

test('times have hours only where they are needed, and long titles end with a sign', () => {
  const text = formatYoutubeChapters([
    { title: 'Start', start: 0 },
    { title: 'x'.repeat(200), start: 605 },
    { title: 'Late', start: 3725 },
  ]);
  assert.equal(text, `0:00 Start\n10:05 ${'x'.repeat(99)}…\n1:02:05 Late\n`);
});

const notes = {
  title: 'A *bold* talk',
  description: 'One.\n\nTwo.',
  summary: 'All of it.',
  duration: 100,
  marking: { aiGenerated: true, reviewedAt: null },
  chapters: [
    {
      title: 'Start',
      start: 0.4,
      end: 100,
      summary: 'It begins.',
      quotes: publicQuotes([
        { quote: 'Hello [you]', timecode: '00:01:05', start: 67, cues: [1, 1] as [number, number] },
      ]),
    },
  ],
};

test('show notes link each chapter and quote to its moment', () => {
  assert.equal(
    formatShowNotes(notes, 'https://example.org/asset/1'),
    '# A \\*bold\\* talk\n\nOne.\n\nTwo.\n\n## Summary\n\nAll of it.\n\n## Chapters\n\n' +
      '### [00:00:00](https://example.org/asset/1?t=0.4) Start\n\nIt begins.\n\n' +
      '> “Hello \\[you\\]” ([00:01:05](https://example.org/asset/1?t=65))\n\n*Written by AI, not yet reviewed by a person.*\n',
  );
  assert.ok(!formatShowNotes(notes).includes(']('));
});

test('chapters as JSON are those of podcast players', () => {
  const made = JSON.parse(formatChaptersJson(notes)) as Record<string, unknown>;
  assert.deepEqual([made.version, made.aiGenerated, made.reviewedAt], ['1.2.0', true, null]);
  assert.deepEqual(made.chapters, [
    {
      startTime: 0.4,
      endTime: 100,
      title: 'Start',
      summary: 'It begins.',
      quotes: [{ quote: 'Hello [you]', timecode: '00:01:05', start: 67 }],
    },
  ]);
});
