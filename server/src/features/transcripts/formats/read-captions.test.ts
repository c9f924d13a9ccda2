import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readCaptions } from './read-captions.ts';

const read = (text: string, name?: string) => readCaptions(Buffer.from(text), name);
const unreadable = { code: 'captions_unreadable' };
const twoCues = [
  { start: 1, end: 3, text: 'First line' },
  { start: 4, end: 6.5, text: 'Second line over two rows' },
];
const srt =
  '1\n00:00:01,000 --> 00:00:03,000\nFirst line\n\n2\n00:00:04,000 --> 00:00:06,500\nSecond line\nover two rows\n';

test('SubRip as it should be and as it comes', () => {
  const variants = {
    plain: srt,
    'carriage returns': srt.replaceAll('\n', '\r\n'),
    'old Mac line ends': srt.replaceAll('\n', '\r'),
    'byte order mark': `\uFEFF${srt}`,
    'no blank lines': srt.replaceAll('\n\n', '\n'),
    'no numbers': srt.replaceAll(/^\d\n/gm, ''),
    'no end of line': srt.trimEnd(),
    'text before': `Made with love\n\n${srt}`,
    'points for commas': srt.replaceAll(',', '.'),
    'short hours': srt.replaceAll('00:00:0', '0:00:0'),
    'no hours': srt.replaceAll('00:00:0', '00:0'),
    'no spaces': srt.replaceAll(' --> ', '-->'),
    positions: srt.replaceAll(/(-->.*)/g, '$1  X1:10 X2:20 Y1:30 Y2:40'),
    'not in order': srt
      .split(/\n(?=2\n)/)
      .toReversed()
      .join('\n\n'),
  };
  for (const [name, text] of Object.entries(variants)) {
    const { cues, format, warnings } = read(text);
    assert.deepEqual({ cues, format, warnings }, { cues: twoCues, format: 'srt', warnings: 0 }, name);
  }
});

test('every encoding that caption files are found in', () => {
  const text = srt.replace('First line', 'Größe – “déjà vu”');
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
  const cp1252 = Buffer.from(text.replace('–', '\x96').replace('“', '\x93').replace('”', '\x94'), 'latin1');
  const files = [Buffer.from(text), utf16, Buffer.from(utf16).swap16(), utf16.subarray(2), cp1252];
  for (const bytes of files) assert.equal(readCaptions(bytes).cues[0]?.text, 'Größe – “déjà vu”');
});

test('marks and entities go, and what only looks like them stays', () => {
  const said = (text: string) => read(`1\n00:00:01,000 --> 00:00:03,000\n${text}\n`).cues[0]?.text;
  assert.equal(said('<font color="#ff0000">Red</font> <b>bold</b> 1 < 2 & 3'), 'Red bold 1 < 2 & 3');
  assert.equal(said('{\\an8}{\\i1}Top\\hof\\Nit &amp; &#39;more&#39;<br>line'), "Top of it & 'more' line");
  assert.equal(said('A List<String> of {x}'), 'A List<String> of {x}');
  assert.equal(said('a\u200Bb\u202Ec\u0007d\u00ADe\uFEFF  f\tg'), 'abcde f g');
  assert.equal(said('می‌خواهم 👩‍💻 x‌y'), 'می‌خواهم 👩‍💻 xy');
  assert.equal(said('今日は\n良い天気'), '今日は良い天気');
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

test('WebVTT of Teams, Webex, Stream (classic) and Zoom', () => {
  const teams =
    '\uFEFFWEBVTT\r\n\r\n3f2b8c1e-7a54-4c0e-9d61-0b5e2f9a7c33/12-1\r\n00:00:01.500 --> 00:00:04.420\r\n' +
    '<v Sarah Miller>Good morning and\r\nwelcome &amp; hello.</v><v David Park>Thank you, all.</v>\r\n';
  assert.deepEqual(read(teams).cues, [
    { start: 1.5, end: 3.508, text: 'Good morning and welcome & hello.', speaker: 'Sarah Miller' },
    { start: 3.508, end: 4.42, text: 'Thank you, all.', speaker: 'David Park' },
  ]);

  const webex = 'WEBVTT\n\n1 "Sarah Miller" (1650721152)\n00:00:01.500 --> 00:00:04.420\nGood morning.\n';
  assert.deepEqual(read(webex).cues, [{ start: 1.5, end: 4.42, text: 'Good morning.', speaker: 'Sarah Miller' }]);

  const stream =
    'WEBVTT\n\nNOTE duration:"00:09:00.2000000"\n\nNOTE language:en-us\n\nNOTE Confidence: 0.88\n\n' +
    '00000000-0000-4000-8000-000000000000\n00:00:01.500 --> 00:00:04.420\nGood morning.\n';
  const { cues, language } = read(stream);
  assert.deepEqual([cues, language], [[{ start: 1.5, end: 4.42, text: 'Good morning.' }], 'en-US']);

  const zoom = 'WEBVTT\r\n\r\n1\r\n00:00:01.500 --> 00:00:04.420\r\nSarah Miller: One rule: ship it.\r\n';
  assert.deepEqual(read(zoom).cues, [{ start: 1.5, end: 4.42, text: 'One rule: ship it.', speaker: 'Sarah Miller' }]);

  const commas = 'WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nNot by the rules\n';
  assert.deepEqual(read(commas).cues, [{ start: 1, end: 2, text: 'Not by the rules' }]);
  assert.equal(read('WEBVTT\n\n00:01.000 --> 00:02.000\n1 < 2 & 3\n').cues[0]?.text, '1 < 2 & 3');
});

test('saved captions of Zoom, by the time of the meeting or of the day', () => {
  const saved = '[Sarah Miller] 00:00:01\nGood morning.\n\n[David] 00:00:02\nHello.\nHow are you?\n';
  const expected = [
    { start: 1, end: 2, text: 'Good morning.', speaker: 'Sarah Miller' },
    { start: 2, end: 4.375, text: 'Hello. How are you?', speaker: 'David' },
  ];
  assert.deepEqual(read(saved).cues, expected);
  const byDay = read(saved.replace('00:00:01', '23:59:59').replace('00:00:02', '00:00:00')).cues;
  assert.deepEqual(
    byDay.map((cue) => cue.start),
    [0, 1],
  );
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
  assert.equal(read(srt, 'talk.pt-br.srt').language, 'pt-BR');
  for (const name of ['talk.srt', 'talk.cc.srt', 'talk.final.srt', ''])
    assert.equal(read(srt, name).language, undefined);
});

test('refuses a file without captions', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  for (const bytes of [Buffer.alloc(0), png, Buffer.from('WEBVTT\n'), Buffer.from('A letter.\n')]) {
    assert.throws(() => readCaptions(bytes), unreadable);
  }
  assert.throws(() => read('<!doctype html><html><body>Not found</body></html>'), unreadable);
  assert.throws(() => read('<tt><body><p>no times</p></body></tt>'), unreadable);
});

// A larger collection, kept outside the project, is read where CAPTION_CORPUS names its folder.
const corpus = process.env['CAPTION_CORPUS'];
if (corpus) {
  type Expected = Record<
    string,
    { cues: { start: number; end: number | null; text: string | null; speaker?: string }[] }
  >;
  for (const folder of ['srt', 'meeting-tools']) {
    const expected = JSON.parse(readFileSync(join(corpus, folder, 'expected.json'), 'utf8')) as Expected;
    for (const [name, { cues }] of Object.entries(expected)) {
      test(`corpus: ${folder}/${name}`, () => {
        const bytes = readFileSync(join(corpus, folder, name));
        if (!cues.length) return assert.throws(() => readCaptions(bytes), unreadable);
        const found = readCaptions(bytes).cues;
        assert.equal(found.length, cues.length);
        for (const [index, { start, end, text, speaker }] of cues.entries()) {
          const cue = found[index];
          assert.equal(cue?.start, start);
          assert.equal(cue?.speaker, speaker);
          if (end !== null) assert.equal(cue?.end, end);
          if (text !== null) assert.equal(cue?.text, text.replaceAll('\n', ' '));
        }
      });
    }
  }
}
