import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { clock, each, read, said, talk } from './test-talk.ts';

suite('tables are read', () => {
  const rows = (write: (cue: (typeof talk)[number], n: number) => string): string => each(write);
  const tables: Readonly<Record<string, string>> = {
    'speech in quotes goes over two rows of Whisper': `start\tend\ttext\n${rows(({ start, end, text }, n) => `${start * 1000}\t${end * 1000}\t${n === 1 ? '"' : ''}${text}${n === 2 ? '"' : ''}`)}`,
    'a number is missing in the row of counts': rows(
      ({ start, end, text }, n) => `${[1, 2, 4, 5][n]},${start.toFixed(1)},${end.toFixed(1)},"${text}"`,
    ),
    'speakers are numbers': rows(
      ({ start, end, text }, n) => `${n % 2},${start.toFixed(1)},${end.toFixed(1)},"${text}"`,
    ),
    'the head of the words is unusual': `Start,End,Spoken by machine\n${rows(({ start, end, text }) => `${start.toFixed(1)},${end.toFixed(1)},"${text}"`)}`,
    'some columns of the words are split by line ends': `start,end,text\n${rows(({ start, end, text }) => `${start},${end},"${text.replace(' ', '\n')}"`)}`,
    'times of a clock have lengths in milliseconds': `start;duration;text\n${rows(({ start, end, text }) => `${clock(start)};${Math.round((end - start) * 1000)};${text}`)}`,
    'the tier stands first': rows(({ start, end, text }) => `all\t\t${clock(start, '.')}\t${clock(end, '.')}\t${text}`),
  };
  for (const [when, text] of Object.entries(tables))
    test(`when ${when}`, () => {
      const { cues, warnings } = read(text);
      const plain = cues.map(({ start, end, text: words }) => ({ start, end, text: words.replaceAll('"', '') }));
      assert.deepEqual([plain, warnings], [talk, 0]);
    });
  test('when cues last exactly a second', () => {
    assert.deepEqual(said('1\t2\tGood morning\n2\t3\tto everybody\n3\t4\tand welcome'), [
      [1, 'Good morning'],
      [2, 'to everybody'],
      [3, 'and welcome'],
    ]);
  });
  test('and rows out of order or broken are no hindrance, when they are few', () => {
    const labels = Array.from({ length: 40 }, (_, n) => `${n}.000000\t${n}.900000\tLine number ${'abc'[n % 3]}`);
    const twice = [...labels, ...labels.map((label) => label.replace('Line', 'Word'))].join('\n');
    assert.equal(read(twice).cues.length, 80);
    const { cues, warnings } = read(`${labels.join('\n')}\nTHE END`);
    assert.deepEqual([cues.length, warnings], [40, 1]);
  });
});

suite('forms for the study of speech are read', () => {
  test('when it is a TextGrid of Praat', () => {
    const items = each(
      ({ start, end, text }, n) =>
        `        intervals [${n + 1}]:\n            xmin = ${start} \n            xmax = ${end} \n            text = "${text}" `,
    );
    const long = `File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0 \nxmax = 20 \ntiers? <exists> \nsize = 1 \nitem []: \n    item [1]:\n        class = "IntervalTier" \n        name = "talk" \n        xmin = 0 \n        xmax = 20 \n        intervals: size = 4 \n${items}\n`;
    const short = `File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n20\n<exists>\n1\n"IntervalTier"\n"talk"\n0\n20\n4\n${each(({ start, end, text }) => `${start}\n${end}\n"${text}"`)}\n`;
    for (const text of [long, short]) assert.deepEqual(read(text).cues, talk);
  });
  test('when it is CTM', () => {
    const words = talk[0]!.text.split(' ');
    const ctm = words.map((word, n) => `talk_1 1 ${(1 + n / 4).toFixed(2)} 0.20 ${word} 0.98`).join('\n');
    const { cues } = read(ctm);
    assert.deepEqual([cues[0]!.start, cues.map(({ text }) => text).join(' ')], [1, talk[0]!.text]);
  });
});

suite('JSON of services is read', () => {
  const words = ['Good', 'morning', 'everybody', 'and', 'welcome'];
  const google = (n: number, tag?: number) => ({
    ...(n === 0 ? {} : { startTime: { seconds: `${n}`, nanos: 500_000_000 } }),
    endTime: { seconds: `${n + 1}` },
    word: words[n],
    ...(tag ? { speakerTag: tag } : {}),
  });
  const all = words.map((_, n) => google(n));
  test('when Google tells all words once more with who said them', () => {
    const results = [
      {
        alternatives: [
          { transcript: '', words: all },
          { transcript: 'Wood morning', words: all },
        ],
      },
      { alternatives: [{ words: words.map((_, n) => google(n, 1)) }] },
    ];
    const { cues } = read(JSON.stringify({ results }));
    assert.deepEqual(
      [cues.map(({ text }) => text).join(' '), cues[0]!.start, cues[0]!.speaker],
      [words.join(' '), 0, 'Speaker 1'],
    );
  });
  test('when Azure writes its names with capitals and ticks', () => {
    const phrases = talk.map(({ start, end, text }) => ({
      OffsetInTicks: start * 1e7,
      DurationInTicks: (end - start) * 1e7,
      NBest: [{ Lexical: 'x', Display: text }, { Display: 'other' }],
    }));
    assert.deepEqual(read(JSON.stringify({ recognizedPhrases: phrases })).cues, talk);
  });
  test('when a turn of an hour holds its words', () => {
    const utterances = [
      {
        start: 0,
        end: 3_600_000,
        text: words.join(' '),
        words: words.map((text, n) => ({ text, start: n * 900_000, end: n * 900_000 + 500 })),
      },
    ];
    assert.equal(read(JSON.stringify({ utterances })).cues.length, 5);
  });
  test('when sentences are Chinese, in podcasts, or a line is cut', () => {
    const chinese = [
      { start: 0, end: 12, text: '今天我们来谈谈价格和套餐。' },
      { start: 12, end: 20, text: '首先是套餐。' },
    ];
    assert.deepEqual(
      said(JSON.stringify(chinese)),
      chinese.map(({ start, text }) => [start, text]),
    );
    const podcast = { segments: talk.map(({ start, end, text }) => ({ startTime: start, endTime: end, body: text })) };
    assert.deepEqual(read(JSON.stringify(podcast)).cues, talk);
    const { cues, warnings } = read(`${each((cue) => JSON.stringify(cue))}\n{"start": 1`);
    assert.deepEqual([cues, warnings], [talk, 1]);
    assert.deepEqual(read(`[${each((cue) => JSON.stringify(cue), ',')},]`).cues, talk);
  });
});
