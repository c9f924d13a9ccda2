import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { textLimits } from '@lectern/contract/rules/longest';
import { assertEvery } from '../../../../test/assert-every.ts';
import type { FileCue } from './caption-file.ts';
import { readCaptions } from './read-captions.ts';
import { read, startsOf, textsOf } from './test-talk.ts';
import { tidyCues } from './tidy-cues.ts';

const twoCues = [
  { start: 1, end: 3, text: 'First line' },
  { start: 4, end: 6.5, text: 'Second line over two rows' },
];
const srt =
  '1\n00:00:01,000 --> 00:00:03,000\nFirst line\n\n2\n00:00:04,000 --> 00:00:06,500\nSecond line\nover two rows\n';

suite('SubRip is read', () => {
  const variants = {
    'everything as it should be': srt,
    'carriage returns': srt.replaceAll('\n', '\r\n'),
    'byte order mark': `\uFEFF${srt}`,
    'no blank lines': srt.replaceAll('\n\n', '\n'),
    'no numbers': srt.replaceAll(/^\d\n/gm, ''),
    'no end of line': srt.trimEnd(),
    'text before it': `Made with love\n\n${srt}`,
    'points for commas': srt.replaceAll(',', '.'),
    'no hours': srt.replaceAll('00:00:0', '00:0'),
    positions: srt.replaceAll(/(-->.*)/g, '$1  X1:10 X2:20 Y1:30 Y2:40'),
    'cues out of order': srt
      .split(/\n(?=2\n)/)
      .toReversed()
      .join('\n\n'),
  };
  for (const [what, text] of Object.entries(variants))
    test(`reads it with ${what}`, () => {
      const { cues, format, warnings } = read(text);
      assert.deepEqual([cues, format, warnings], [twoCues, 'srt', 0]);
    });
});

suite('marks and entities go, and what only looks like them stays', () => {
  for (const [text, words] of [
    ['<font color="#ff0000">Red</font> <b>bold</b> 1 < 2 & 3', 'Red bold 1 < 2 & 3'],
    ['{\\an8}{\\i1}Top\\hof\\Nit &amp; &#39;more&#39;<br>line', "Top of it & 'more' line"],
    ['A List<String> of {x}', 'A List<String> of {x}'],
    ['a\u200Bb\u202Ec\u0007d\u00ADe\uFEFF  f\tg', 'abcde f g'],
    ['می‌خواهم 👩‍💻 x‌y', 'می‌خواهم 👩‍💻 xy'],
    ['今日は\n良い天気', '今日は良い天気'],
  ] as const)
    test(words, () => assert.deepEqual(textsOf(`1\n00:00:01,000 --> 00:00:03,000\n${text}\n`), [words]));
});

test('a broken cue is left out and counted, and the others stay', () => {
  const file = `${srt}\n3\n00:00:99,000 --> oh\nlost\n\n4\n00:00:08,000 --> 00:00:09,000\nlast\n`;
  const { cues, warnings } = read(file);
  assert.deepEqual(cues, [...twoCues, { start: 8, end: 9, text: 'last' }]);
  assert.equal(warnings, 1);
  const vtt = read(
    'WEBVTT\n\n00:01.000 --> 00:02.000\nkept\n\n00:03 --> 00:04\nkept as well\n\n00:77 --> 00:78\nlost\n',
  );
  assert.deepEqual([vtt.cues.length, vtt.warnings], [2, 1]);
});

test('ends that are missing, early or absurd are mended', () => {
  const file = [
    '00:00:01,000 --> 00:00:00,000\nHello there everybody',
    '00:00:02,000 --> oh\nNo end',
    '00:00:20,000 --> 99:00:00,000\nFar too long',
  ].join('\n\n');
  assert.deepEqual(
    read(file).cues.map(({ start, end }) => [start, end]),
    [
      [1, 2],
      [2, 4],
      [20, 80],
    ],
  );
});

suite('WebVTT of services is read', () => {
  const cue = { start: 1.5, end: 4.42, text: 'Good morning.' };
  const files: readonly [service: string, text: string, cues: object[], language?: string][] = [
    [
      'Teams, two voices in a cue',
      '\uFEFFWEBVTT\r\n\r\n3f2b8c1e-7a54-4c0e-9d61-0b5e2f9a7c33/12-1\r\n00:00:01.500 --> 00:00:04.420\r\n' +
        '<v Sarah Miller>Good morning and\r\nwelcome &amp; hello.</v><v David Park>Thank you, all.</v>\r\n',
      [
        { start: 1.5, end: 3.508, text: 'Good morning and welcome & hello.', speaker: 'Sarah Miller' },
        { start: 3.508, end: 4.42, text: 'Thank you, all.', speaker: 'David Park' },
      ],
    ],
    [
      'Webex',
      'WEBVTT\n\n1 "Sarah Miller" (1650721152)\n00:00:01.500 --> 00:00:04.420\nGood morning.\n',
      [{ ...cue, speaker: 'Sarah Miller' }],
    ],
    [
      'Stream (classic)',
      'WEBVTT\n\nNOTE duration:"00:09:00.2000000"\n\nNOTE language:en-us\n\nNOTE Confidence: 0.88\n\n' +
        '00000000-0000-4000-8000-000000000000\n00:00:01.500 --> 00:00:04.420\nGood morning.\n',
      [cue],
      'en-US',
    ],
    [
      'Zoom',
      'WEBVTT\r\n\r\n1\r\n00:00:01.500 --> 00:00:04.420\r\nSarah Miller: One rule: ship it.\r\n',
      [{ ...cue, text: 'One rule: ship it.', speaker: 'Sarah Miller' }],
    ],
    [
      'nobody, with signs that are no marks',
      'WEBVTT\n\n00:01.500 --> 00:04.420\n1 < 2 & 3\n',
      [{ ...cue, text: '1 < 2 & 3' }],
    ],
  ];
  for (const [service, text, cues, language] of files)
    test(`when it is of ${service}`, () => {
      const found = read(text);
      assert.deepEqual([found.cues, found.language], [cues, language]);
    });
});

test('saved captions of Zoom, by the time of the meeting or of the day', () => {
  const saved = '[Sarah Miller] 00:00:01\nGood morning.\n\n[David] 00:00:02\nHello.\nHow are you?\n';
  const expected = [
    { start: 1, end: 2, text: 'Good morning.', speaker: 'Sarah Miller' },
    { start: 2, end: 4.375, text: 'Hello. How are you?', speaker: 'David' },
  ];
  assert.deepEqual(read(saved).cues, expected);
  assert.deepEqual(startsOf(saved.replace('00:00:01', '23:59:59').replace('00:00:02', '00:00:00')), [0, 1]);
});

test('SubViewer of YouTube', () => {
  const { cues, format } = read('0:00:01.500,0:00:04.420\nGood\nmorning.\n\n0:00:05.000,0:00:06.000\nHello.\n');
  assert.equal(format, 'sbv');
  assert.deepEqual(cues, [
    { start: 1.5, end: 4.42, text: 'Good morning.' },
    { start: 5, end: 6, text: 'Hello.' },
  ]);
});

test('TTML: times of every kind, nesting, agents, timed spans, language', () => {
  const file = `<?xml version="1.0" encoding="UTF-8"?>
    <tt:tt xml:lang="de-at" xmlns:tt="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter"
      xmlns:ttm="http://www.w3.org/ns/ttml#metadata" ttp:frameRate="25" ttp:tickRate="10000000">
    <tt:head><ttm:agent xml:id="s1" type="person"><ttm:name type="full">Sarah Miller</ttm:name></ttm:agent></tt:head>
    <tt:body><tt:div begin="10s">
      <tt:p begin="00:00:01.500" end="00:00:03:10" ttm:agent="s1">Gr&#xFC;&#223; <tt:span>Gott</tt:span>,<tt:br/>alle</tt:p>
      <tt:p begin="50000000t" dur="500ms">a &lt; b&nbsp;<![CDATA[& <c>]]></tt:p>
    </tt:div><tt:div><tt:p>
      <tt:span begin="1m" end="61s">one</tt:span> <tt:span begin="61s" end="1550f">two</tt:span>
    </tt:p><tt:p>never</tt:p></tt:div></tt:body></tt:tt>`;
  assert.deepEqual(read(file), {
    cues: [
      { start: 11.5, end: 13.4, text: 'Grüß Gott, alle', speaker: 'Sarah Miller' },
      { start: 15, end: 15.5, text: 'a < b & <c>' },
      { start: 60, end: 61, text: 'one' },
      { start: 61, end: 62, text: 'two' },
    ],
    format: 'ttml',
    warnings: 1,
    read: { encoding: 'utf-8', replaced: 0 },
    language: 'de-AT',
  });
  const cutOff = '<tt><body><p begin="1s" end="2s">kept</p><p begin="2s" end="3s">lo';
  assert.deepEqual(read(cutOff).cues, [{ start: 1, end: 2, text: 'kept' }]);
});

test('the language may come from the name of the file', () => {
  const languageOf = (name: string) => readCaptions(Buffer.from(srt), name).language;
  const names = ['talk.pt-br.srt', 'talk.srt', 'talk.cc.srt', 'talk.final.srt', ''];
  assert.deepEqual(names.map(languageOf), ['pt-BR', undefined, undefined, undefined, undefined]);
});

test('refuses a file without captions', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  for (const bytes of [Buffer.alloc(0), png, Buffer.from('WEBVTT\n')])
    assert.throws(() => readCaptions(bytes), { code: 'captions_unreadable' });
});

const spoken = (texts: string[]) =>
  tidyCues(texts.map((text, n) => ({ start: n * 2, end: n * 2 + 2, text }))).map(({ text, speaker }) => [
    speaker ?? '',
    text,
  ]);

test('names before a colon become speakers where most cues have them', () => {
  const named = [
    'Sarah Miller: Hi.',
    'john: Hello: you.',
    'john: Yes.',
    'Dr. van der Berg: So.',
    'no: name',
    'Note: this',
  ];
  assert.deepEqual(spoken(named), [
    ['Sarah Miller', 'Hi.'],
    ['john', 'Hello: you.'],
    ['john', 'Yes.'],
    ['Dr. van der Berg', 'So.'],
    ['', 'no: name'],
    ['', 'Note: this'],
  ]);
});

test('few labels mark turns: each holds until the next', () => {
  const turns = [
    'SARAH: Hi.',
    'I am here.',
    '>> DAVID: Me too.',
    'It is late.',
    'Is it?',
    'SARAH: Yes.',
    'DAVID: Oh.',
    'It is.',
    'So it is.',
  ];
  const speakers = ['SARAH', 'SARAH', 'DAVID', 'DAVID', 'DAVID', 'SARAH', 'DAVID', 'DAVID', 'DAVID'];
  assert.deepEqual(
    spoken(turns).map(([speaker]) => speaker),
    speakers,
  );
  assert.deepEqual(spoken(['>> Hi.', '>> Hello.']), [
    ['', 'Hi.'],
    ['', 'Hello.'],
  ]);
});

test('automatic captions of YouTube: each line once', () => {
  const cues: FileCue[] = [
    { start: 0, end: 2, text: ' \nhello world' },
    { start: 2, end: 2.01, text: 'hello world\n ' },
    { start: 2.01, end: 4, text: 'hello world\nthis is' },
    { start: 4, end: 4.01, text: 'this is\n ' },
    { start: 4.01, end: 6, text: 'this is\nthe end' },
    { start: 8, end: 9, text: 'the end' },
  ];
  assert.deepEqual(tidyCues(cues), [
    { start: 0, end: 2.01, text: 'hello world' },
    { start: 2.01, end: 4.01, text: 'this is' },
    { start: 4.01, end: 6, text: 'the end' },
    { start: 8, end: 9, text: 'the end' },
  ]);
});

test('live captions that grow word by word and roll up', () => {
  const growing = [
    'so',
    'so we',
    'so we begin',
    'so we begin\nwith',
    'so we begin\nwith tea',
    'with tea\nand',
    'with tea\nand cake',
  ];
  assert.deepEqual(
    spoken(growing),
    ['so we begin', 'with tea', 'and cake'].map((text) => ['', text]),
  );
});

test('people repeat themselves; only equal cues at the same time are one', () => {
  const repeating =
    'Thank you.|Thank you.|Now then.|We go on.|And on.|And on.|Good.|Right.|Next.|Last.|End.|Bye.'.split('|');
  assert.equal(spoken(repeating).length, 12);
  const twice = { start: 1, end: 3, text: 'Twice' };
  const other = { start: 3, end: 5, text: 'Other' };
  assert.deepEqual(tidyCues([twice, { ...twice, end: 4 }, other]), [{ ...twice, end: 4 }, other]);
});

/** Sentences in so many lines, about as many letters as asked for. */
function longTalk(length: number, lines: number): string {
  const words = ['quarter', 'harbour', 'ledger', 'meadow', 'signal', 'Größe', 'orchard', 'pigeon'];
  const sentences: string[] = [];
  for (let n = 0, written = 0; written < length; n += 1) {
    const sentence = `The ${words[n % words.length]} number ${n} is here, and nobody moves it.`;
    sentences.push(sentence);
    written += sentence.length;
  }
  const each = Math.ceil(sentences.length / lines);
  return Array.from({ length: lines }, (_, n) => sentences.slice(n * each, (n + 1) * each).join(' '))
    .filter(Boolean)
    .join('\n');
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');
const oneLine = (text: string): string => text.replaceAll('\n', ' ');
const hex = (text: string): string =>
  (
    Buffer.from(text.length % 2 ? `${text} ` : text, 'latin1')
      .toString('hex')
      .match(/.{4}/g) ?? []
  ).join(' ');

/** A long turn and a short one, in every form that is read. */
const forms: Record<string, (long: string, short: string) => string> = {
  srt: (long, short) => `1\n00:00:01,000 --> 00:12:03,000\n${long}\n\n2\n00:14:00,000 --> 00:14:06,500\n${short}\n`,
  sbv: (long, short) => `0:00:01.500,0:12:04.420\n${long}\n\n0:14:00.000,0:14:06.000\n${short}\n`,
  webvtt: (long, short) =>
    `WEBVTT\n\n00:01.000 --> 12:00.000\n<v Grace Holt>${long}</v>\n\n14:00.000 --> 14:05.000\n<v Tom Reyes>${short}</v>\n`,
  'webvtt with paragraphs': (long, short) =>
    `WEBVTT\r\n\r\nNOTE\r\nof nobody\r\n\r\n1\r\n00:01.000 --> 12:00.000\r\n${long.replaceAll('\n', '\r\n\r\n')}\r\n\r\n2\r\n14:00.000 --> 14:05.000\r\n\r\n${short}\r\n\r\nNOTE the end\r\n`,
  zoom: (long, short) => `[Grace Holt] 00:00:01\n${long}\n\n[Tom Reyes] 00:14:00\n${short}\n`,
  rev: (long, short) => `Grace Holt (00:00):\n${long}\n\nTom Reyes (14:00):\n${short}\n`,
  bracketed: (long, short) => `[00:00:01] ${long}\n[00:14:00] ${short}\n`,
  clock: (long, short) => `0:01\n${long}\n14:00\n${short}\n`,
  ass: (long, short) =>
    `[Script Info]\n[Events]\nDialogue: 0,0:00:01.00,0:12:03.50,Default,,0,0,0,,${long.replaceAll('\n', '\\N')}\n` +
    `Dialogue: 0,0:14:00.00,0:14:03.50,Default,,0,0,0,,${short}\n`,
  ttml: (long, short) =>
    `<tt><body><p begin="1s" end="720s">${long.replaceAll('\n', '<br/>')}</p><p begin="840s" end="845s">${short}</p></body></tt>`,
  scc: (long, short) => {
    const plain = (text: string) => hex(oneLine(text).replace(/[^a-z ,.\d]/gi, ''));
    return `Scenarist_SCC V1.0\n\n00:00:01:00 9420 ${plain(long)} 942f\n\n01:14:00:00 9420 ${plain(short)} 942f\n`;
  },
  json: (long, short) =>
    JSON.stringify({
      segments: [
        { start: 1, end: 720, text: long },
        { start: 840, end: 845, text: short },
      ],
    }),
  untimed: (long, short) => `${long}\n\n${short}\n`,
  table: (long, short) => `start,end,text\n1.5,720.5,"${long}"\n840.5,845.5,"${short}"\n`,
  sami: (long, short) =>
    `<SAMI><BODY><SYNC Start=1000><P Class=EN>${long.replaceAll('\n', '<br>')}<SYNC Start=720000><P Class=EN>&nbsp;<SYNC Start=840000><P Class=EN>${short}<SYNC Start=845000><P Class=EN>&nbsp;</BODY></SAMI>`,
  marked: (long, short) => `{25}{18000}${long.replaceAll('\n', '|')}\n{21000}{21125}${short}\n`,
};
const short = 'Thank you, that was all.';

suite('no letter of a file is lost, however long a turn is', () => {
  for (const [format, write] of Object.entries(forms))
    test(format, () => {
      for (const length of [400, 4_990, 5_010, 16_000, 90_000])
        for (const lines of [1, 7, 400]) {
          const turn = longTalk(length, lines);
          const long = format.startsWith('bracketed') ? oneLine(turn) : turn;
          const { cues, warnings, format: found } = readCaptions(Buffer.from(write(long, short)));
          const wanted = format === 'scc' ? `${long} ${short}`.replace(/[^a-z ,.\d]/gi, '') : `${long} ${short}`;
          assert.deepEqual([found, warnings], [format.split(' ')[0], 0], `${length} characters in ${lines} lines`);
          const kept = lettersOf(cues.map(({ text }) => text).join(''));
          // Not `equal`, which would print both.
          assert.ok(kept === lettersOf(wanted), `${length} characters in ${lines} lines became ${kept.length}`);
          assertEvery(cues, ({ text }) => text.length <= textLimits.line);
          assertEvery(cues, (cue, n) => cue.start >= (cues[n - 1]?.start ?? 0) && cue.end > cue.start);
        }
    });
});

test('counts the cues beyond the limits of a transcript', () => {
  const segment = (n: number) => ({ start: n / 10, end: n / 10 + 0.1, text: `w${n}` });
  const file = { segments: Array.from({ length: 86_500 }, (_, n) => segment(n)) };
  const { cues, warnings } = readCaptions(Buffer.from(JSON.stringify(file)));
  assert.deepEqual([cues.length, warnings], [86_400, 100]);
  const late = { segments: [segment(1), { start: 400_000, end: 400_001, text: 'late' }] };
  assert.equal(readCaptions(Buffer.from(JSON.stringify(late))).warnings, 1);
});
