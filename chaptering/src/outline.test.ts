import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cue } from './transcript.ts';
import { regenerateChapter, outline } from './outline.ts';
import { isVerbatim } from './verbatim.ts';
import { rankBoundaries } from './ranked-boundaries.ts';

const rounds = process.env.LECTERN_TEST_FULL ? 40 : 5;

/** A fixed generator, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

const SUBJECTS = [
  'Our greenhouse sensors report the humidity of every bed to one small controller. The controller opens the roof vents before the tomatoes suffer. Sensors that report too often drain their batteries within a month.',
  'A good invoice template saves the accounting team many hours. Late invoices cost small companies more than taxes do. Automatic reminders bring unpaid invoices in within two weeks of the due date.',
  'The harbour pilots guide container ships through the narrow channel. Pilots train for six years before they board tankers alone. Fog closes the channel on forty days of the year.',
  'Sourdough bread needs a lively starter and a slow night in the cold. The starter feeds on rye flour twice a day. Bakers judge the dough by its smell rather than by the clock.',
];

/** Sentences on one subject after another, some four seconds each, as a caption file has them. */
function lecture(minutesEach: number): Cue[] {
  const cues: Cue[] = [];
  let start = 0;
  for (const subject of SUBJECTS) {
    const sentences = subject.split(/(?<=\.) /);
    for (let i = 0; i < minutesEach * 15; i++) {
      cues.push({ start, end: start + 4, text: sentences[i % sentences.length]! });
      start += 4;
    }
  }
  return cues;
}

const joined = (cues: readonly Cue[]): string =>
  cues
    .map((cue, index) => ({ ...cue, index }))
    .toSorted((a, b) => a.start - b.start || a.index - b.index)
    .map(({ text }) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join(' ');

/** Asserts the invariants of an outline made from any cues. */
function assertSound(cues: readonly Cue[], duration: number, slides?: number[]): void {
  const made = outline(cues, { duration, ...(slides ? { slides } : {}) });
  const { chapters } = made;
  assert.ok(chapters.length >= 1);
  assert.ok(made.title !== '');
  assert.equal(chapters[0]!.start, 0);
  assert.equal(chapters.at(-1)!.end, duration);
  const text = joined(cues);
  const titles = new Set<string>();
  chapters.forEach((chapter, i) => {
    if (i > 0) assert.equal(chapter.start, chapters[i - 1]!.end);
    if (chapters.length > 1)
      assert.ok(chapter.end - chapter.start >= 30, `${chapter.start} to ${chapter.end} is too short`);
    assert.ok(chapter.title.trim() !== '');
    titles.add(chapter.title.toLowerCase());
    for (const { quote, start, timecode, cues: span } of chapter.quotes) {
      assert.ok(isVerbatim(quote, text), `not verbatim: ${quote}`);
      assert.ok(start >= chapter.start && start <= chapter.end, `${start} outside ${chapter.start} to ${chapter.end}`);
      assert.equal(timecode, Math.max(chapter.start, start - 2));
      assert.ok(span[0] >= 0 && span[0] <= span[1] && span[1] < cues.length);
    }
  });
  assert.equal(titles.size, chapters.length, 'titles repeat');
  assert.deepEqual(outline(cues, { duration, ...(slides ? { slides } : {}) }), made, 'not deterministic');
}

test('says no sentence twice in the description, when the same is said in several chapters', () => {
  const { description } = outline(lecture(5), { duration: 1200 });
  const said = description.split(/ … |(?<=\.) /).map((sentence) => sentence.replace(/[“”]/g, ''));
  assert.equal(new Set(said).size, said.length, description);
});

test('four subjects give four chapters where the subjects change', () => {
  const cues = lecture(6);
  const { chapters } = outline(cues, { duration: 1440 });
  assert.deepEqual(
    chapters.map(({ start }) => Math.round(start / 30) * 30),
    [0, 360, 720, 1080],
  );
  const words = [
    /sensor|controller|roof|^Introduction$/i,
    /invoice/i,
    /pilot|channel|ship/i,
    /starter|sourdough|dough|cold/i,
  ];
  chapters.forEach(({ title, summary, quotes }, i) => {
    assert.match(title, words[i]!);
    assert.ok(title.split(' ').length <= 8, title);
    assert.ok(summary.split(/(?<=[.!]) /).length >= 2, summary);
    assert.ok(quotes.length >= 1);
  });
});

test('quotes are 8 to 45 words and begin where the words begin, inside cues that cut sentences', () => {
  const words = SUBJECTS.join(' ').split(' ');
  const cues = Array.from({ length: Math.ceil(words.length / 7) }, (_, i) => ({
    start: i * 3,
    end: i * 3 + 3,
    text: words.slice(i * 7, i * 7 + 7).join(' '),
  }));
  const { chapters } = outline(cues, { duration: cues.length * 3 });
  const quotes = chapters.flatMap((chapter) => chapter.quotes);
  assert.ok(quotes.length > 0);
  for (const { quote, start } of quotes) {
    const length = quote.split(' ').length;
    assert.ok(length >= 8 && length <= 45, quote);
    const place = SUBJECTS.join(' ').slice(0, SUBJECTS.join(' ').indexOf(quote)).split(' ').length - 1;
    assert.ok(Math.abs(start - (place / 7) * 3) < 1.5, `${quote} at ${start}`);
  }
});

test('a chapter done again obeys count and query', () => {
  const cues = lecture(6);
  const again = regenerateChapter(cues, { start: 0, end: 720 }, { quotes: 1, query: ['reminders'] });
  assert.equal(again.quotes.length, 1);
  assert.match(again.quotes[0]!.quote, /reminders/);
  assert.equal(again.start, 0);
  assert.equal(again.end, 720);
});

test('finds sentences on a requested subject, even when they are too weak to publish', () => {
  const texts = [
    'Slow dough keeps its flavour because yeast always needs time.',
    'So that was our zeppelin.',
    'The oven was cold.',
  ];
  const cues = texts.map((text, i) => ({ start: i * 9, end: i * 9 + 9, text }));
  const again = regenerateChapter(cues, { start: 0, end: 27 }, { quotes: 1, query: ['zeppelin'] });
  assert.match(again.quotes[0]!.quote, /zeppelin/);
});

test('quotes had better speak of the preferred terms, in chapters that do, and the rest stays as it is', () => {
  const cues = lecture(6);
  const plain = outline(cues, { duration: 1440 }, { quotes: 1 });
  const preferred = outline(cues, { duration: 1440 }, { quotes: 1, preferred: ['reminder'] });
  assert.match(preferred.chapters[1]!.quotes[0]!.quote, /reminders/);
  for (const n of [0, 2, 3]) assert.deepEqual(preferred.chapters[n], plain.chapters[n]);
  const titles = preferred.chapters.map(({ title }) => title);
  assert.deepEqual(
    titles,
    plain.chapters.map(({ title }) => title),
  );
});

test('a slide change decides between equal places', () => {
  const text = (i: number): string =>
    `${i % 2 ? 'Orders' : 'Letters'} arrive at counter number ${i} and leave again before noon.`;
  const cues = Array.from({ length: 150 }, (_, i) => ({ start: i * 4, end: i * 4 + 4, text: text(i) }));
  const plain = outline(cues, { duration: 600 }).chapters.map(({ start }) => start);
  const shown = outline(cues, { duration: 600, slides: [300] }).chapters.map(({ start }) => start);
  assert.ok(shown.length >= plain.length);
  if (shown.length > plain.length)
    assert.ok(
      shown.some((start) => Math.abs(start - 300) <= 6),
      String(shown),
    );
});

test('broken lists of cues give sound outlines', () => {
  const short = lecture(3);
  const single = SUBJECTS.join(' ').repeat(30).split(' ');
  const lists: readonly (readonly [cues: readonly Cue[], duration: number])[] = [
    [[], 0],
    [[], 600],
    [[{ start: 5, end: 5, text: 'Hello.' }], 20],
    [[{ start: 0, end: 7200, text: SUBJECTS.join(' ').repeat(60) }], 7200],
    [[{ start: 0, end: 10_800, text: 'word '.repeat(20_000) }], 10_800],
    [short.toReversed(), 720],
    [short.map((cue) => ({ ...cue, start: 100, end: 100 })), 720],
    [short.map((cue) => ({ ...cue, end: cue.start + 400 })), 720],
    [short, 100],
    [short.map((cue) => ({ ...cue, text: cue.text.toLowerCase().replaceAll('.', '') })), 720],
    [[{ start: 0, end: 100, text: ' ... '.repeat(20_000) }], 100],
    [[{ start: 0, end: 100, text: "a'".repeat(20_000) }], 100],
    [single.map((text, i) => ({ start: i / 3, end: i / 3 + 0.2, text })), single.length / 3],
  ];
  for (const [cues, duration] of lists) assertSound(cues, duration);
  const dialogue = short.map((cue, i) => ({ ...cue, speaker: i % 7 < 3 ? 'Ada' : 'Ben' }));
  assertSound(dialogue, 720, [0, 180, 360, 361, 5000]);
});

test('times beyond belief are no times', () => {
  const cues = [...lecture(3), { start: 720, end: 1e12, text: 'This one never ends.' }];
  assert.deepEqual(outline(cues, { duration: NaN }), outline(cues, { duration: 720 }));
  assert.deepEqual(outline(cues, { duration: 1e15 }), outline(cues, { duration: 720 }));
  assertSound([{ start: 1e12, end: 2e12, text: 'Never heard.' }, ...lecture(3)], 720);
});

test('scripts without spaces or case give sound outlines', () => {
  const texts = [
    '这个传感器每天报告温度和湿度。',
    '自动提醒让客户按时付款。',
    'ครูสอนภาษาไทยทุกวัน',
    'תנורים טובים שומרים על החום.',
    'يفتح المتحكم النوافذ قبل الظهر.',
    '温室のセンサーは湿度を測ります。',
  ];
  for (const text of texts) {
    assertSound(
      Array.from({ length: 200 }, (_, i) => ({
        start: i * 5,
        end: i * 5 + 5,
        text: i % 3 ? text : texts[i % texts.length]!,
      })),
      1000,
    );
  }
});

test('random cues give sound outlines', () => {
  for (let seed = 1; seed <= rounds; seed++) {
    const next = random(seed);
    const words = SUBJECTS.join(' ').split(' ');
    const duration = next() * 4000;
    const cues = Array.from({ length: Math.floor(next() * 400) }, () => {
      const start = next() * duration * 1.1;
      const length = Math.floor(next() ** 3 * 60);
      const text = Array.from({ length }, () => words[Math.floor(next() * words.length)]).join(
        next() < 0.1 ? '\n ' : ' ',
      );
      return {
        start,
        end: start + next() * 20 - 2,
        text,
        ...(next() < 0.3 ? { speaker: `S${Math.floor(next() * 3)}` } : {}),
      };
    });
    assertSound(cues, duration);
  }
});

const SIX_SUBJECTS = [
  'Greenhouse sensors report the humidity of every bed to the controller before the tomatoes suffer.',
  'Late invoices cost small companies more than taxes, and reminders bring unpaid invoices in.',
  'Harbour pilots guide container ships through the channel unless fog closes the harbour.',
  'Sourdough bread needs a starter of rye flour, and bakers judge the dough by its smell.',
  'Violins warp when the humidity of the concert hall drops below what the maker planned.',
  'Beekeepers check the hives for mites in October and join weak hives with strong hives.',
];

/** Six subjects of five minutes, a line every six seconds. */
const sixCues: Cue[] = SIX_SUBJECTS.flatMap((text, part) =>
  Array.from({ length: 50 }, (_, i) => ({ start: part * 300 + i * 6, end: part * 300 + i * 6 + 6, text })),
);
const duration = 1800;

test('the chapters there are come in the order in which they are needed, others after them', () => {
  const starts = outline(sixCues, { duration })
    .chapters.slice(1)
    .map(({ start }) => start);
  const { present, further } = rankBoundaries(sixCues, { duration }, starts);
  assert.deepEqual(
    present.toSorted((a, b) => a - b),
    starts,
  );
  assert.ok(further.length > 0);
  const all = [...present, ...further].toSorted((a, b) => a - b);
  all.forEach((place, n) => {
    assert.ok(place >= 30 && place <= duration - 30);
    assert.ok(n === 0 || place - all[n - 1]! >= 30, `${all[n - 1]} and ${place}`);
  });
  assert.deepEqual(rankBoundaries(sixCues, { duration }), { present, further }, 'without them, those of the engine');
});

test('removes a mid-subject chapter first and adds one at an unmarked subject change first', () => {
  const { present, further } = rankBoundaries(sixCues, { duration }, [300, 600, 750, 1200, 1500]);
  assert.equal(present.at(-1), 750);
  assert.equal(further[0], 900);
});

test('places that no sentence begins at are not ranked', () => {
  const { present } = rankBoundaries(sixCues, { duration }, [300, 453, 900]);
  assert.deepEqual(
    present.toSorted((a, b) => a - b),
    [300, 900],
  );
  assert.deepEqual(rankBoundaries([], { duration: 60 }, [20]), { present: [], further: [] });
});
