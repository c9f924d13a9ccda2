import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEvery } from '../../../../test/assert-every.ts';
import { readCaptions } from './read-captions.ts';

const read = (text: string) => readCaptions(Buffer.from(text));
/** Start, speaker and text of each cue. */
const said = (text: string) => read(text).cues.map(({ start, speaker, text }) => [start, speaker, text]);

const talk = [
  [5, 'Sarah Miller', 'Good morning everybody.'],
  [9, 'Tom Park', 'Thank you, Sarah.'],
  [72, 'Sarah Miller', 'Let us begin.'],
];

test('transcripts with a name and a time above or before the words', () => {
  const forms: Record<string, string> = {
    'otter with two spaces':
      'Sarah Miller  0:05\nGood morning everybody.\n\nTom Park  0:09\nThank you, Sarah.\n\nSarah Miller  1:12\nLet us begin.\n\nTranscribed by https://otter.ai',
    'copied from Teams':
      'Sarah Miller   0:05\nGood morning everybody.\nTom Park   0:09\nThank you, Sarah.\nSarah Miller   1:12\nLet us begin.',
    'name - time':
      'Sarah Miller - 00:05\nGood morning everybody.\n\nTom Park - 00:09\nThank you, Sarah.\n\nSarah Miller - 01:12\nLet us begin.',
    rev: 'Sarah Miller (00:05):\nGood morning everybody.\n\nTom Park (00:09):\nThank you, Sarah.\n\nSarah Miller (01:12):\nLet us begin.',
    'rev in a line':
      'Sarah Miller: (00:05) Good morning everybody.\nTom Park: (00:09) Thank you, Sarah.\nSarah Miller: (01:12) Let us begin.',
    'name [time]':
      'Sarah Miller [00:00:05]\nGood morning everybody.\nTom Park [00:00:09]\nThank you, Sarah.\nSarah Miller [00:01:12]\nLet us begin.',
    '[time] name:':
      '[00:00:05] Sarah Miller: Good morning everybody.\n[00:00:09] Tom Park: Thank you, Sarah.\n[00:01:12] Sarah Miller: Let us begin.',
    '[time] name: and the words below':
      '[00:00:05] Sarah Miller:\nGood morning everybody.\n\n[00:00:09] Tom Park:\nThank you, Sarah.\n\n[00:01:12] Sarah Miller:\nLet us begin.',
    '(time) name:':
      '(0:05) Sarah Miller: Good morning everybody.\n(0:09) Tom Park: Thank you, Sarah.\n(1:12) Sarah Miller: Let us begin.',
    'time name:':
      '00:00:05 Sarah Miller: Good morning everybody.\n00:00:09 Tom Park: Thank you, Sarah.\n00:01:12 Sarah Miller: Let us begin.',
    'the console of Whisper':
      '[00:05.000 --> 00:08.000]  Sarah Miller: Good morning everybody.\n[00:09.000 --> 00:11.000]  Tom Park: Thank you, Sarah.\n[01:12.000 --> 01:14.000]  Sarah Miller: Let us begin.',
  };
  for (const [form, text] of Object.entries(forms))
    assert.deepEqual(said(form === 'otter with two spaces' ? text.replace(/\n\nTranscribed.*/, '') : text), talk, form);
});

test('Google Meet: a time every few minutes, and the turns between share it', () => {
  const meet =
    'Attendees\nSarah Miller, Tom Park\nTranscript\n\n00:00:00\n\nSarah Miller: Good morning everybody.\nTom Park: Thank you, Sarah. It is good to be here with all of you.\n\n00:05:00\n\nSarah Miller: Let us begin.\n';
  const { cues, format } = read(meet);
  assert.equal(format, 'clock');
  assert.deepEqual(
    cues.map(({ speaker }) => speaker),
    ['Sarah Miller', 'Tom Park', 'Sarah Miller'],
  );
  assert.deepEqual([cues[0]!.start, cues[2]!.start], [0, 300]);
  assert.ok(cues[1]!.start > 1 && cues[1]!.start < 60, String(cues[1]!.start));
});

test('reads a transcript copied from YouTube', () => {
  const lines = '0:00\nwelcome everybody to the show\n0:04\ntoday we talk about glaciers\n1:02:03\nand that was it';
  const expected = [
    [0, undefined, 'welcome everybody to the show'],
    [4, undefined, 'today we talk about glaciers'],
    [3723, undefined, 'and that was it'],
  ];
  assert.deepEqual(said(lines), expected);
  const forTheBlind = lines
    .replace('0:04', '0:04\n4 seconds')
    .replace('1:02:03', '1:02:03\n1 hour, 2 minutes, 3 seconds');
  assert.deepEqual(said(forTheBlind), expected);
  assert.deepEqual(said(lines.replaceAll(/^([\d:]+)\n/gm, '$1 ')), expected);
});

test('SubRip with frames, whose rate the largest one tells', () => {
  const srt = '1\n00:00:01:00 --> 00:00:03:12\nFirst line\n\n2\n00:00:04:12 --> 00:00:06:24\nSecond line\n';
  assert.deepEqual(read(srt).cues, [
    { start: 1, end: 3.48, text: 'First line' },
    { start: 4.48, end: 6.96, text: 'Second line' },
  ]);
  assert.equal(read(srt.replace('06:24', '06:29')).cues[1]!.start, 4.4);
  assert.equal(read(srt.replaceAll(/:(\d\d)(?= -->|$)/gm, ';$1')).cues[0]!.start, 1);
});

test('ASS and SSA: columns as the file has them, names, and no codes or drawings', () => {
  const ass =
    '[Script Info]\nTitle: Talk\n\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nComment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,not said\nDialogue: 0,0:00:01.50,0:00:03.25,Default,Sarah Miller,0,0,0,,{\\i1}Good{\\i0} morning,\\Neverybody\nDialogue: 0,0:00:04.00,0:00:05.00,Default,,0,0,0,,{\\p1}m 0 0 l 10 10{\\p0}\nDialogue: 0,0:00:06.00,0:00:07.00,Default,Tom,0,0,0,,Thank you\n';
  assert.deepEqual(read(ass).cues, [
    { start: 1.5, end: 3.25, text: 'Good morning, everybody', speaker: 'Sarah Miller' },
    { start: 6, end: 7, text: 'Thank you', speaker: 'Tom' },
  ]);
  const ssa =
    '[Script Info]\n[Events]\nFormat: Marked, Start, End, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,Yes, it is\n';
  assert.deepEqual(read(ssa).cues, [{ start: 1, end: 2, text: 'Yes, it is' }]);
});

test('Scenarist closed captions: shown at once, rolled up, and with the characters of their own', () => {
  const popOn =
    'Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9420 9470 9470 c845 4c4c 4f20 574f 524c c4ae 942f 942f\n\n00:00:03:00\t942c 942c\n\n00:00:04:00\t94ae 94ae 9420 9420 9470 9470 9132 9132 e3e1 e6e5 9220 9220 942f 942f\n\n00:00:06:00\t942c 942c\n';
  const { cues, format } = read(popOn);
  assert.equal(format, 'scc');
  assert.deepEqual(
    cues.map(({ text }) => text),
    ['HELLO WORLD.', '½cafÁ'],
  );
  assert.ok(Math.abs(cues[0]!.start - 1.335) < 0.05 && Math.abs(cues[0]!.end - 3.003) < 0.01, JSON.stringify(cues[0]));
  const later = read(popOn.replaceAll(/^00:/gm, '01:')).cues;
  assert.ok(later[0]!.start < 5, String(later[0]!.start));
  const rolled =
    'Scenarist_SCC V1.0\n\n00:00:02;23\t9425 9425 94ad 94ad 9470 9470 49a7 cd20 cb45 d649 ce20\n\n00:00:04;17\t9425 9425 94ad 94ad 9470 9470 49ce d645 d354\n\n00:00:09;00\t942c 942c\n';
  const lines = read(rolled).cues;
  assert.deepEqual(
    lines.map(({ text }) => text),
    ["I'M KEVIN", 'INVEST'],
  );
  assert.ok(lines[0]!.end <= lines[1]!.start && lines[1]!.end > 8, JSON.stringify(lines));
});

test('JSON of recognisers', () => {
  const whisper = {
    text: 'Hi there.',
    language: 'en',
    segments: [{ id: 0, start: 1, end: 2.5, text: ' Hi there.', speaker: 'SPEAKER_00' }],
  };
  const cpp = {
    result: { language: 'de' },
    transcription: [{ offsets: { from: 1000, to: 2500 }, text: ' Guten Tag.' }],
  };
  const chunks = { text: 'Hi', chunks: [{ timestamp: [1, 2.5], text: ' Hi there.' }] };
  const word = (text: string, start: number, speaker: number) => ({
    word: text.toLowerCase(),
    punctuated_word: text,
    start,
    end: start + 0.4,
    confidence: 1,
    speaker,
  });
  const deepgram = {
    metadata: {},
    results: {
      channels: [
        {
          detected_language: 'en',
          alternatives: [{ transcript: '', words: [word('Hi', 1, 0), word('there.', 1.5, 0), word('Hello.', 3, 1)] }],
        },
      ],
    },
  };
  const [ours, theirs] = [word('Hi.', 1, 0), word('Hello.', 3, 0)].map((each) => ({
    alternatives: [{ words: [each] }],
  }));
  const twoMicrophones = { results: { channels: [theirs, ours] } };
  const assembly = {
    id: 'x',
    language_code: 'en_us',
    words: [
      { text: 'Hi', start: 1000, end: 1400, speaker: 'A' },
      { text: 'there.', start: 1500, end: 1900, speaker: 'A' },
    ],
  };
  const rev = {
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
  };
  const json = (value: unknown) => read(JSON.stringify(value));
  assert.deepEqual(json(whisper).cues, [{ start: 1, end: 2.5, text: 'Hi there.', speaker: 'SPEAKER_00' }]);
  assert.equal(json(whisper).language, 'en');
  assert.deepEqual([json(cpp).cues, json(cpp).language], [[{ start: 1, end: 2.5, text: 'Guten Tag.' }], 'de']);
  assert.deepEqual(json(chunks).cues, [{ start: 1, end: 2.5, text: 'Hi there.' }]);
  assert.deepEqual(json(deepgram).cues, [
    { start: 1, end: 1.9, text: 'Hi there.', speaker: 'Speaker 1' },
    { start: 3, end: 3.4, text: 'Hello.', speaker: 'Speaker 2' },
  ]);
  assert.deepEqual(json(twoMicrophones).cues, [
    { start: 1, end: 1.4, text: 'Hi.', speaker: 'Speaker 2' },
    { start: 3, end: 3.4, text: 'Hello.', speaker: 'Speaker 1' },
  ]);
  assert.deepEqual(
    [json(assembly).cues, json(assembly).language],
    [[{ start: 1, end: 1.9, text: 'Hi there.', speaker: 'Speaker A' }], 'en-US'],
  );
  assert.deepEqual(json(rev).cues, [{ start: 1, end: 1.9, text: 'Hi there.', speaker: 'Speaker 1' }]);
  // A recogniser of Japanese tells a whole turn as one word, and no name of a language is as long as this.
  const turn = '語'.repeat(5_000);
  const long = json({ ...assembly, language_code: 'l'.repeat(50), words: [{ text: turn, start: 1000, end: 60_000 }] });
  assert.equal(long.cues.map(({ text }) => text).join(''), turn);
  assert.equal(long.language, undefined);
  for (const other of [{}, [], { segments: [] }, { words: 7 }, 'text'])
    assert.throws(() => json(other), { code: 'captions_unreadable' });
});

test('speakers in every form of brackets, and two in one cue', () => {
  const srt = (...texts: string[]) =>
    texts
      .map(
        (text, n) =>
          `00:00:${String(n * 4).padStart(2, '0')},000 --> 00:00:${String(n * 4 + 4).padStart(2, '0')},000\n${text}\n`,
      )
      .join('\n');
  const of = (...texts: string[]) => read(srt(...texts)).cues.map(({ speaker, text }) => [speaker, text]);
  const expected = (one: string, other: string) => [
    [one, 'Good morning.'],
    [other, 'Thank you.'],
    [one, 'Let us begin.'],
  ];
  for (const [one, other, write] of [
    ['SPEAKER_00', 'SPEAKER_01', (name: string) => `[${name}]: `],
    ['Sarah', 'Tom', (name: string) => `(${name}) `],
    ['Sarah', 'Tom', (name: string) => `- [${name}] `],
    ['Sarah', 'Tom', (name: string) => `[${name}] `],
    ['SARAH', 'TOM', (name: string) => `>> ${name}: `],
    ['Sarah', 'Tom', (name: string) => `- ${name}: `],
  ] as const)
    assert.deepEqual(
      of(`${write(one)}Good morning.`, `${write(other)}Thank you.`, `${write(one)}Let us begin.`),
      expected(one, other),
      write(one),
    );
  assert.deepEqual(
    of('- [Sarah] Good morning.\n- [Tom] Thank you.', '[Sarah] Let us begin.'),
    expected('Sarah', 'Tom'),
  );
  const voices =
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Sarah>Good morning.\n\n00:03.000 --> 00:04.000\n<v.loud Tom>Thank you.\n';
  assert.deepEqual(
    read(voices).cues.map(({ speaker }) => speaker),
    ['Sarah', 'Tom'],
  );
});

test('makes sounds cues of their own and never speaker names', () => {
  const srt =
    '00:00:00,000 --> 00:00:04,000\n[Music] Good morning.\n\n00:00:04,000 --> 00:00:08,000\n(applause)\n\n00:00:08,000 --> 00:00:12,000\n[Music] Let us begin. (laughs)\n';
  assert.deepEqual(
    read(srt).cues.map(({ speaker, text }) => [speaker, text]),
    ['[Music]', 'Good morning.', '(applause)', '[Music]', 'Let us begin.', '(laughs)'].map((text) => [undefined, text]),
  );
});

test('words without times are read as such, at an ordinary pace', () => {
  const text = `The meeting of Monday\n\nSarah: ${'Every glacier moves a little each day. '.repeat(20)}\nTom: ${'And every one of them melts in summer. '.repeat(20)}\n`;
  const { cues, untimed } = read(text);
  assert.equal(untimed, true);
  assert.ok(cues.length > 6 && cues.every((cue) => cue.text.length <= 180), String(cues.length));
  assertEvery(cues, ({ start, end }, n) => end > start && start >= (cues[n - 1]?.end ?? 0) - 0.01);
  assert.equal(cues.at(-1)!.speaker, 'Tom');
  for (const none of ['A letter.', '{"a": 1}', '\u0000\u0001'.repeat(500), '%'.repeat(2000), `<html>${text}</html>`])
    assert.throws(() => read(none), { code: 'captions_unreadable' });
});
