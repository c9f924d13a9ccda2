import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { lines, read, srt, talk, said } from './test-talk.ts';

const json = JSON.stringify;
const inDigitsFrom = (zero: number): string =>
  srt(' --> ').replace(/^[\d:,]+( --> [\d:,]+)?$/gm, (line) =>
    line.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit))),
  );
const wordsOf = ({ start, end, text }: (typeof talk)[number]) =>
  text.split(' ').map((word, n, all) => ({
    word,
    from: start + ((end - start) * n) / all.length,
    to: start + ((end - start) * (n + 1)) / all.length,
  }));

const inHundredths = (seconds: number): number => Math.round(seconds * 100) / 100;

/** SubRip, written otherwise. */
const subRip: Readonly<Record<string, string>> = {
  'an arrow of one dash': srt(' -> '),
  'a sign of an arrow': srt(' → '),
  'an escaped arrow': srt(' --&gt; '),
  'an arrow escaped for JSON': srt(' --\\u003e '),
  'an apostrophe before the milliseconds': srt(' --> ', "'"),
  'a dash': srt(' - ', '.'),
  'a wave': srt(' ~ '),
  ...Object.fromEntries(
    [' to ', ' à ', ' until ', ' hasta ', ' до ', '至', ' bis '].map((word) => [`the word${word}`, srt(word, '.')]),
  ),
  'blanks within the times': srt(' --> ').replaceAll(/,(?=\d)/g, ', '),
  'marks of direction': srt(' --> ')
    .replace(/^(?=00)/gm, '\u200E')
    .replaceAll(' --> ', '\u200F --> \u200E'),
  'wide colons': srt(' --> ').replace(/(?<=\d):/g, '：'),
  'line ends that are printed': srt(' --> ').replaceAll('\n', '\\n'),
  'blank lines of blanks': srt(' --> ').replaceAll('\n\n', '\n   \n'),
  'no first number': srt(' --> ').slice(2),
  'numbers with signs': srt(' --> ').replace(/^(\d)$/gm, '#$1.'),
  'numbers with a word and a sign': srt(' --> ').replace(/^(\d)$/gm, 'Cue #$1:'),
  'numbers with a word': srt(' --> ').replace(/^(\d)$/gm, 'Subtitle $1'),
  'numbers beside the times': srt(' --> ').replace(/^(\d)\n/gm, '$1 '),
  'numbers below the times': srt(' --> ').replace(/^(\d)\n(.*)/gm, '$2\n$1'),
  'digits that are Arabic': inDigitsFrom(0x660),
  'digits that are wide': inDigitsFrom(0xff10),
  'the form of Markdown': srt(' --> ')
    .replace(/^(\d)$/gm, '**$1**')
    .replace(/^(00.*)$/gm, '`$1`'),
  'the form of code': `\`\`\`srt\n${srt(' --> ')}\n\`\`\`\n`,
  'the form of an answered mail': srt(' --> ').replace(/^/gm, '> '),
  'the form of a web page': `<html><head><title>Talk</title></head><body><pre>${srt(' --&gt; ')}</pre></body></html>`,
  'breaks of a page': `<p>${srt(' --&gt; ').replaceAll('\n', '<br>\n')}</p>`,
  'the form of RTF': `{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\f0 ${srt(' --> ').replaceAll('\n', '\\par\n')}}`,
};

/** Times in other writings. */
const ranges: Readonly<Record<string, string>> = {
  'whole milliseconds with an arrow': lines('{n}\n{from.ms} --> {to.ms}\n{text}\n'),
  'whole milliseconds in brackets': lines('[{from.ms} -> {to.ms}] {text}'),
  'milliseconds with their unit': lines('[{from.ms}ms -> {to.ms}ms] {text}'),
  'times below the words': lines('{text}\n{from.clock} --> {to.clock}\n'),
  'ranges in a list': lines('- {from.point} - {to.point}: {text}'),
  'ranges in brackets': lines('[{from.point} - {to.point}] {text}'),
  'a range before the words': lines('{from.point} – {to.point}: {text}'),
  'times with their names': lines('start={from} stop={to} {text}'),
  'times with their names in lines': lines('Start: {from.point}\nEnd: {to.point}\nText: {text}\n'),
  'seconds in brackets': lines('[{from.2} - {to.2}] {text}'),
  'seconds with an arrow': lines('{n}\n{from.3} --> {to.3}\n{text}\n'),
  'seconds with their unit': lines('0h 0m {from}s --> 0h 0m {to}s\n{text}\n'),
  'WebVTT with commas': `WEBVTT\n\n${lines('{from.clock} --> {to.point}\n{text}\n')}`,
  'WebVTT with seconds': `WEBVTT\n\n${lines('{from.3} --> {to.3}\n{text}\n')}`,
  'WebVTT with blank lines in the text': `WEBVTT\n\n${lines('{from.point} --> {to.point}\n{text}\n')
    .replace(/(\w) /g, '$1\n\n')
    .replaceAll(/(\d)\n\n/g, '$1 ')}`,
  'numbers parted by blanks': lines('{from.3} {to.3} {text}'),
  'the labels of Audacity': lines('{from.6}\t{to.6}\t{text}'),
  'the log of whisper.cpp': `${lines('[{from.point} --> {to.point}]   {text}')}\n\nwhisper_print_timings:     load time =   109.59 ms\n`,
  MPL2: lines('[{from.tenths}][{to.tenths}]/{text}').replaceAll(', ', ',|'),
  'MicroDVD with its rate': `{1}{1}10\n${lines('{{from.tenths}}{{to.tenths}}{y:i}{text}').replaceAll(', ', ',|')}`,
  'ASS without a head': `[Events]\n${lines('Dialogue: 0,{from.ass},{to.ass},Default,,0,0,0,,{text}')}`,
  'a TextGrid of Praat': `File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0 \nxmax = 20 \ntiers? <exists> \nsize = 1 \nitem []: \n    item [1]:\n        class = "IntervalTier" \n        name = "talk" \n        xmin = 0 \n        xmax = 20 \n        intervals: size = 4 \n${lines('        intervals [{n}]:\n            xmin = {from} \n            xmax = {to} \n            text = "{text}" ')}\n`,
  'a short TextGrid of Praat': `File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n20\n<exists>\n1\n"IntervalTier"\n"talk"\n0\n20\n4\n${lines('{from}\n{to}\n"{text}"')}\n`,
};

const tables: Readonly<Record<string, string>> = {
  tildes: lines('{from}~{to}~{text}'),
  'single quotes': lines("'{from}','{to}','{text}'"),
  'bars and commas in its times': lines('{from.clock}|{to.clock}|{text}'),
  'the times of a clock': `Start;End;Text\n${lines('{from.clock};{to.clock};{text}')}`,
  'numbers first': lines('f00{n},{from},{to},"{text}"'),
  lengths: `start,duration,text\n${lines('{from},{length},"{text}"')}`,
  'times of a clock and lengths in milliseconds': `start;duration;text\n${lines('{from.clock};{length.ms};{text}')}`,
  'the form of Whisper': `start\tend\ttext\n${lines('{from.ms}\t{to.ms}\t{text}')}`,
  'a number missing in the row of counts': lines('{n},{from.1},{to.1},"{text}"')
    .replace('\n3,', '\n4,')
    .replace('\n4,12', '\n5,12'),
  'numbers for speakers': lines('{n},{from.1},{to.1},"{text}"').replace(/^\d/gm, (n) => `${(Number(n) + 1) % 2}`),
  'heads in French': `début;fin;texte\n${lines('{from.clock};{to.clock};"{text}"')}`,
  'words split by line ends': `start,end,text\n${lines('{from},{to},"{text}"').replace(/"(\w+) /g, '"$1\n')}`,
  'a separator at the end of the file': `text;start;end;\n${lines('"{text}";{from};{to};')}`,
  'columns behind the words, as the heads say': `start;end;text;confidence\n${lines('{from};{to};{text};0.98')}`,
  'columns of words behind them': `start;end;text;state\n${lines('{from};{to};{text};checked')}`,
  'the form of a page': `<table><tr><th>Start</th><th>End</th><th>Text</th></tr>${lines('<tr><td>{from.point}</td><td>{to.point}</td><td>{text}</td></tr>')}</table>`,
  'the form of Markdown': `| Start | End | Text |\n|---|:--|---|\n${lines('| {from.point} | {to.point} | {text} |')}`,
};

const xml: Readonly<Record<string, string>> = {
  'ttml in capitals': `<TT><BODY>${lines('<P BEGIN="{from}s" END="{to}s">{text}</P>')}</BODY></TT>`,
  'ttml without units': `<tt><body>${lines('<p begin="{from}" end="{to}">{text}</p>')}</body></tt>`,
  'ttml of milliseconds': `<tt><body>${lines('<p begin="{from.ms}" end="{to.ms}">{text}</p>')}</body></tt>`,
  'of attributes': `<captions>${lines('<caption begin="{from}" end="{to}"><b>{text}</b></caption>')}</captions>`,
  'of elements': `<?xml version="1.0"?>\n<root>${lines('<cue><start>{from}</start><end>{to}</end><text>{text}</text></cue>')}</root>`,
  'of cinemas': `<DCSubtitle><Font>${lines('<Subtitle TimeIn="{from.colon}" TimeOut="{to.colon}"><Text VAlign="bottom">{text}</Text></Subtitle>')}</Font></DCSubtitle>`,
  'of YouTube': `<?xml version="1.0"?><transcript>${lines('<text start="{from}" dur="{length}">{text}</text>')}</transcript>`,
  'of YouTube today': `<timedtext format="3"><body>${lines('<p t="{from.ms}" d="{length.ms}">{text}</p>')}</body></timedtext>`,
  SAMI: `<SAMI><BODY>${lines('<SYNC Start={from.ms}><P Class=ENCC>{text}\n<SYNC Start={to.ms}><P Class=ENCC>&nbsp;')}</BODY></SAMI>`,
  'SAMI that closes its marks': `<?xml version="1.0"?>\n<SAMI><BODY>${lines('<SYNC Start={from.ms}><P>{text}</P></SYNC><SYNC Start={to.ms}><P>&nbsp;</P></SYNC>')}</BODY></SAMI>`,
};

const jsonForms: Readonly<Record<string, string>> = {
  'a list': json(talk),
  'in lines': lines('{"start": {from}, "end": {to}, "text": "{text}"}'),
  'with NaN': `{"segments": [${lines('{"avg_logprob": NaN, "start": {from}, "end": {to}, "text": "{text}"}', ',')}]}`,
  'with texts for numbers': `{"items": [${lines('{"start_time": "{from}", "end_time": "{to}", "transcript": "{text}"}', ',')}]}`,
  'of YouTube': `{"events": [${lines('{"tStartMs": {from.ms}, "dDurationMs": {length.ms}, "segs": [{"utf8": "{text}"}]}', ',')}]}`,
  'with a comma at its end': `[${lines('{"start": {from}, "end": {to}, "text": "{text}"}', ',')},]`,
  'with a name for each': json(Object.fromEntries(talk.map((cue, n) => [`cue-${'abcd'[n]}`, cue]))),
  'with both times under one name': `[${lines('{"time": {"start": {from}, "end": {to}}, "text": "{text}"}', ',')}]`,
  'as Python shows it': `[${lines("{'start': {from}, 'end': {to}, 'text': '{text}'}", ', ')}]`,
  'of things as Python shows them': `[${lines("Segment(id={n}, start={from}, end={to}, text=' {text}', tokens=[1, 2])", ', ')}]`,
  'with remarks': `// made by hand\n${json(talk)} // the end`,
  'in a script': `window.captions = ${json(talk)};`,
  'as a text within JSON': json(json({ segments: talk })),
  'of several values in many lines': talk.map((cue) => JSON.stringify(cue, null, 2)).join('\n'),
  'with an event around each line': lines(
    '{"type": "final", "segment": {"start": {from}, "end": {to}, "text": "{text}"}}',
  ),
  'of lists': `[${lines('[{from}, {to}, "{text}"]', ',')}]`,
  'of a list for each thing': json({
    start: talk.map(({ start }) => start),
    end: talk.map(({ end }) => end),
    text: talk.map(({ text }) => text),
  }),
  'with names that end in units': `[${lines('{"startTimeInMs": {from.ms}, "endTimeInMs": {to.ms}, "text": "{text}"}', ',')}]`,
  'with WebVTT in a field': json({ language: 'en', vtt: `WEBVTT\n\n${srt(' --> ', '.')}` }),
  'of SubRip as a text': json(srt(' --> ')),
  'of Video Indexer': `{"videos": [{"insights": {"transcript": [${lines('{"id": {n}, "text": "{text}", "instances": [{"start": "0:00:{from}", "end": "0:00:{to}"}]}', ',')}]}}]}`,
  'with durations of minutes': `{"phrases": [${lines('{"offset": "PT0M{from}S", "duration": "PT0M{length}S", "display": "{text}"}', ',')}]}`,
  'of Azure, in ticks': `{"recognizedPhrases": [${lines('{"OffsetInTicks": {from.ms}0000, "DurationInTicks": {length.ms}0000, "NBest": [{"Lexical": "x", "Display": "{text}"}, {"Display": "other"}]}', ',')}]}`,
  'of Watson': json({
    results: talk.map((cue) => ({
      alternatives: [{ transcript: cue.text, timestamps: wordsOf(cue).map(({ word, from, to }) => [word, from, to]) }],
    })),
  }),
  'of AssemblyAI with seconds': json({
    language_code: 'eng',
    words: talk.flatMap(wordsOf).map(({ word, from, to }) => ({ text: word, start: from, end: to })),
  }),
};

suite('every word and every time comes out, and nothing else', () => {
  for (const [kind, forms] of Object.entries({
    'SubRip with': subRip,
    'a text with': ranges,
    'a table with': tables,
    XML: xml,
    JSON: jsonForms,
  }))
    for (const [form, text] of Object.entries(forms))
      test(`when it is ${kind} ${form}`, () => {
        const { cues, warnings, untimed } = read(text);
        const rounded = cues.map((cue) => ({ ...cue, start: inHundredths(cue.start), end: inHundredths(cue.end) }));
        assert.deepEqual([rounded, warnings, untimed], [talk, 0, undefined]);
      });
});

const unreadable = { code: 'captions_unreadable' };
const readJson = (value: unknown) => read(JSON.stringify(value));

suite('JSON of recognisers is read', () => {
  /** Words a half second apart, with the names that each recogniser has for them. */
  const word = (text: string, start: number, speaker: number) => ({
    word: text.toLowerCase(),
    punctuated_word: text,
    start,
    end: start + 0.4,
    confidence: 1,
    speaker,
  });
  const channels = (...all: ReturnType<typeof word>[][]) => ({
    results: { channels: all.map((words) => ({ alternatives: [{ transcript: '', words }] })) },
  });
  const aws = ['Good', 'morning', 'everybody'].map((content, n) => ({
    type: 'pronunciation',
    start_time: `${n + 1}.0`,
    end_time: `${n + 1}.8`,
    alternatives: [{ content }],
  }));
  const files: readonly [name: string, file: unknown, cues: object[], language?: string][] = [
    [
      'Whisper',
      { text: 'Hi.', language: 'en', segments: [{ id: 0, start: 1, end: 2.5, text: ' Hi.', speaker: 'SPEAKER_00' }] },
      [{ start: 1, end: 2.5, text: 'Hi.', speaker: 'SPEAKER_00' }],
      'en',
    ],
    [
      'whisper.cpp',
      { result: { language: 'de' }, transcription: [{ offsets: { from: 1000, to: 2500 }, text: ' Guten Tag.' }] },
      [{ start: 1, end: 2.5, text: 'Guten Tag.' }],
      'de',
    ],
    [
      'Deepgram, a turn for each speaker',
      channels([word('Hi', 1, 0), word('there.', 1.5, 0), word('Hello.', 3, 1)]),
      [
        { start: 1, end: 1.9, text: 'Hi there.', speaker: 'Speaker 1' },
        { start: 3, end: 3.4, text: 'Hello.', speaker: 'Speaker 2' },
      ],
    ],
    [
      'AssemblyAI',
      {
        id: 'x',
        language_code: 'en_us',
        words: [
          { text: 'Hi', start: 1000, end: 1400, speaker: 'A' },
          { text: 'there.', start: 1500, end: 1900, speaker: 'A' },
        ],
      },
      [{ start: 1, end: 1.9, text: 'Hi there.', speaker: 'Speaker A' }],
      'en-US',
    ],
    [
      'Rev, with signs of their own',
      {
        monologues: [
          {
            speaker: 0,
            elements: [
              { type: 'text', value: 'Hi', ts: 1, end_ts: 1.4 },
              { type: 'punct', value: ' ' },
              { type: 'text', value: 'there', ts: 1.5, end_ts: 1.9 },
              { type: 'punct', value: '.' },
            ],
          },
        ],
      },
      [{ start: 1, end: 1.9, text: 'Hi there.', speaker: 'Speaker 1' }],
    ],
    [
      'AWS, whose full stop needs no time',
      { results: { items: [...aws, { type: 'punctuation', alternatives: [{ content: '.' }] }] } },
      [{ start: 1, end: 3.8, text: 'Good morning everybody.' }],
    ],
    [
      'Google, with ends alone',
      { results: talk.map(({ end, text }) => ({ alternatives: [{ transcript: text }], resultEndTime: `${end}s` })) },
      talk.map(({ end, text }, n) => ({ start: n * 4, end, text })),
    ],
  ];
  for (const [name, file, cues, language] of files)
    test(`when it is of ${name}`, () => {
      const found = readJson(file);
      assert.deepEqual([found.cues, found.warnings, found.language], [cues, 0, language]);
    });

  test('when Google tells all words once more with who said them', () => {
    const spoken = ['Good', 'morning', 'everybody', 'and', 'welcome'];
    const words = (speakerTag?: number) =>
      spoken.map((each, n) => ({
        ...(n === 0 ? {} : { startTime: { seconds: `${n}`, nanos: 500_000_000 } }),
        endTime: { seconds: `${n + 1}` },
        word: each,
        ...(speakerTag ? { speakerTag } : {}),
      }));
    const first = [
      { transcript: '', words: words() },
      { transcript: 'Wood morning', words: words() },
    ];
    const { cues } = readJson({ results: [{ alternatives: first }, { alternatives: [{ words: words(1) }] }] });
    const text = cues.map((cue) => cue.text).join(' ');
    assert.deepEqual([text, cues[0]!.start, cues[0]!.speaker], [spoken.join(' '), 0, 'Speaker 1']);
  });
  test('words make the cues, when a turn lasts an hour or is one word', () => {
    const words = ['Good', 'morning', 'everybody', 'and', 'welcome'].map((text, n) => ({
      text,
      start: n * 900_000,
      end: n * 900_000 + 500,
    }));
    const turn = { start: 0, end: 3_600_000, text: 'Good morning everybody and welcome', words };
    assert.equal(readJson({ utterances: [turn] }).cues.length, 5);
    // A recogniser of Japanese tells a whole turn as one word, and no name of a language is as long as this.
    const text = '語'.repeat(5_000);
    const long = readJson({ id: 'x', language_code: 'l'.repeat(50), words: [{ text, start: 1000, end: 60_000 }] });
    assert.deepEqual([long.cues.map((cue) => cue.text).join(''), long.language], [text, undefined]);
  });
});

suite('JSON that is damaged gives what is whole, and counts the rest', () => {
  for (const [when, file, cues] of [
    ['it ends early', JSON.stringify({ segments: talk }).slice(0, -20), undefined],
    ['its last line is cut', `${talk.map((cue) => JSON.stringify(cue)).join('\n')}\n{"start": 1`, talk],
    ...[null, 'soon', undefined].map(
      (start) =>
        [
          `one has the time ${start}`,
          JSON.stringify({ segments: talk.map((cue, n) => (n === 1 ? { ...cue, start } : cue)) }),
          talk.toSpliced(1, 1),
        ] as const,
    ),
  ] as const)
    test(`when ${when}`, () => {
      const found = read(file);
      assert.deepEqual([cues ? found.cues : found.cues.slice(0, 3), found.warnings], [cues ?? talk.slice(0, 3), 1]);
    });
});

test('refuses JSON without a transcript: its names and signs are never spoken words', () => {
  const settings = { title: 'Settings of this place', values: talk.map(({ text }) => [text, { note: text }]) };
  for (const text of [
    JSON.stringify([[JSON.stringify(settings)], settings]),
    `settings = ${JSON.stringify(settings)};`,
    JSON.stringify([settings], null, 2),
    ...[{}, [], { segments: [] }, { words: 7 }, 'text'].map((value) => JSON.stringify(value)),
  ])
    assert.throws(() => read(text), unreadable);
});

suite('XML of no known form', () => {
  const first = '<cue start="1.0" end="2.5">Good morning.</cue>';
  const second = '<cue start="3.0" end="4.5">Let us begin.</cue>';
  const both = [
    [1, 'Good morning.'],
    [3, 'Let us begin.'],
  ];
  const damaged: Readonly<Record<string, string>> = {
    'it ends within the marks of an element': '<cue start="5.0" en',
    'it ends before the words of an element': '<cue start="5.0" end="6.0"><te',
    'it has more mistakes than are read over': `${'&x;'.repeat(200)}<cue start="9.0" end="9.5">Lost.</cue></list></root>`,
    'it is nested without end': '<a>'.repeat(500),
  };
  for (const [damage, end] of Object.entries(damaged))
    test(`gives what is said before the damage, and counts it, when ${damage}`, () => {
      const { cues, format, warnings } = read(`<root><list>${first}${second}${end}`);
      assert.deepEqual([cues.map(({ start, text }) => [start, text]), format, warnings], [both, 'xml', 1]);
    });
  test('gives the beginning of an element that is cut', () => {
    assert.deepEqual(said(`<root><list>${first}${second.replace('</cue>', '')}`), both);
    const cue = '<cue><start>1.0</start><end>2.5</end><text>Good morning.</text></cue>';
    const cut = cue.replace('1.0', '3.0').replace('2.5', '4.5').slice(0, -18);
    assert.deepEqual(said(`<root>${cue}${cut}`), [
      [1, 'Good morning.'],
      [3, 'Good mor'],
    ]);
  });
  const names = ['fcpxml', 'library', 'event', 'project', 'sequence', 'spine', 'gap', 'title', 'group', 'lines'];
  const [open, close] = [names.map((name) => `<${name}>`), names.map((name) => `</${name}>`).toReversed()];
  const line = (start: string, text: string) => `<line><begin>${start}</begin><words>${text}</words></line>`;
  for (const [when, text] of Object.entries({
    'it nests as deeply as editing programs write it': open.join('') + first + second + close.join(''),
    'an element that only changes the look has more within than a call takes': `<root><font>${'<m begin="1s"/>'.repeat(130_000)}</font>${first}${second}</root>`,
    'it begins as other captions do': `<transcript>${first}${second}</transcript>`.replaceAll('cue', 'segment'),
    'it has times in elements': `<transcript>${line('00:00:01.000', 'Good morning.')}${line('00:00:03.000', 'Let us begin.')}</transcript>`,
  }))
    test(`gives cues, when ${when}`, () => {
      assert.deepEqual([said(text), read(text).format, read(text).warnings], [both, 'xml', 0]);
    });
  test('gives a refusal, when it has no times', () => {
    for (const text of [
      '<transcript><text>Good morning.</text></transcript>',
      '<tt><body><p>Good morning.</p></body></tt>',
      '<p:\0\0',
    ])
      assert.throws(() => read(text), unreadable);
  });
});
