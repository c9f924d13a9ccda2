import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createOutlineContext, writeChapter, writeRecordingTexts } from '../outline-context.ts';
import { outline, regenerateChapter } from '../outline.ts';
import type { Cue } from '../transcript.ts';
import { isFallbackTitle } from './fallback-titles.ts';
import type { Ranker } from './ranker.ts';

/** Finds pieces the better the more of what this feature counts they have, and all from `enough` on good enough. */
function rankerBy(feature: string, enough = 0): Ranker {
  const steps = [0.5, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24];
  const trees = {
    features: [feature],
    base: -3,
    trees: steps.map((step) => [[0, step, 1, 2], [0], [0.5]] as const),
  };
  const one = { trees, enough };
  return { title: one, quote: one, summary: one };
}

const cuesOf = (sentences: readonly string[], speaker?: (n: number) => string): Cue[] =>
  sentences.map((text, i) => ({
    start: i * 5,
    end: i * 5 + 5,
    text,
    ...(speaker ? { speaker: speaker(i) } : {}),
  }));

const GREENHOUSE = [
  'Drip irrigation brings the water to every root of the greenhouse.',
  'With drip irrigation little of the water is lost in a dry summer.',
  'A filter keeps the sand out of the pipes and the valves.',
  'Drip irrigation pays for itself within two years.',
];

describe('titles of chapters', () => {
  const titleWith = (sentences: readonly string[], ranker: Ranker, start = 0): string => {
    const desk = createOutlineContext(cuesOf(sentences), sentences.length * 5, [], ranker);
    return writeChapter(desk, [start === 0 ? 0 : 1, sentences.length], start, sentences.length * 5, {}).title;
  };

  test('takes a phrase said in the chapter, when the ranker finds one good enough', () => {
    assert.equal(titleWith(GREENHOUSE, rankerBy('together')), 'Drip irrigation');
  });

  test('tells where a chapter begins, when no phrase is good enough', () => {
    assert.equal(titleWith(GREENHOUSE, rankerBy('together', 1), 750), 'From 12:30');
    assert.equal(titleWith(GREENHOUSE, rankerBy('together', 1), 3723), 'From 1:02:03');
    assert.equal(titleWith(GREENHOUSE, rankerBy('together', 1)), 'The whole recording');
    for (const title of ['From 12:30', 'Ab 1:02:03', '从12:30起', 'Introduction']) assert.ok(isFallbackTitle(title));
    for (const title of ['From Rome', 'Ab ins Netz', 'Drip irrigation']) assert.ok(!isFallbackTitle(title));
  });

  test('gives no title twice, when every chapter says the same', () => {
    const cues = cuesOf(Array.from({ length: 300 }, (_, i) => GREENHOUSE[i % 4]!));
    const titles = outline(cues, { duration: 1500 }).chapters.map(({ title }) => title.toLowerCase());
    assert.equal(new Set(titles).size, titles.length);
  });

  test('writes an abbreviation as it is read, when a title holds one', () => {
    const said = [
      'Trade with the U.S. grows.',
      'Canada has trade with the U.S. in cars.',
      'Trade with the U.S. matters.',
    ];
    assert.match(titleWith(said, rankerBy('words')), /U\.S\.$/);
    const servers = ['llm servers need memory and power.', 'Every engineer wants more llm servers.'];
    const { title, summary } = regenerateChapter(cuesOf([...servers, ...servers]), { start: 0, end: 20 });
    assert.doesNotMatch(`${title} ${summary}`, /Llm/);
  });

  test('avoids "and", when two things are said side by side', () => {
    const said = ['Salt and pepper are cheap.', 'Salt and pepper keep for years.', 'Buy salt and pepper.'];
    assert.doesNotMatch(titleWith(said, rankerBy('words')), / and /);
  });
});

describe('the title of a recording', () => {
  const shown = [{ start: 0, end: 15, title: 'Water for Every Root of a Greenhouse' }];
  for (const [name, slides, title, titleFrom] of [
    ['Growing_with_less_water_final_v2.mp4', shown, 'Growing with less water', 'file'],
    ['GMT20260114-100212_Recording.mp4', shown, 'Water for every root of a greenhouse', 'slide'],
    ['IMG_0042.MOV', [], 'Drip irrigation', 'speech'],
    ['3f2504e0-4f89-11d3-9a0c-0305e82c3301.mp4', [], 'Drip irrigation', 'speech'],
  ] as const)
    test(`comes from the ${titleFrom}, when the file is called ${name}`, () => {
      const desk = createOutlineContext(cuesOf(GREENHOUSE), 20, slides, rankerBy('together'));
      const { description, summary, ...found } = writeRecordingTexts(desk, [{ start: 0, end: 20 }], name);
      assert.deepEqual(found, { title, titleFrom });
    });
});

test('a recording claims nothing by its texts, when nothing is said in it', () => {
  for (const said of [['Yes.', 'No.', 'So.'], ['mm']]) {
    const made = outline(cuesOf(said), { duration: 15, name: 'IMG_0042.MOV' });
    assert.deepEqual([made.title, made.titleFrom], ['The whole recording', 'nothing']);
    assert.deepEqual([made.description, made.summary, made.chapters[0]!.summary], ['', '', '']);
  }
});

describe('summaries', () => {
  const said = [
    ...GREENHOUSE,
    'The um pressure has, you know, to be the the same at both ends of a row.',
    'Does anybody know where the pump of the old greenhouse went last year?',
    'Growers who water by hand lose a third of the water to the sun.',
  ];
  const desk = createOutlineContext(cuesOf(said), 35, [], rankerBy('words'));
  const { summary } = writeChapter(desk, [0, said.length], 0, 35, { quotes: 0 });

  test('quotes two or three whole sentences in order, when more are said', () => {
    const told = summary.replace(/^“|”$/g, '').split(/(?<=\.) (?:… )?/);
    assert.ok(told.length >= 2 && told.length <= 3, summary);
    const places = told.map((sentence) =>
      said.findIndex((text) => text.endsWith(sentence.split(' ').slice(-3).join(' '))),
    );
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
      summary,
    );
    assert.doesNotMatch(summary, /\?/);
  });

  test('leaves out hesitations and immediate repetitions, when a sentence holds some', () => {
    assert.match(summary, /The pressure has to be the same at both ends of a row\./);
  });

  test('marks what is left out, when two sentences do not follow each other', () => {
    assert.match(summary, /\. … /);
  });

  test('speaks of the words of a query, when one is given', () => {
    const more = [...said, 'Every filter of the greenhouse is washed in the river once a week.'];
    const { summary: asked } = regenerateChapter(cuesOf(more), { start: 0, end: 40 }, { query: ['filter'], quotes: 1 });
    assert.match(asked, /filter/i);
  });
});

describe('quotes', () => {
  const STRONG = 'Growers who water by hand lose a third of the water to the sun.';
  const quotesOf = (sentences: readonly string[], enough = 0, speaker?: (n: number) => string) => {
    const desk = createOutlineContext(cuesOf(sentences, speaker), sentences.length * 5, [], rankerBy('words', enough));
    return writeChapter(desk, [0, sentences.length], 0, sentences.length * 5, { quotes: 3 }).quotes;
  };

  for (const [fault, text] of [
    ['is a question', 'Does anybody know where the pump of the old greenhouse went last year?'],
    ['is below 8 words', 'Growers lose a third of it.'],
    ['is above 45 words', `Growers ${'who water by hand '.repeat(12)}lose a third of the water.`],
    ['is not finished', 'Growers who water by hand lose a third of the water and then...'],
    ['closes no quotation mark', '"Growers who water by hand lose a third of the water to the sun.'],
  ] as const)
    test(`marks a quote as weak, when the only sentence ${fault}`, () => {
      assert.deepEqual(
        quotesOf([text]).map(({ key }) => key),
        [true],
      );
      const [quote, ...more] = quotesOf([text, STRONG]);
      assert.deepEqual([quote!.quote, quote!.key, more], [STRONG, undefined, []]);
    });

  test('gives one weak quote, when none is good enough', () => {
    assert.deepEqual(
      quotesOf(GREENHOUSE, 1).map(({ key }) => key),
      [true],
    );
  });

  test('gives as many as wanted by one speaker each, when all are good enough', () => {
    const quotes = quotesOf([...GREENHOUSE, STRONG], 0, (n) => `Grower ${n % 2}`);
    assert.equal(quotes.length, 3);
    for (const { quote, key } of quotes) assert.ok([...GREENHOUSE, STRONG].includes(quote) && key === undefined);
  });
});
