import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readCaptions } from './read-captions.ts';
import { lines, read, said, srt, startsOf, talk, textsOf } from './test-talk.ts';

const unreadable = { code: 'captions_unreadable', message: /times in a form/ };
const minutes = Array.from({ length: 60 }, (_, n) => `The board heard report ${n} and thanked its authors.`).join('\n');

suite('times that are said stay words', () => {
  for (const line of [
    '9:00 - 10:30 Registration, then lunch',
    '9:00, 10:30 and 12:00 are free',
    '3:16, 3:17 tell us',
    '19:21 21:17',
    '10:00 → 11:00 is the first slot',
  ])
    test(`when a line is ${line}`, () => {
      const cue = `00:00:05.000 --> 00:00:09.000\nOn Monday we have\n${line}\n`;
      const vtt = `WEBVTT\n\n${cue}\n00:00:10.000 --> 00:00:12.000\nGood.\n`;
      assert.deepEqual(textsOf(vtt), [`On Monday we have ${line}`, 'Good.']);
      const withLine = talk.map((cue) => ({ ...cue, text: `${cue.text} ${line}` }));
      const subRip = srt(' --> ').replace(talk[1]!.text, `${talk[1]!.text}\n${line}`);
      assert.deepEqual(read(subRip).cues, talk.with(1, withLine[1]!));
      assert.deepEqual(read(lines(`{from.point} - {to.point}\n{text}\n${line}\n`)).cues, withLine);
      assert.deepEqual(said(`[00:00:01] When?\n[00:00:05] ${line}\n[00:00:09] Good.`), [
        [1, 'When?'],
        [5, line],
        [9, 'Good.'],
      ]);
      const { untimed, cues } = read(`${minutes}\n${line}\n${minutes}`);
      assert.ok(untimed && cues.some(({ text }) => text.includes(line.slice(0, 8))));
    });
  test('when one stands out of the order of the others', () => {
    const list = Array.from({ length: 30 }, (_, n) => `0:${String(n + 10)} Line ${'abc'[n % 3]}`);
    const texts = textsOf(list.with(9, `${list[9]!}\n10:30 works for me`).join('\n'));
    assert.deepEqual([texts.length, texts[9]], [30, 'Line a 10:30 works for me']);
  });
  const prose = 'Our review covers every team and its plans for the coming year in some detail.\n'.repeat(8);
  for (const [when, text] of Object.entries({
    'an agenda stands above a text without times': `10:00 - 11:00 Welcome\n11:00 - 12:00 Plans\n12:00 - 13:00 Lunch\n${minutes}`,
    'a text has seconds and prices': `We measured it.\n${prose}5s is much, 2.50 is not.\n${prose}`,
    'sections have numbers in brackets': `${prose}[1.1] First part\n${prose}[1.2] Second part\n${prose}[1.3] Third part\n${prose}`,
  }))
    test(`when ${when}`, () => assert.equal(read(text).untimed, true));
});

suite('times are read', () => {
  const three = ['Good morning', 'to everybody', 'and welcome'];
  for (const [when, write] of Object.entries<(at: number) => string>({
    'they have units': (at) => `0m${at}s: `,
    'they have seconds alone': (at) => `${at}s `,
    'they have hours too': (at) => `00h00m0${at}s `,
    'they are of TMPlayer': (at) => `00:00:0${at}:`,
    'cues last exactly a second in a table': (at) => `${at}\t${at + 1}\t`,
  }))
    test(`when ${when}`, () => {
      const text = three.map((words, n) => `${write(n + 1)}${words}`).join('\n');
      assert.deepEqual(
        said(text),
        [...three.entries()].map(([n, words]) => [n + 1, words]),
      );
    });
  for (const [form, text] of Object.entries({
    LRC: `[by:whisper.cpp]\n${lines('[00:{from.2}]{text}').replace(/(?<=\[00:)(?=\d\.)/g, '0')}`,
    'a table of starts': `time,text\n${lines('{from},"{text}"')}`,
  }))
    test(`begin cues, when it is ${form}`, () => {
      assert.deepEqual(
        said(text),
        talk.map(({ start, text: words }) => [start, words]),
      );
    });
  for (const [when, text, starts] of [
    [
      'minutes of LRC go on behind the hour',
      '[00:59.00]One\n[60:05.00]Two\n[99:59.50]Three\n[100:09.10]Four',
      [59, 3605, 5999.5, 6009.1],
    ],
    ['minutes before lines do', '74:50 Hello\n75:10 Again\n76:00 End', [4490, 4510, 4560]],
    ['thousandths stand behind a colon', '1\n00:00:01:500 --> 00:00:04:000\nHello\n', [1.5]],
    ['points stand for colons', lines('{n}\n{from.dots} - {to.dots}\n{text}\n'), [1, 4, 8, 12]],
    ['a line of LRC has two', '[00:01.00][00:20.00]Round\n[00:05.00]And once\n[00:30.00]The end\n', [1, 5, 20, 30]],
  ] as const)
    test(`when ${when}`, () => assert.deepEqual(startsOf(text), starts));
  test('and what cannot be one is counted, when it stands in brackets', () => {
    const { cues, warnings } = read('[00:01.00]One\n[00:75.00]Lost\n[00:09.00]Three\n[00:12.00]Four');
    assert.deepEqual([cues.map(({ text }) => text), warnings], [['One', 'Three', 'Four'], 1]);
  });
  test('and counted from the first, when they are of a calendar', () => {
    const from = Date.UTC(2026, 10, 28, 9);
    for (const timeOf of [
      (ms: number) => ms / 1000,
      (ms: number) => `${ms / 1000}`,
      (ms: number) => ms,
      (ms: number) => new Date(ms).toISOString(),
    ]) {
      const file = talk.map(({ start, text }) => ({ ts: timeOf(from + start * 1000), text }));
      const { cues, guessedUnit } = read(JSON.stringify(file));
      const found = cues.map(({ start }) => Math.round(start * 1000));
      assert.deepEqual([found, guessedUnit], [talk.map(({ start }) => Math.round((start - 1) * 1000)), undefined]);
    }
  });
});

suite('frames are read by the lowest usual rate', () => {
  const frames = '1\n00:00:01:00 --> 00:00:03:12\nFirst line\n\n2\n00:00:04:12 --> 00:00:06:24\nSecond line\n';
  test('and one that cannot be is counted', () => {
    assert.deepEqual(read(frames).cues, [
      { start: 1, end: 3.48, text: 'First line' },
      { start: 4.48, end: 6.96, text: 'Second line' },
    ]);
    assert.equal(startsOf(frames.replace('06:24', '06:29'))[1], 4.4);
    assert.equal(read(`${frames}\n3\n00:00:20:75 --> 00:00:22:00\nLost\n`).warnings, 1);
  });
  for (const frame of [1, 2, 25, 29])
    test(`when the frame is ${frame} in pairs, in the lists of Spruce and in tables`, () => {
      const at = (seconds: number) => `00:00:${String(seconds).padStart(2, '0')}:${String(frame).padStart(2, '0')}`;
      const rate = [24, 25, 30].find((each) => each > frame)!;
      const list = (write: (from: string, to: string, text: string) => string) =>
        Array.from({ length: 50 }, (_, n) => write(at(n + 1), at(n + 2), `Line ${'abc'[n % 3]}`)).join('\n');
      const expected = Array.from({ length: 50 }, (_, n) => [
        Math.round((n + 1 + frame / rate) * 1000),
        `Line ${'abc'[n % 3]}`,
      ]);
      const head = '// x\n$FontName = Arial\n$FontSize = 30\n$Bold = FALSE\n\n';
      for (const text of [
        list((from, to, words) => `${from} --> ${to}\n${words}\n`),
        `${head}${list((from, to, words) => `${from} , ${to} , ${words.replace(' ', '|')}`)}`,
        `Start\tEnd\tText\n${list((from, to, words) => `${from}\t${to}\t${words}`)}`,
      ])
        assert.deepEqual(
          read(text).cues.map((cue) => [Math.round(cue.start * 1000), cue.text]),
          expected,
        );
    });
});

suite('the unit of numbers is right', () => {
  const sections = [
    [0, 312.5, 'Introduction'],
    [312.5, 901, 'Pricing'],
    [901, 2400, 'Questions'],
  ] as const;
  test('when labels of sections have fractions', () => {
    const labels = sections.map(([from, to, text]) => `${from.toFixed(6)}\t${to.toFixed(6)}\t${text}`).join('\n');
    const json = JSON.stringify(sections.map(([start, end, text]) => ({ start, end, text })));
    for (const text of [labels, json]) assert.deepEqual(startsOf(text), [0, 312.5, 901]);
  });
  test('when the length of the recording tells it', () => {
    const labels = 'start\tend\ttext\n0\t1800\tIntroduction\n1800\t3400\tQuestions\n3400\t3500\tThe end\n';
    for (const [text, duration, starts, unit] of [
      [labels, 3600, [0, 1800, 3400], undefined],
      [labels.replaceAll('00\t', '000\t'), 36, [0, 18, 34], 'milliseconds'],
    ] as const) {
      const { cues, guessedUnit } = readCaptions(Buffer.from(text), '', { duration });
      assert.deepEqual([cues.map(({ start }) => start), guessedUnit], [starts, unit]);
    }
  });
  for (const [head, by] of [
    ['start_ms,end_ms', 1000],
    ['Start (s),End (s)', 1],
    ['start_sec,end_sec', 1],
  ] as const)
    test(`when the head ${head} names it`, () => {
      const rows = `${2 * by},${4 * by},Hello all\n${400 * by},${404 * by},The end`;
      assert.deepEqual(startsOf(`${head},text\n${rows}`), [2, 400]);
    });
  test('when Chinese is in microseconds, or in seconds', () => {
    for (const [starts, by] of [
      [[0, 4, 9], 1_000_000],
      [[0, 12, 20], 1],
    ] as const) {
      const texts = ['今天我们来谈谈价格和套餐。', '首先是大多数团队选择的套餐。'];
      const file = texts.map((text, n) => ({ start: starts[n]! * by, end: starts[n + 1]! * by, text }));
      assert.deepEqual(startsOf(JSON.stringify(file)), starts.slice(0, 2));
    }
  });
});

suite('a text is never taken for words, when its times are not understood', () => {
  const unknown: Readonly<Record<string, string>> = {
    'times with letters': '0h0m{from}s..0h0m{to}s {text}',
    'times in signs': '({from}/{to}) {text}',
    'four numbers': '7 {from} 7 {to} {text}',
    'words between the numbers': 'Start: {from} s, End: {to} s\n{text}',
    'two times without a sign': '{from.seconds} ⁂ {to.seconds} {text}',
    'chapters of Ogg': 'CHAPTER0{n}={from.point}\nCHAPTER0{n}NAME={text}',
    'times at the ends of lines': '{text} {from.seconds}',
  };
  for (const [form, template] of Object.entries(unknown))
    test(`when it has ${form}`, () => {
      const text = Array.from({ length: 3 }, () => lines(template)).join('\n');
      assert.throws(() => read(text), unreadable);
    });
  test('when it has a start and a length in whole numbers', () => {
    assert.throws(() => read(lines('[{from.ms},{length.ms}]{text}')), unreadable);
  });
});
