import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readCaptions } from './read-captions.ts';
import { clock, each, read, said, srt, talk } from './test-talk.ts';

const minutes = Array.from({ length: 60 }, (_, n) => `The board heard report ${n} and thanked its authors.`).join('\n');

suite('times that are said stay words', () => {
  const spoken = [
    '9:00 - 10:30 Registration, then lunch',
    '9:00, 10:30 and 12:00 are free',
    '3:16, 3:17 tell us',
    '19:21 21:17',
    '10:00 → 11:00 is the first slot',
  ];
  for (const line of spoken) {
    test(`keeps a spoken time as text in WebVTT: ${line}`, () => {
      const text = `WEBVTT\n\n00:00:05.000 --> 00:00:09.000\nOn Monday we have\n${line}\n\n00:00:10.000 --> 00:00:12.000\nGood.\n`;
      assert.deepEqual(said(text), [
        [5, `On Monday we have ${line}`],
        [10, 'Good.'],
      ]);
    });
    test(`keeps a spoken time as text in SubRip: ${line}`, () => {
      const text = srt(' --> ').replace(talk[1]!.text, `${talk[1]!.text}\n${line}`);
      assert.deepEqual(read(text).cues, talk.with(1, { ...talk[1]!, text: `${talk[1]!.text} ${line}` }));
    });
    test(`keeps a spoken time as text below time ranges: ${line}`, () => {
      const ranges = each(({ start, end, text }) => `${clock(start, '.')} - ${clock(end, '.')}\n${text}\n${line}\n`);
      assert.deepEqual(
        read(ranges).cues,
        talk.map((cue) => ({ ...cue, text: `${cue.text} ${line}` })),
      );
    });
    test(`keeps a spoken time as text in a list of single times: ${line}`, () => {
      assert.deepEqual(said(`[00:00:01] When?\n[00:00:05] ${line}\n[00:00:09] Good.`), [
        [1, 'When?'],
        [5, line],
        [9, 'Good.'],
      ]);
    });
    test(`keeps a spoken time as text in a text without times: ${line}`, () => {
      const { untimed, cues } = read(`${minutes}\n${line}\n${minutes}`);
      assert.equal(untimed, true);
      assert.ok(cues.some(({ text }) => text.includes(line.slice(0, 8))));
    });
  }
  test('when an agenda stands above a text without times', () => {
    assert.equal(read(`10:00 - 11:00 Welcome\n11:00 - 12:00 Plans\n12:00 - 13:00 Lunch\n${minutes}`).untimed, true);
  });
  test('when one stands out of the order of the others', () => {
    const lines = Array.from({ length: 30 }, (_, n) => `0:${String(n + 10)} Line ${'abc'[n % 3]}`);
    const { cues } = read(lines.with(9, `${lines[9]!}\n10:30 works for me`).join('\n'));
    assert.deepEqual([cues.length, cues[9]!.text], [30, 'Line a 10:30 works for me']);
  });
  test('when a bracket closes between two times', () => {
    assert.deepEqual(said('(0:01) Hello.\n(0:05) 0:10 is the record\n(0:09) 10:30 works for me.'), [
      [1, 'Hello.'],
      [5, '0:10 is the record'],
      [9, '10:30 works for me.'],
    ]);
  });
});

suite('times are read', () => {
  test('when minutes go on behind the hour', () => {
    assert.deepEqual(said('[00:59.00]One\n[60:05.00]Two\n[99:59.50]Three\n[100:09.10]Four'), [
      [59, 'One'],
      [3605, 'Two'],
      [5999.5, 'Three'],
      [6009.1, 'Four'],
    ]);
    assert.deepEqual(
      said('74:50 Hello\n75:10 Again\n76:00 End').map(([at]) => at),
      [4490, 4510, 4560],
    );
    assert.deepEqual(
      said('[74:50.0 - 74:53.0] Hello\n[75:01.0 - 75:04.0] Again').map(([at]) => at),
      [4490, 4501],
    );
  });
  test('and what cannot be one is counted, when it stands in brackets', () => {
    const { cues, warnings } = read('[00:01.00]One\n[00:75.00]Lost\n[00:09.00]Three\n[00:12.00]Four');
    assert.deepEqual([cues.map(({ text }) => text), warnings], [['One', 'Three', 'Four'], 1]);
  });
  test('when thousandths stand behind a colon', () => {
    assert.deepEqual(read('1\n00:00:01:500 --> 00:00:04:000\nHello\n').cues, [{ start: 1.5, end: 4, text: 'Hello' }]);
  });
  test('when frames do, and one that cannot be is counted', () => {
    const text = srt(' --> ', ':').replace(
      /:(\d{3})(?!\d)/g,
      (_, ms: string) => `:${String(Math.floor(Number(ms) / 40)).padStart(2, '0')}`,
    );
    assert.deepEqual(
      read(text).cues.map(({ start }) => Math.floor(start)),
      [1, 4, 8, 12],
    );
    const { warnings } = read(`${text}\n5\n00:00:20:75 --> 00:00:22:00\nLost\n`);
    assert.equal(warnings, 1);
  });
  for (const frame of [1, 2, 25, 29])
    test(`when the frame is ${frame} in pairs, in the lists of Spruce and in tables`, () => {
      const at = (seconds: number): string =>
        `00:00:${String(seconds).padStart(2, '0')}:${String(frame).padStart(2, '0')}`;
      const rate = [24, 25, 30].find((each) => each > frame)!;
      const cues = Array.from({ length: 50 }, (_, n) => ({
        start: n + 1 + frame / rate,
        text: `Line ${'abc'[n % 3]}`,
      }));
      const pairs = cues.map((cue, n) => `${at(n + 1)} --> ${at(n + 2)}\n${cue.text}\n`).join('\n');
      const spruce = `// x\n$FontName = Arial\n$FontSize = 30\n$Bold = FALSE\n\n${cues.map((cue, n) => `${at(n + 1)} , ${at(n + 2)} , ${cue.text.replace(' ', '|')}`).join('\n')}`;
      const table = `Start\tEnd\tText\n${cues.map((cue, n) => `${at(n + 1)}\t${at(n + 2)}\t${cue.text}`).join('\n')}`;
      for (const text of [pairs, spruce, table])
        assert.deepEqual(
          read(text).cues.map(({ start, text: words }) => [Math.round(start * 1000), words]),
          cues.map(({ start, text: words }) => [Math.round(start * 1000), words]),
        );
    });
  test('when a word in any language stands between them', () => {
    for (const word of [' à ', ' until ', ' hasta ', ' до ', '至', ' bis '])
      assert.deepEqual(read(srt(word, '.')).cues, talk, word);
  });
  test('when points stand for colons', () => {
    const text = each(
      ({ start, end, text: words }, n) =>
        `${n + 1}\n00.00.${String(Math.floor(start)).padStart(2, '0')} - 00.00.${String(Math.floor(end)).padStart(2, '0')}\n${words}\n`,
    );
    assert.deepEqual(
      read(text).cues.map(({ start }) => start),
      [1, 4, 8, 12],
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
    assert.deepEqual(
      said(labels),
      sections.map(([from, , text]) => [from, text]),
    );
    const json = JSON.stringify(sections.map(([start, end, text]) => ({ start, end, text })));
    assert.deepEqual(
      said(json),
      sections.map(([from, , text]) => [from, text]),
    );
  });
  test('when the length of the recording tells it', () => {
    const labels = 'start\tend\ttext\n0\t1800\tIntroduction\n1800\t3400\tQuestions\n3400\t3500\tThe end\n';
    const { cues, guessedUnit } = readCaptions(Buffer.from(labels), '', { duration: 3600 });
    assert.deepEqual([cues.map(({ start }) => start), guessedUnit], [[0, 1800, 3400], undefined]);
    const short = readCaptions(Buffer.from(labels.replaceAll('00\t', '000\t')), '', { duration: 36 });
    assert.deepEqual([short.cues.map(({ start }) => start), short.guessedUnit], [[0, 18, 34], 'milliseconds']);
  });
  test('when a head or a key names it', () => {
    for (const [head, by] of [
      ['start_ms,end_ms', 1000],
      ['Start (s),End (s)', 1],
      ['start_sec,end_sec', 1],
    ] as const)
      assert.deepEqual(
        said(`${head},text\n${2 * by},${4 * by},Hello all\n${400 * by},${404 * by},The end`),
        [
          [2, 'Hello all'],
          [400, 'The end'],
        ],
        head,
      );
    assert.deepEqual(said(JSON.stringify([{ startMs: 2000, endMs: 4000, text: 'Hello there' }])), [[2, 'Hello there']]);
  });
  test('when Chinese is in microseconds', () => {
    const json = JSON.stringify([
      { start: 0, end: 4_000_000, text: '今天我们来谈谈价格和套餐。' },
      { start: 4_000_000, end: 9_000_000, text: '首先是大多数团队选择的套餐。' },
    ]);
    assert.deepEqual(
      said(json).map(([at]) => at),
      [0, 4],
    );
  });
});
