import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { read, said, talk } from './test-talk.ts';

const unreadable = { code: 'captions_unreadable' };
const json = (value: unknown) => read(JSON.stringify(value));

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
      'Whisper in chunks',
      { text: 'Hi', chunks: [{ timestamp: [1, 2.5], text: ' Hi there.' }] },
      [{ start: 1, end: 2.5, text: 'Hi there.' }],
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
      'Deepgram, two microphones',
      channels([word('Hello.', 3, 0)], [word('Hi.', 1, 0)]),
      [
        { start: 1, end: 1.4, text: 'Hi.', speaker: 'Speaker 2' },
        { start: 3, end: 3.4, text: 'Hello.', speaker: 'Speaker 1' },
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
      const found = json(file);
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
    const { cues } = json({ results: [{ alternatives: first }, { alternatives: [{ words: words(1) }] }] });
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
    assert.equal(json({ utterances: [turn] }).cues.length, 5);
    // A recogniser of Japanese tells a whole turn as one word, and no name of a language is as long as this.
    const text = '語'.repeat(5_000);
    const long = json({ id: 'x', language_code: 'l'.repeat(50), words: [{ text, start: 1000, end: 60_000 }] });
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
    ])
      assert.throws(() => read(text), unreadable);
  });
});
