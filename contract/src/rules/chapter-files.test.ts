import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { formatChaptersJson, formatShowNotes, formatYoutubeChapters, youtubeChapters } from './chapter-files.ts';

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
  chapters: [
    {
      title: 'Start',
      start_seconds: 0.4,
      end_seconds: 100,
      summary: 'It begins.',
      quote: [{ quote: 'Hello [you]', timecode: '00:01:05', start: 67 }],
    },
  ],
};

test('show notes link each chapter and quote to its moment', () => {
  assert.equal(
    formatShowNotes(notes, 'https://example.org/asset/1'),
    '# A \\*bold\\* talk\n\nOne.\n\nTwo.\n\n## Summary\n\nAll of it.\n\n## Chapters\n\n' +
      '### [00:00:00](https://example.org/asset/1?t=0.4) Start\n\nIt begins.\n\n' +
      '> “Hello \\[you\\]” ([00:01:05](https://example.org/asset/1?t=65))\n',
  );
  assert.ok(!formatShowNotes(notes).includes(']('));
});

test('a key sentence is called that, and is not set as a quote', () => {
  const quote = [{ quote: 'Hello all', key: true, timecode: '00:01:05', start: 67 }];
  const keyed = { ...notes, chapters: [{ ...notes.chapters[0]!, quote }] };
  assert.match(formatShowNotes(keyed), /^> Key sentence: Hello all \(00:01:05\)$/m);
  assert.equal(JSON.parse(formatChaptersJson(keyed)).chapters[0].quotes[0].key, true);
});

test('chapters as JSON are those of podcast players', () => {
  const made = JSON.parse(formatChaptersJson(notes)) as Record<string, unknown>;
  assert.equal(made.version, '1.2.0');
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
