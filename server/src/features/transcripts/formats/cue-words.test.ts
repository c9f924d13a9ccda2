import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertEvery } from '../../../../test/assert-every.ts';
import { readCaptions } from './read-captions.ts';
import { lines, read, said, srt, startsOf, talk, textsOf } from './test-talk.ts';

const cuesOf = (...texts: string[]): string =>
  texts
    .map(
      (text, n) => `00:00:${String(n).padStart(2, '0')},000 --> 00:00:${String(n + 1).padStart(2, '0')},000\n${text}\n`,
    )
    .join('\n');
const spokenIn = (text: string) => read(text).cues.map(({ speaker, text: words }) => [speaker, words]);
const letters = 'a b c d e f g h'.split(' ');

suite('numbers are words, or not', () => {
  const rows: readonly [what: string, text: string, texts: string[]][] = [
    ['those of a countdown stay', cuesOf('3', '2', '1', 'Go'), ['3', '2', '1', 'Go']],
    ['those of counting stay', cuesOf('1', '2', '3', 'Go'), ['1', '2', '3', 'Go']],
    [
      'those that end cues stay',
      cuesOf(...[0, 1, 2, 3].map((n) => `Step\n${n}`)),
      ['Step 0', 'Step 1', 'Step 2', 'Step 3'],
    ],
    [
      'those that end cues of YouTube stay',
      [1, 2, 3].map((n) => `0:00:0${n}.000,0:00:0${n + 1}.000\nStep\n${n + 1}\n`).join('\n'),
      ['Step 2', 'Step 3', 'Step 4'],
    ],
    [
      'those of cues go, also when they stand below',
      cuesOf(...letters.map((letter, n) => `Sentence ${letter} of it.\n${n + 1}`)),
      letters.map((letter) => `Sentence ${letter} of it.`),
    ],
  ];
  for (const [what, text, texts] of rows) test(what, () => assert.deepEqual(textsOf(text), texts));
  test('those of lines without times go, those of sections and in wrapped lines stay', () => {
    const numbered = (more: string) =>
      Array.from({ length: 12 }, (_, n) => `${n + 1}. ${talk[n % 4]!.text}${more}`).join('\n');
    const { cues, untimed } = read(numbered(''));
    assert.deepEqual([untimed, cues[0]!.text], [true, talk[0]!.text]);
    assert.ok(read(numbered('\n25 customers')).cues.some((cue) => cue.text.includes('25 customers')));
    const sections = ['1.1', '1.2', '1.3', '2.1', '2.2'].map((n, at) => `${n} ${talk[at % 4]!.text}`).join('\n');
    assert.equal(read(`${sections}\n${sections}`).untimed, true);
  });
});

suite('rows of tables', () => {
  const labels = Array.from({ length: 40 }, (_, n) => `${n}.000000\t${n}.900000\tLine number ${letters[n % 3]}`);
  test('give all cues, when the table comes twice', () => {
    assert.equal(read([...labels, ...labels.map((label) => label.replace('Line', 'Word'))].join('\n')).cues.length, 80);
  });
  test('count as warnings, when they cannot be read', () => {
    const { cues, warnings } = read(`${labels.join('\n')}\nTHE END`);
    assert.deepEqual([cues.length, warnings], [40, 1]);
    assert.equal(read(`start\tend\ttext\n${lines('{from.ms}\t{to.ms}\t{text}')}\nbroken\n`).warnings, 1);
  });
  test('stay apart, when speech in quotes goes over two', () => {
    const rows = lines('{from.ms}\t{to.ms}\t{text}').replace('Today', '"Today').replace('year.', 'year."');
    const { cues, warnings } = read(`start\tend\ttext\n${rows}`);
    const plain = cues.map((cue) => ({ ...cue, text: cue.text.replaceAll('"', '') }));
    assert.deepEqual([plain, warnings], [talk, 0]);
  });
  test('become words of cues, when they are of CTM', () => {
    const words = talk[0]!.text.split(' ').map((word, n) => `talk_1 1 ${(1 + n / 4).toFixed(2)} 0.20 ${word} 0.98`);
    const { cues } = read(words.join('\n'));
    assert.deepEqual([cues[0]!.start, cues.map(({ text }) => text).join(' ')], [1, talk[0]!.text]);
  });
});

suite('letters and marks', () => {
  test('subtitles of broadcasters are read, when their time line begins at ten o’clock', () => {
    const header = Buffer.alloc(1024, ' ');
    for (const [at, text] of [
      [0, '850STL25.01'],
      [12, '00'],
      [256, '10000000'],
    ] as const)
      header.write(text, at, 'latin1');
    const blocks = talk.map(({ start, end }, n) => {
      const block = Buffer.alloc(128, 0x8f);
      block.set([0, n, 0, 0xff, 0, 10, 0, Math.floor(start), 5, 10, 0, Math.floor(end), 5, 20, 2, 0]);
      block.set([...Buffer.from('gr'), 0xc8, 0x6f, 0xfb, 0x65, 0x8a, ...Buffer.from(`${n}`)], 16);
      return block;
    });
    const { cues, format, read: found, warnings } = readCaptions(Buffer.concat([header, ...blocks]));
    assert.deepEqual([format, found, warnings, cues.length], ['ebu-stl', { encoding: 'iso-6937', replaced: 0 }, 0, 4]);
    assert.deepEqual(cues[0], { start: 1.2, end: 4.2, text: 'größe 0' });
  });
  test('those of RTF are those of its page or their fonts, and what is no text of it stays out', () => {
    const page = "{\\rtf1\\ansi\\ansicpg1251 00:00:01,000 --> 00:00:02,000\\par \\'c4\\'e0, \\u8364?5 \\{x\\}\\par}";
    assert.deepEqual(textsOf(page), ['Да, €5 {x}']);
    const { cues, warnings } = read(
      "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial;}{\\f2\\fcharset128 Mincho;}}{\\headerl 7}{\\f0 00:00:01,000 --> 00:00:02,000\\par {\\f1\\'c4\\'e0} \\f2\\'83A\\'83\\f0 x\\_y\\constructor\\par}}",
    );
    assert.deepEqual([cues[0]!.text, warnings], ['Да ア\uFFFDx-y', 1]);
  });
  test('a title is none of the cues, nor one that is empty', () => {
    const text = `A talk about plans\n\n${srt(' --> ').replace(talk[3]!.text, '')}`;
    assert.deepEqual(read(text).cues, talk.slice(0, 3));
  });
  test('lines that programs write around the cues go', () => {
    const log = `Detected language 'en' with probability 0.99\n${lines('[{from.2}s -> {to.2}s] {text}')}`;
    assert.deepEqual(read(log).cues, talk);
    const otter = 'Kim Lee  0:01\nGood morning\n\nTom Roe  0:04\nand welcome\n\nTranscribed by https://otter.ai';
    assert.equal(textsOf(otter).at(-1), 'and welcome');
    assert.match(textsOf('>> Our review covers every team and its plans for the year.\n'.repeat(6))[0]!, /^Our review/);
  });
  test('codes and drawings of ASS and SSA go, and their columns are as the file has them', () => {
    const head = 'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text';
    const dialogue = (seconds: string, name: string, text: string) =>
      `Dialogue: 0,${seconds},Default,${name},0,0,0,,${text}\n`;
    const ass =
      `[Script Info]\nTitle: Talk\n\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n\n[Events]\n${head}\n` +
      dialogue('0:00:00.00,0:00:01.00', '', 'not said').replace('Dialogue', 'Comment') +
      dialogue('0:00:01.50,0:00:03.25', 'Sarah Miller', '{\\i1}Good{\\i0} morning,\\Neverybody') +
      dialogue('0:00:04.00,0:00:05.00', '', '{\\p1}m 0 0 l 10 10{\\p0}') +
      dialogue('0:00:06.00,0:00:07.00', 'Tom', 'Thank you');
    assert.deepEqual(read(ass).cues, [
      { start: 1.5, end: 3.25, text: 'Good morning, everybody', speaker: 'Sarah Miller' },
      { start: 6, end: 7, text: 'Thank you', speaker: 'Tom' },
    ]);
    const ssa =
      '[Script Info]\n[Events]\nFormat: Marked, Start, End, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,Yes, it is\n';
    assert.deepEqual(read(ssa).cues, [{ start: 1, end: 2, text: 'Yes, it is' }]);
  });
  test('closed captions of Scenarist are shown at once or rolled up, with characters of their own', () => {
    const popOn =
      'Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9420 9470 9470 c845 4c4c 4f20 574f 524c c4ae 942f 942f\n\n00:00:03:00\t942c 942c\n\n00:00:04:00\t94ae 94ae 9420 9420 9470 9470 9132 9132 e3e1 e6e5 9220 9220 942f 942f\n\n00:00:06:00\t942c 942c\n';
    const { cues, format } = read(popOn);
    assert.deepEqual([format, ...cues.map(({ text }) => text)], ['scc', 'HELLO WORLD.', '½cafÁ']);
    assert.ok(
      Math.abs(cues[0]!.start - 1.335) < 0.05 && Math.abs(cues[0]!.end - 3.003) < 0.01,
      JSON.stringify(cues[0]),
    );
    assert.ok(startsOf(popOn.replaceAll(/^00:/gm, '01:'))[0]! < 5, 'the hour of a tape');
    const rolled = read(
      'Scenarist_SCC V1.0\n\n00:00:02;23\t9425 9425 94ad 94ad 9470 9470 49a7 cd20 cb45 d649 ce20\n\n00:00:04;17\t9425 9425 94ad 94ad 9470 9470 49ce d645 d354\n\n00:00:09;00\t942c 942c\n',
    ).cues;
    const texts = rolled.map(({ text }) => text);
    assert.deepEqual(texts, ["I'M KEVIN", 'INVEST']);
    assert.ok(rolled[0]!.end <= rolled[1]!.start && rolled[1]!.end > 8, JSON.stringify(rolled));
  });
});

suite('transcripts with a name and a time above or before the words', () => {
  const turns = [
    [5, 'Sarah Miller', 'Good morning everybody.'],
    [9, 'Tom Park', 'Thank you, Sarah.'],
    [72, 'Sarah Miller', 'Let us begin.'],
  ] as const;
  const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19);
  const short = (seconds: number) => clock(seconds).replace(/^00:0?/, '');
  for (const [form, write, end = '\n'] of [
    ['otter with two spaces', (at: number, name: string, text: string) => `${name}  ${short(at)}\n${text}`, '\n\n'],
    ['name - time', (at: number, name: string, text: string) => `${name} - ${clock(at).slice(3)}\n${text}`, '\n\n'],
    ['rev', (at: number, name: string, text: string) => `${name} (${clock(at).slice(3)}):\n${text}`, '\n\n'],
    ['rev in a line', (at: number, name: string, text: string) => `${name}: (${clock(at).slice(3)}) ${text}`],
    ['[time] name:', (at: number, name: string, text: string) => `[${clock(at)}] ${name}: ${text}`],
    [
      '[time] name: and the words below',
      (at: number, name: string, text: string) => `[${clock(at)}] ${name}:\n${text}`,
      '\n\n',
    ],
    ['time name:', (at: number, name: string, text: string) => `${clock(at)} ${name}: ${text}`],
    [
      'the console of Whisper',
      (at: number, name: string, text: string) =>
        `[${clock(at).slice(3)}.000 --> ${clock(at + 2).slice(3)}.000]  ${name}: ${text}`,
    ],
  ] as const)
    test(`give turns, when it is ${form}`, () => {
      const { cues } = read(turns.map(([at, name, text]) => write(at, name, text)).join(end));
      assert.deepEqual(
        cues.map(({ start, speaker, text }) => [start, speaker, text]),
        turns,
      );
    });
  test('share a time, when Google Meet has one every few minutes', () => {
    const { cues, format } = read(
      'Attendees\nSarah Miller, Tom Park\nTranscript\n\n00:00:00\n\nSarah Miller: Good morning everybody.\nTom Park: Thank you, Sarah. It is good to be here with all of you.\n\n00:05:00\n\nSarah Miller: Let us begin.\n',
    );
    assert.deepEqual(
      [format, ...cues.map(({ speaker }) => speaker)],
      ['clock', 'Sarah Miller', 'Tom Park', 'Sarah Miller'],
    );
    const [first, shared, last] = cues.map(({ start }) => start);
    assert.ok(first === 0 && last === 300 && shared! > 1 && shared! < 60, `${shared}`);
  });
  test('lack names, when they are copied from YouTube', () => {
    const copied = '0:00\nwelcome everybody to the show\n0:04\ntoday we talk about glaciers\n1:02:03\nand that was it';
    const spoken = copied
      .replace('0:04', '0:04\n4 seconds')
      .replace('1:02:03', '1:02:03\n1 hour, 2 minutes, 3 seconds');
    for (const text of [copied, spoken, copied.replaceAll(/^([\d:]+)\n/gm, '$1 ')])
      assert.deepEqual(said(text), [
        [0, 'welcome everybody to the show'],
        [4, 'today we talk about glaciers'],
        [3723, 'and that was it'],
      ]);
  });
});

suite('speakers', () => {
  const words = ['Good morning.', 'Thank you.', 'Let us begin.'] as const;
  for (const [one, other, write] of [
    ['SPEAKER_00', 'SPEAKER_01', (name: string) => `[${name}]: `],
    ['Sarah', 'Tom', (name: string) => `(${name}) `],
    ['Sarah', 'Tom', (name: string) => `- [${name}] `],
    ['Sarah', 'Tom', (name: string) => `[${name}] `],
    ['SARAH', 'TOM', (name: string) => `>> ${name}: `],
    ['Sarah', 'Tom', (name: string) => `- ${name}: `],
  ] as const)
    test(`come out, when they are written ${write('so')}`, () => {
      const names = [one, other, one];
      const texts = names.map((name, n) => `${write(name)}${words[n]}`);
      const expected = names.map((name, n) => [name, words[n]]);
      assert.deepEqual(spokenIn(cuesOf(...texts)), expected);
      if (write('').startsWith('- '))
        assert.deepEqual(spokenIn(cuesOf(texts.slice(0, 2).join('\n'), texts[2]!)), expected);
    });
  test('come out, when they are voices of WebVTT', () => {
    const voices =
      '00:01.000 --> 00:02.000\n<v Sarah>Good morning.\n\n00:03.000 --> 00:04.000\n<v.loud Tom>Thank you.\n';
    assert.deepEqual(
      spokenIn(`WEBVTT\n\n${voices}`).map(([speaker]) => speaker),
      ['Sarah', 'Tom'],
    );
  });
  test('come out, when they are the tier of a table', () => {
    const tier = talk.map((cue) => ({ ...cue, speaker: 'all' }));
    assert.deepEqual(read(lines('all\t\t{from.point}\t{to.point}\t{text}')).cues, tier);
  });
  for (const names of [['Kim Lee', 'Dana Fox'], ['Speaker 1']])
    test(`come out, when names recur above the words: ${names.join()}`, () => {
      const nameAt = (n: number) => names[n % names.length]!;
      const text = srt(' --> ').replaceAll(/^(00:.*)\n/gm, (line) => `${line}NAME\n`);
      let n = 0;
      const expected = talk.map((cue, at) => ({ ...cue, speaker: nameAt(at) }));
      assert.deepEqual(read(text.replaceAll('NAME', () => nameAt(n++))).cues, expected);
    });
  test('do not come out of sounds, which become cues of their own', () => {
    const texts = spokenIn(cuesOf('[Music] Good morning.', '(applause)', '[Music] Let us begin. (laughs)'));
    const expected = ['[Music]', 'Good morning.', '(applause)', '[Music]', 'Let us begin.', '(laughs)'];
    assert.deepEqual(
      texts,
      expected.map((text) => [undefined, text]),
    );
  });
});

test('words without times are read as such, at an ordinary pace', () => {
  const text = `The meeting of Monday\n\nSarah: ${'Every glacier moves a little each day. '.repeat(20)}\nTom: ${'And every one of them melts in summer. '.repeat(20)}\n`;
  const { cues, untimed } = read(text);
  assert.deepEqual([untimed, cues.length > 6, cues.at(-1)!.speaker], [true, true, 'Tom']);
  assertEvery(cues, (cue) => cue.text.length <= 180);
  assertEvery(cues, ({ start, end }, n) => end > start && start >= (cues[n - 1]?.end ?? 0) - 0.01);
  for (const none of ['A letter.', '{"a": 1}', '\u0000\u0001'.repeat(500), '%'.repeat(2000), `<html>${text}</html>`])
    assert.throws(() => read(none), { code: 'captions_unreadable' });
});
