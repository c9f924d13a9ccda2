import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readCaptions } from './read-captions.ts';

const read = (text: string) => readCaptions(Buffer.from(text));

/** What is said from when to when, in every form below. */
const talk = [
  { start: 1, end: 4, text: 'Good morning and welcome to our webinar about pricing.' },
  { start: 4.5, end: 8, text: 'Today we talk about 3 things: plans, tokens and renewals.' },
  { start: 8.2, end: 12, text: 'First, the plans that most teams choose in their first year.' },
  { start: 12.1, end: 16, text: 'Second, how tokens are counted and when they expire.' },
];
const clock = (seconds: number, mark = ','): string =>
  `00:00:${seconds.toFixed(3).padStart(6, '0').replace('.', mark)}`;
const each = (write: (cue: (typeof talk)[number], n: number) => string, end = '\n'): string =>
  talk.map(write).join(end);
const srt = (arrow: string, mark = ','): string =>
  each(({ start, end, text }, n) => `${n + 1}\n${clock(start, mark)}${arrow}${clock(end, mark)}\n${text}\n`);
const shifted = (text: string, by: number): string =>
  text.replace(/\d/g, (digit) => String.fromCharCode(by + Number(digit)));

/** Forms that tell when everything begins and ends. */
const exact: Readonly<Record<string, string>> = {
  'an arrow of one dash': srt(' -> '),
  'an arrow in two parts': srt(' - > '),
  'an arrow with a long dash': srt(' —> '),
  'a sign of an arrow': srt(' → '),
  'a double arrow': srt(' => '),
  'an escaped arrow': srt(' --&gt; '),
  'a dash': srt(' - ', '.'),
  'a long dash without blanks': srt('–', '.'),
  'a wave': srt(' ~ '),
  'the word to': srt(' to '),
  'blanks within the times': srt(' --> ').replaceAll(',', ', '),
  'marks of direction': srt(' --> ')
    .replace(/^(?=00)/gm, '\u200E')
    .replaceAll(' --> ', '\u200F --> \u200E'),
  'wide colons': srt(' --> ').replace(/(?<=\d):/g, '：'),
  'two carriage returns at each end': srt(' --> ').replaceAll('\n', '\r\r\n'),
  'an empty line after each': srt(' --> ').replaceAll('\n', '\n\n'),
  'no first number': srt(' --> ').slice(2),
  'numbers with signs': srt(' --> ').replace(/^(\d)$/gm, '#$1.'),
  'numbers beside the times': srt(' --> ').replace(/^(\d)\n/gm, '$1 '),
  'numbers below the times': srt(' --> ').replace(/^(\d)\n(.*)/gm, '$2\n$1'),
  'ranges in brackets': each(({ start, end, text }) => `[${clock(start, '.')} - ${clock(end, '.')}] ${text}`),
  'ranges in two brackets': each(({ start, end, text }) => `[${clock(start, '.')}][${clock(end, '.')}] ${text}`),
  'a range before the words': each(({ start, end, text }) => `${clock(start, '.')} – ${clock(end, '.')}: ${text}`),
  'WebVTT with commas here and there': `WEBVTT\n\n${each(({ start, end, text }, n) => `${clock(start, n % 2 ? '.' : ',')} --> ${clock(end, '.')}\n${text}\n`)}`,
  'WebVTT with short fractions': `WEBVTT\n\n${each(({ start, end, text }) => `${clock(start, '.').slice(0, -2)} --> ${clock(end, '.').slice(0, -1)}\n${text}\n`)}`,
  'WebVTT with blank lines in the text': `WEBVTT\n\n${each(({ start, end, text }) => `${clock(start, '.')} --> ${clock(end, '.')}\n${text.replace(' ', '\n\n')}\n`)}`,
  'the .tsv of Whisper': `start\tend\ttext\n${each(({ start, end, text }) => `${start * 1000}\t${end * 1000}\t${text}`)}`,
  'the .csv of whisper.cpp': `start,end,text\n${each(({ start, end, text }) => `${start * 1000},${end * 1000},"${text}"`)}`,
  'a table with bars and quotes': each(({ start, end, text }) => `${start.toFixed(2)}|${end.toFixed(2)}|"${text}"`),
  'a table with times of a clock': `Start;End;Text\n${each(({ start, end, text }) => `${clock(start)};${clock(end)};${text}`)}`,
  'a table with numbers first': each(({ start, end, text }, n) => `f00${n},${start},${end},"${text}"`),
  'a table with lengths': `start,duration,text\n${each(({ start, end, text }) => `${start},${(end - start).toFixed(1)},"${text}"`)}`,
  'the labels of Audacity': each(({ start, end, text }) => `${start.toFixed(6)}\t${end.toFixed(6)}\t${text}`),
  'numbers parted by blanks': each(({ start, end, text }) => `${start.toFixed(3)} ${end.toFixed(3)} ${text}`),
  MPL2: each(({ start, end, text }) => `[${start * 10}][${end * 10}]/${text.replace(', ', ',|')}`),
  'MicroDVD with its rate': `{1}{1}10\n${each(({ start, end, text }) => `{${start * 10}}{${end * 10}}{y:i}${text.replace(', ', ',|')}`)}`,
  SAMI: `<SAMI><BODY>${each(({ start, end, text }) => `<SYNC Start=${start * 1000}><P Class=ENCC>${text}\n<SYNC Start=${end * 1000}><P Class=ENCC>&nbsp;`)}</BODY></SAMI>`,
  'ttml without units': `<tt><body>${each(({ start, end, text }) => `<p begin="${start}" end="${end}">${text}</p>`)}</body></tt>`,
  'ttml without hours': `<tt><body>${each(({ start, end, text }) => `<p begin="${clock(start, '.').slice(3)}" end="${clock(end, '.').slice(3)}">${text}</p>`)}</body></tt>`,
  'the XML of YouTube': `<?xml version="1.0"?><transcript>${each(({ start, end, text }) => `<text start="${start}" dur="${(end - start).toFixed(1)}">${text}</text>`)}</transcript>`,
  'the newer XML of YouTube': `<timedtext format="3"><body>${each(({ start, end, text }) => `<p t="${start * 1000}" d="${Math.round((end - start) * 1000)}">${text}</p>`)}</body></timedtext>`,
  'ASS that is indented': ` [Script Info]\n [Events]\n${each(({ start, end, text }) => ` Dialogue: 0,${clock(start, '.').slice(1, -1)},${clock(end, '.').slice(1, -1)},Default,,0,0,0,,${text}`)}`,
  RTF: `{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\f0 ${srt(' --> ').replaceAll('\n', '\\par\n')}}`,
  'JSON that is a list': JSON.stringify(talk),
  'JSON in lines': each((cue) => JSON.stringify(cue)),
  'JSON with NaN': `{"segments": [${each((cue) => JSON.stringify(cue).replace('{', '{"avg_logprob": NaN, '), ',')}]}`,
  'JSON with texts for numbers': JSON.stringify({
    items: talk.map(({ start, end, text }) => ({ start_time: `${start}`, end_time: `${end}`, transcript: text })),
  }),
  'JSON of milliseconds': JSON.stringify(
    talk.map(({ start, end, text }) => ({ from: start * 1000, to: end * 1000, text })),
  ),
  'JSON of YouTube': JSON.stringify({
    events: talk.map(({ start, end, text }) => ({
      tStartMs: start * 1000,
      dDurationMs: (end - start) * 1000,
      segs: [{ utf8: text }],
    })),
  }),
};

suite('every word and every time comes out, and nothing else', () => {
  for (const [form, text] of Object.entries(exact))
    test(`when it is ${form}`, () => {
      const { cues, warnings } = read(text);
      assert.deepEqual([cues, warnings], [talk, 0]);
    });
  for (const [script, zero] of [
    ['Arabic', 0x660],
    ['Persian', 0x6f0],
    ['Hindi', 0x966],
    ['wide', 0xff10],
  ] as const)
    test(`when the digits are ${script}`, () => {
      const text = each(
        ({ start, end, text: said }, n) => `${shifted(`${n + 1}\n${clock(start)} --> ${clock(end)}`, zero)}\n${said}\n`,
      );
      assert.deepEqual(read(text).cues, talk);
    });
});

/** Forms that tell only when everything begins. */
const starts: Readonly<Record<string, string>> = {
  LRC: `[by:whisper.cpp]\n${each(({ start, text }) => `[00:${start.toFixed(2).padStart(5, '0')}]${text}`)}`,
  'a table of starts': `time,text\n${each(({ start, text }) => `${start},"${text}"`)}`,
};
for (const [form, text] of Object.entries(starts))
  test(`every word and every beginning comes out, when it is ${form}`, () => {
    assert.deepEqual(
      read(text).cues.map(({ start, text: said }) => ({ start, text: said })),
      talk.map(({ start, text: said }) => ({ start, text: said })),
    );
  });

test('frames are read by the lowest usual rate, when ranges and the lists of Spruce have them', () => {
  const frames = (seconds: number): string => `00:00:${String(Math.floor(seconds)).padStart(2, '0')}:24`;
  const spruce = `// made by hand\n$FontName = Arial\n${each(({ start, end, text }) => `${frames(start)} , ${frames(end)} , ${text.replace(', ', ',|')}`)}`;
  const ranges = each(({ start, end, text }) => `${frames(start)} - ${frames(end)}\n${text}\n`);
  for (const text of [spruce, ranges])
    assert.deepEqual(
      read(text).cues,
      talk.map(({ start, end, text: said }) => ({
        start: Math.floor(start) + 0.96,
        end: Math.floor(end) + 0.96,
        text: said,
      })),
    );
});

test('names above the words are who speaks, when they recur', () => {
  const names = ['Kim Lee', 'Dana Fox'];
  const text = each(
    ({ start, end, text: said }, n) => `${clock(start, '.')} - ${clock(end, '.')}\n${names[n % 2]}\n${said}\n`,
  );
  assert.deepEqual(
    read(text).cues,
    talk.map((cue, n) => ({ ...cue, speaker: names[n % 2] })),
  );
});

test('lines of LRC are said as often as they have times', () => {
  const { cues } = read('[00:01.00][00:20.00]Round and round\n[00:05.00]And once\n[00:30.00]The end\n');
  assert.deepEqual(
    cues.map(({ start, text }) => [start, text]),
    [
      [1, 'Round and round'],
      [5, 'And once'],
      [20, 'Round and round'],
      [30, 'The end'],
    ],
  );
});

test('subtitles of broadcasters are read, when their time line begins at ten o’clock', () => {
  const header = Buffer.alloc(1024, ' ');
  header.write('850STL25.01', 0, 'latin1');
  header.write('00', 12, 'latin1');
  header.write('10000000', 256, 'latin1');
  const blocks = talk.map(({ start, end }, n) => {
    const block = Buffer.alloc(128, 0x8f);
    block.set([0, n, 0, 0xff, 0, 10, 0, Math.floor(start), 5, 10, 0, Math.floor(end), 5, 20, 2, 0]);
    block.set([...Buffer.from('gr'), 0xc8, 0x6f, 0xfb, 0x65, 0x8a, ...Buffer.from(`${n}`)], 16);
    return block;
  });
  const { cues, format, read: letters, warnings } = readCaptions(Buffer.concat([header, ...blocks]));
  assert.deepEqual([format, letters, warnings], ['ebu-stl', { encoding: 'iso-6937', replaced: 0 }, 0]);
  assert.deepEqual(cues[0], { start: 1.2, end: 4.2, text: 'größe 0' });
  assert.equal(cues.length, talk.length);
});

test('letters of RTF are read, when they are escaped', () => {
  const { cues } = read(
    "{\\rtf1\\ansi\\ansicpg1251 00:00:01,000 --> 00:00:02,000\\par \\'c4\\'e0, \\u8364?5 \\{x\\}\\par}",
  );
  assert.equal(cues[0]!.text, 'Да, €5 {x}');
});

test('the words of AWS are joined to sentences, and a full stop needs no time', () => {
  const words = ['Good', 'morning', 'everybody'].map((content, n) => ({
    type: 'pronunciation',
    start_time: `${n + 1}.0`,
    end_time: `${n + 1}.8`,
    alternatives: [{ content }],
  }));
  const stop = { type: 'punctuation', alternatives: [{ content: '.' }] };
  const { cues, warnings } = read(JSON.stringify({ results: { items: [...words, stop] } }));
  assert.deepEqual([cues, warnings], [[{ start: 1, end: 3.8, text: 'Good morning everybody.' }], 0]);
});

test('one without a time is left out and counted, when the others in the JSON have one', () => {
  for (const start of [null, 'soon', undefined]) {
    const { cues, warnings } = read(
      JSON.stringify({ segments: talk.map((cue, n) => (n === 1 ? { ...cue, start } : cue)) }),
    );
    assert.deepEqual([cues, warnings], [talk.toSpliced(1, 1), 1]);
  }
});

test('a row of a table that cannot be read is counted', () => {
  const rows = `start\tend\ttext\n${each(({ start, end, text }) => `${start * 1000}\t${end * 1000}\t${text}`)}\n`;
  assert.equal(read(`${rows}${rows.split('\n').slice(1).join('\n')}broken\n`).warnings, 1);
});

test('the last row of a table is read, when the file ends with a separator', () => {
  const rows = each(({ start, end, text }) => `${start};${end};"${text}";`);
  assert.deepEqual(read(`start;end;text;\n${rows}`).cues, talk);
});

test('numbers that are said stay, when cues have no numbers', () => {
  const countdown = ['3', '2', '1', 'Go']
    .map((text, n) => `00:00:0${n},000 --> 00:00:0${n + 1},000\n${text}\n`)
    .join('\n');
  assert.deepEqual(
    read(countdown).cues.map(({ text }) => text),
    ['3', '2', '1', 'Go'],
  );
  const counting = ['1', '2', '3', 'Go']
    .map((text, n) => `00:00:0${n},000 --> 00:00:0${n + 1},000\n${text}\n`)
    .join('\n');
  assert.deepEqual(
    read(counting).cues.map(({ text }) => text),
    ['1', '2', '3', 'Go'],
  );
});

suite('a text is never taken for words', () => {
  const unknown: Readonly<Record<string, (cue: (typeof talk)[number]) => string>> = {
    'times with letters': ({ start, end, text }) => `0h0m${start}s..0h0m${end}s ${text}`,
    'times in signs': ({ start, end, text }) => `(${start}/${end}) ${text}`,
    'four numbers': ({ start, end, text }) => `7 ${start} 7 ${end} ${text}`,
    'times above the words': ({ start, end, text }) => `@${start}+${end}\n${text}`,
    'names of values': ({ start, text }) => `t=${start} ${text}`,
    'words between the numbers': ({ start, end, text }) => `Start: ${start} s, End: ${end} s\n${text}`,
    'names and a number': ({ start, text }) => `Speaker 1 ${start} ${text}`,
    'two times without a sign': ({ start, end, text }) => `${clock(start, '.').slice(0, 8)} ⁂ ${clock(end, '.').slice(0, 8)} ${text}`,
  };
  for (const [form, write] of Object.entries(unknown))
    test(`when its lines begin with ${form}`, () => {
      const text = Array.from({ length: 3 }, () => each(write)).join('\n');
      assert.throws(() => read(text), { code: 'captions_unreadable', message: /times in a form/ });
    });
  test('but its numbers are left out, when they are those of its lines', () => {
    const text = Array.from({ length: 12 }, (_, n) => `${n + 1}. ${talk[n % 4]!.text}`).join('\n');
    const { cues, untimed } = read(text);
    assert.equal(untimed, true);
    assert.equal(cues[0]!.text, talk[0]!.text);
  });
  test('but sections and wrapped lines keep theirs, when those of its lines are left out', () => {
    const sections = ['1.1', '1.2', '1.3', '2.1', '2.2'].map((n, at) => `${n} ${talk[at % 4]!.text}`).join('\n');
    assert.equal(read(`${sections}\n${sections}`).untimed, true);
    const text = Array.from({ length: 12 }, (_, n) => `${n + 1}. ${talk[n % 4]!.text}\n25 customers`).join('\n');
    assert.ok(read(text).cues.some((cue) => cue.text.includes('25 customers')));
  });
});

/** What a file says and from when on. */
const said = (text: string): (number | string)[][] => read(text).cues.map(({ start, text: words }) => [start, words]);
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
    test(`in WebVTT: ${line}`, () => {
      const text = `WEBVTT\n\n00:00:05.000 --> 00:00:09.000\nOn Monday we have\n${line}\n\n00:00:10.000 --> 00:00:12.000\nGood.\n`;
      assert.deepEqual(said(text), [
        [5, `On Monday we have ${line}`],
        [10, 'Good.'],
      ]);
    });
    test(`in SubRip: ${line}`, () => {
      const text = srt(' --> ').replace(talk[1]!.text, `${talk[1]!.text}\n${line}`);
      assert.deepEqual(read(text).cues, talk.with(1, { ...talk[1]!, text: `${talk[1]!.text} ${line}` }));
    });
    test(`in ranges above the words: ${line}`, () => {
      const ranges = each(({ start, end, text }) => `${clock(start, '.')} - ${clock(end, '.')}\n${text}\n${line}\n`);
      assert.deepEqual(read(ranges).cues, talk.map((cue) => ({ ...cue, text: `${cue.text} ${line}` })));
    });
    test(`in a list of single times: ${line}`, () => {
      assert.deepEqual(said(`[00:00:01] When?\n[00:00:05] ${line}\n[00:00:09] Good.`), [
        [1, 'When?'],
        [5, line],
        [9, 'Good.'],
      ]);
    });
    test(`in a text without times: ${line}`, () => {
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
    assert.deepEqual(said('74:50 Hello\n75:10 Again\n76:00 End').map(([at]) => at), [4490, 4510, 4560]);
    assert.deepEqual(said('[74:50.0 - 74:53.0] Hello\n[75:01.0 - 75:04.0] Again').map(([at]) => at), [4490, 4501]);
  });
  test('and what cannot be one is counted, when it stands in brackets', () => {
    const { cues, warnings } = read('[00:01.00]One\n[00:75.00]Lost\n[00:09.00]Three\n[00:12.00]Four');
    assert.deepEqual([cues.map(({ text }) => text), warnings], [['One', 'Three', 'Four'], 1]);
  });
  test('when thousandths stand behind a colon', () => {
    assert.deepEqual(read('1\n00:00:01:500 --> 00:00:04:000\nHello\n').cues, [{ start: 1.5, end: 4, text: 'Hello' }]);
  });
  test('when frames do, and one that cannot be is counted', () => {
    const text = srt(' --> ', ':').replace(/:(\d{3})(?!\d)/g, (_, ms: string) => `:${String(Math.floor(Number(ms) / 40)).padStart(2, '0')}`);
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
      const cues = Array.from({ length: 50 }, (_, n) => ({ start: n + 1 + frame / rate, text: `Line ${'abc'[n % 3]}` }));
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
    const text = each(({ start, end, text: words }, n) => `${n + 1}\n00.00.${String(Math.floor(start)).padStart(2, '0')} - 00.00.${String(Math.floor(end)).padStart(2, '0')}\n${words}\n`);
    assert.deepEqual(read(text).cues.map(({ start }) => start), [1, 4, 8, 12]);
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
    assert.deepEqual(said(labels), sections.map(([from, , text]) => [from, text]));
    const json = JSON.stringify(sections.map(([start, end, text]) => ({ start, end, text })));
    assert.deepEqual(said(json), sections.map(([from, , text]) => [from, text]));
  });
  test('when the length of the recording tells it', () => {
    const labels = 'start\tend\ttext\n0\t1800\tIntroduction\n1800\t3400\tQuestions\n3400\t3500\tThe end\n';
    const { cues, guessedUnit } = readCaptions(Buffer.from(labels), '', { duration: 3600 });
    assert.deepEqual([cues.map(({ start }) => start), guessedUnit], [[0, 1800, 3400], undefined]);
    const short = readCaptions(Buffer.from(labels.replaceAll('00\t', '000\t')), '', { duration: 36 });
    assert.deepEqual([short.cues.map(({ start }) => start), short.guessedUnit], [[0, 18, 34], 'milliseconds']);
  });
  test('when a head or a key names it', () => {
    for (const [head, by] of [['start_ms,end_ms', 1000], ['Start (s),End (s)', 1], ['start_sec,end_sec', 1]] as const)
      assert.deepEqual(said(`${head},text\n${2 * by},${4 * by},Hello all\n${400 * by},${404 * by},The end`), [[2, 'Hello all'], [400, 'The end']], head);
    assert.deepEqual(said(JSON.stringify([{ startMs: 2000, endMs: 4000, text: 'Hello there' }])), [[2, 'Hello there']]);
  });
  test('when Chinese is in microseconds', () => {
    const json = JSON.stringify([
      { start: 0, end: 4_000_000, text: '今天我们来谈谈价格和套餐。' },
      { start: 4_000_000, end: 9_000_000, text: '首先是大多数团队选择的套餐。' },
    ]);
    assert.deepEqual(said(json).map(([at]) => at), [0, 4]);
  });
});

suite('tables are read', () => {
  const rows = (write: (cue: (typeof talk)[number], n: number) => string): string => each(write);
  const tables: Readonly<Record<string, string>> = {
    'speech in quotes goes over two rows of Whisper': `start\tend\ttext\n${rows(({ start, end, text }, n) => `${start * 1000}\t${end * 1000}\t${n === 1 ? '"' : ''}${text}${n === 2 ? '"' : ''}`)}`,
    'a number is missing in the row of counts': rows(({ start, end, text }, n) => `${[1, 2, 4, 5][n]},${start.toFixed(1)},${end.toFixed(1)},"${text}"`),
    'speakers are numbers': rows(({ start, end, text }, n) => `${n % 2},${start.toFixed(1)},${end.toFixed(1)},"${text}"`),
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
    const twice = [...labels, ...labels].join('\n');
    assert.equal(read(twice).cues.length, 80);
    const { cues, warnings } = read(`${labels.join('\n')}\nTHE END`);
    assert.deepEqual([cues.length, warnings], [40, 1]);
  });
});

suite('forms for the study of speech are read', () => {
  test('when it is a TextGrid of Praat', () => {
    const items = each(({ start, end, text }, n) => `        intervals [${n + 1}]:\n            xmin = ${start} \n            xmax = ${end} \n            text = "${text}" `);
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
      { alternatives: [{ transcript: '', words: all }, { transcript: 'Wood morning', words: all }] },
      { alternatives: [{ words: words.map((_, n) => google(n, 1)) }] },
    ];
    const { cues } = read(JSON.stringify({ results }));
    assert.deepEqual([cues.map(({ text }) => text).join(' '), cues[0]!.start, cues[0]!.speaker], [words.join(' '), 0, 'Speaker 1']);
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
      { start: 0, end: 3_600_000, text: words.join(' '), words: words.map((text, n) => ({ text, start: n * 900_000, end: n * 900_000 + 500 })) },
    ];
    assert.equal(read(JSON.stringify({ utterances })).cues.length, 5);
  });
  test('when sentences are Chinese, in podcasts, or a line is cut', () => {
    const chinese = [{ start: 0, end: 12, text: '今天我们来谈谈价格和套餐。' }, { start: 12, end: 20, text: '首先是套餐。' }];
    assert.deepEqual(said(JSON.stringify(chinese)), chinese.map(({ start, text }) => [start, text]));
    const podcast = { segments: talk.map(({ start, end, text }) => ({ startTime: start, endTime: end, body: text })) };
    assert.deepEqual(read(JSON.stringify(podcast)).cues, talk);
    const { cues, warnings } = read(`${each((cue) => JSON.stringify(cue))}\n{"start": 1`);
    assert.deepEqual([cues, warnings], [talk, 1]);
    assert.deepEqual(read(`[${each((cue) => JSON.stringify(cue), ',')},]`).cues, talk);
  });
});

test('letters of RTF are those of their fonts, and what is no text of it stays out', () => {
  const { cues, warnings } = read(
    "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial;}{\\f2\\fcharset128 Mincho;}}{\\headerl 7}{\\f0 00:00:01,000 --> 00:00:02,000\\par {\\f1\\'c4\\'e0} \\f2\\'83A\\'83\\f0 x\\_y\\constructor\\par}}",
  );
  assert.deepEqual([cues[0]!.text, warnings], ['Да ア\uFFFDx-y', 1]);
});

test('numbers that are said stay, when they end cues that have no numbers of their own', () => {
  const steps = [1, 2, 3, 4].map((n) => `00:00:0${n},000 --> 00:00:0${n + 1},000\nStep\n${n}\n`).join('\n');
  assert.deepEqual(said(steps).map(([, text]) => text), ['Step 1', 'Step 2', 'Step 3', 'Step 4']);
  const sbv = [1, 2, 3, 4].map((n) => `0:00:0${n}.000,0:00:0${n + 1}.000\nStep\n${n + 1}\n`).join('\n');
  assert.deepEqual(said(sbv).map(([, text]) => text), ['Step 2', 'Step 3', 'Step 4', 'Step 5']);
});

test('a first line that recurs is no name, when only one does', () => {
  const text = Array.from({ length: 8 }, (_, n) => `00:00:0${n},000 --> 00:00:0${n + 1},000\nWelcome\nto part ${'abcdefgh'[n]}\n`).join('\n');
  assert.equal(read(text).cues.some(({ speaker }) => speaker), false);
});
