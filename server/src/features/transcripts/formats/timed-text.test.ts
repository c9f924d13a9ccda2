import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readCaptions } from './read-captions.ts';
import { clock, each, read, said, srt, talk } from './test-talk.ts';

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
  'an arrow that is escaped twice': srt(' --&amp;gt; '),
  'an arrow escaped for JSON': srt(' --\\u003e '),
  'an arrow escaped for Markdown': srt(' \\-\\-> '),
  'an apostrophe before the milliseconds': srt(' --> ', "'"),
  'a dot in the middle before the milliseconds': srt(' --> ', '·'),
  'line ends that are printed': srt(' --> ').replaceAll('\n', '\\n'),
  'whole milliseconds with an arrow': each(
    ({ start, end, text }, n) => `${n + 1}\n${start * 1000} --> ${end * 1000}\n${text}\n`,
  ),
  'whole milliseconds in brackets': each(({ start, end, text }) => `[${start * 1000} -> ${end * 1000}] ${text}`),
  'milliseconds with their unit': each(({ start, end, text }) => `[${start * 1000}ms -> ${end * 1000}ms] ${text}`),
  'times below the words': each(({ start, end, text }) => `${text}\n${clock(start)} --> ${clock(end)}\n`),
  'numbers in full-width brackets': srt(' --> ').replace(/^(\d)$/gm, '（$1）'),
  'numbers with a word and a sign': srt(' --> ').replace(/^(\d)$/gm, 'Cue #$1:'),
  'ranges in wide brackets': each(({ start, end, text }) => `【${clock(start, '.')} - ${clock(end, '.')}】${text}`),
  'ranges in a list': each(({ start, end, text }) => `- ${clock(start, '.')} - ${clock(end, '.')}: ${text}`),
  'ranges in bold': each(({ start, end, text }) => `**${clock(start, '.')} - ${clock(end, '.')}** ${text}`),
  'SubRip written as Markdown': srt(' --> ')
    .replace(/^(\d)$/gm, '**$1**')
    .replace(/^(00.*)$/gm, '`$1`'),
  'a table with tildes': each(({ start, end, text }) => `${start}~${end}~${text}`),
  'a table with carets': `start^end^text\n${each(({ start, end, text }) => `${start}^${end}^${text}`)}`,
  'a table with two colons': each(({ start, end, text }) => `${start.toFixed(2)}::${end.toFixed(2)}::${text}`),
  'a table with single quotes': each(({ start, end, text }) => `'${start}','${end}','${text}'`),
  'a table with bars and commas in its times': each(({ start, end, text }) => `${clock(start)}|${clock(end)}|${text}`),
  'rows that Python prints': each(({ start, end, text }) => `(${start}, ${end}, "${text}")`),
  'times with their names': each(({ start, end, text }) => `start=${start} stop=${end} ${text}`),
  'times with their names in lines': each(
    ({ start, end, text }) => `Start: ${clock(start, '.')}\nEnd: ${clock(end, '.')}\nText: ${text}\n`,
  ),
  'ttml in capitals': `<TT><BODY>${each(({ start, end, text }) => `<P BEGIN="${start}s" END="${end}s">${text}</P>`)}</BODY></TT>`,
  'other XML with attributes': `<captions>${each(({ start, end, text }) => `<caption begin="${start}" end="${end}"><b>${text}</b></caption>`)}</captions>`,
  'other XML with elements': `<?xml version="1.0"?>\n<root>${each(({ start, end, text }) => `<cue><start>${start}</start><end>${end}</end><text>${text}</text></cue>`)}</root>`,
  'XML of cinemas': `<DCSubtitle><Font>${each(({ start, end, text }) => `<Subtitle TimeIn="${clock(start, ':')}" TimeOut="${clock(end, ':')}"><Text VAlign="bottom">${text}</Text></Subtitle>`)}</Font></DCSubtitle>`,
  'JSON with a name for each': JSON.stringify(Object.fromEntries(talk.map((cue, n) => [`cue-${'abcd'[n]}`, cue]))),
  'JSON with both times under one name': JSON.stringify(
    talk.map(({ start, end, text }) => ({ time: { start, end }, text })),
  ),
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
  const rows = each(({ start, end, text }) => `"${text}";${start};${end};`);
  assert.deepEqual(read(`text;start;end;\n${rows}`).cues, talk);
});

test('columns behind the words are none of them, when the heads say so, or they are numbers', () => {
  const rows = each(({ start, end, text }) => `${start};${end};${text};0.98`);
  for (const heads of ['start;end;text;confidence\n', '']) assert.deepEqual(read(`${heads}${rows}`).cues, talk);
  const noted = each(({ start, end, text }) => `${start};${end};${text};checked`);
  assert.deepEqual(read(`start;end;text;state\n${noted}`).cues, talk);
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
    'two times without a sign': ({ start, end, text }) =>
      `${clock(start, '.').slice(0, 8)} ⁂ ${clock(end, '.').slice(0, 8)} ${text}`,
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

test('letters of RTF are those of their fonts, and what is no text of it stays out', () => {
  const { cues, warnings } = read(
    "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial;}{\\f2\\fcharset128 Mincho;}}{\\headerl 7}{\\f0 00:00:01,000 --> 00:00:02,000\\par {\\f1\\'c4\\'e0} \\f2\\'83A\\'83\\f0 x\\_y\\constructor\\par}}",
  );
  assert.deepEqual([cues[0]!.text, warnings], ['Да ア\uFFFDx-y', 1]);
});

test('numbers that are said stay, when they end cues that have no numbers of their own', () => {
  const steps = [1, 2, 3, 4].map((n) => `00:00:0${n},000 --> 00:00:0${n + 1},000\nStep\n${n}\n`).join('\n');
  assert.deepEqual(
    said(steps).map(([, text]) => text),
    ['Step 1', 'Step 2', 'Step 3', 'Step 4'],
  );
  const sbv = [1, 2, 3, 4].map((n) => `0:00:0${n}.000,0:00:0${n + 1}.000\nStep\n${n + 1}\n`).join('\n');
  assert.deepEqual(
    said(sbv).map(([, text]) => text),
    ['Step 2', 'Step 3', 'Step 4', 'Step 5'],
  );
});

test('a first line that recurs is no name, when only one does', () => {
  const text = Array.from(
    { length: 8 },
    (_, n) => `00:00:0${n},000 --> 00:00:0${n + 1},000\nWelcome\nto part ${'abcdefgh'[n]}\n`,
  ).join('\n');
  assert.equal(
    read(text).cues.some(({ speaker }) => speaker),
    false,
  );
});

test('the numbers of the cues are no words, when they stand below them', () => {
  const lines = Array.from({ length: 8 }, (_, n) => `Sentence ${'abcdefgh'[n]} of it.`);
  const text = lines.map((line, n) => `00:00:0${n + 1},000 --> 00:00:0${n + 2},000\n${line}\n${n + 1}\n`).join('\n');
  assert.deepEqual(
    said(text).map(([, words]) => words),
    lines,
  );
});

test('keeps the times of cues, when the file has a title and its last cue is empty', () => {
  const text = `A talk about plans\n\n${srt(' --> ').replace(talk[3]!.text, '')}`;
  assert.deepEqual(read(text).cues, talk.slice(0, 3));
});

test('times of a calendar count from the first', () => {
  const from = Date.UTC(2026, 10, 28, 9);
  for (const timeOf of [
    (ms: number) => ms / 1000,
    (ms: number) => `${ms / 1000}`,
    (ms: number) => ms,
    (ms: number) => new Date(ms).toISOString(),
  ]) {
    const { cues, guessedUnit } = read(
      JSON.stringify(talk.map(({ start, text }) => ({ ts: timeOf(from + start * 1000), text }))),
    );
    assert.deepEqual(
      [cues.map(({ start }) => Math.round(start * 1000)), guessedUnit],
      [talk.map(({ start }) => Math.round((start - 1) * 1000)), undefined],
    );
  }
});

test('drops the log lines of whisper.cpp from the transcript', () => {
  const log = `${each(({ start, end, text }) => `[${clock(start, '.')} --> ${clock(end, '.')}]   ${text}`)}\n\nwhisper_print_timings:     load time =   109.59 ms\nwhisper_print_timings:    total time =  1034.21 ms\n`;
  assert.deepEqual(read(log).cues, talk);
});

suite('a text whose times are not understood is refused', () => {
  const frames = (seconds: number): string => `00;00;${String(Math.floor(seconds)).padStart(2, '0')};12`;
  for (const [form, text] of Object.entries({
    'numbers and times with semicolons': each(
      ({ start, end, text: words }, n) => `#${n} ${frames(start)} ${frames(end)}\n${words}\n`,
    ),
    'chapters of Ogg': each(
      ({ start, text: words }, n) => `CHAPTER0${n + 1}=${clock(start, '.')}\nCHAPTER0${n + 1}NAME=${words}`,
    ),
    'times at the ends of lines': each(({ start, text: words }) => `${words} ${clock(start, '.').slice(0, 8)}`),
    'a start and a length in whole numbers': each(
      ({ start, end, text: words }) => `[${start * 1000},${(end - start) * 1000}]${words}`,
    ),
  }))
    test(`when it is ${form}`, () => {
      assert.throws(() => read(text), { code: 'captions_unreadable', message: /times in a form/ });
    });
});
