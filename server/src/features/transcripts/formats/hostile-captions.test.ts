import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { hasRareTests } from '../../../../test/rare.ts';
import { readCaptions } from './read-captions.ts';

function broadcast(): Buffer {
  const bytes = Buffer.alloc(1024 + 128, 0x8f).fill(' ', 0, 1024);
  bytes.write('850STL25.01');
  bytes.write('00', 12);
  bytes.set([0, 0, 0, 0xff, 0, 0, 0, 1, 0, 0, 0, 3, 0, 20, 2, 0, 0xc8, 0x6f], 1024);
  return bytes;
}

const seeds = [
  broadcast(),
  '1\n00:00:01,000 --> 00:00:03,000\n<b>First</b> line\n\n2\n00:00:04,000 --> 00:00:06,500\nAnn: Second &amp; last\n',
  'WEBVTT\n\nid\n00:00:01.500 --> 00:00:04.420 line:1\n<v Sarah Miller>Good <i>morning</i>\n\nNOTE x\n\n00:05.000 --> 00:06.000\nBye\n',
  '[Sarah Miller] 00:00:01\nGood morning.\n\n[David] 00:00:02\nHello.\n',
  '0:00:01.500,0:00:04.420\nGood\n\n0:00:05.000,0:00:06.000\nHello.\n',
  '1000\t2000\tGood morning.\n3000\t4000\tHello "you".\n',
  '[00:01.00]Good morning\n[00:02.00][00:05.00]Hello\n',
  '{1}{1}25\n{25}{50}Good|morning\n{75}{100}Hello\n',
  '<SAMI><SYNC Start=1000><P Class=EN>Good<br>morning<SYNC Start=2000><P Class=EN>&nbsp;<SYNC Start=3000><P>Hello',
  "{\\rtf1\\ansi 00:00:01,000 -> 00:00:02,000\\par Gr\\'fc\\u223 ?e\\par 00:00:03,000 - 00:00:04,000\\par Hello\\par}",
  '[{"start": 1, "end": 2, "text": "Good"}, {"start": null, "text": "x"}, {"start": NaN, "end": 3, "text": "y"}]',
  '<tt xml:lang="en"><body><div><p begin="1s" end="00:00:02:03">a<br/>b</p><p begin="2s" dur="1m">c</p></div></body></tt>',
].map((seed) => (typeof seed === 'string' ? Buffer.from(seed) : seed));
const pieces = '-->|\n\n|<|>|&#x0;|&|<v |:|\0|\uFEFF|99:99:99,999|\u202E|{\\|]]>|<!DOCTYPE a [|\uD800|-1|1e9'.split(
  '|',
);

/** Small deterministic random numbers (mulberry32), so that a failure can be repeated. */
function randomFrom(seed: number) {
  return (below: number) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function mutate(bytes: Buffer, random: (below: number) => number): Buffer {
  const at = random(bytes.length + 1);
  const to = Math.min(bytes.length, at + random(12));
  const inserted = [
    () => Buffer.from(pieces[random(pieces.length)] ?? ''),
    () => Buffer.from([random(256)]),
    () => bytes.subarray(random(bytes.length + 1)),
    () => Buffer.alloc(0),
  ][random(4)]!();
  return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(random(2) ? at : to)]).subarray(0, 5000);
}

test('any bytes give proper cues or the one problem', () => {
  const random = randomFrom(7);
  let read = 0;
  for (let round = 0; round < 5000; round += 1) {
    let bytes: Buffer = seeds[round % seeds.length]!;
    for (let change = random(8); change >= 0; change -= 1) bytes = mutate(bytes, random);
    try {
      // To guess an encoding takes longer than all the rest: a tenth of the files have theirs guessed.
      const hints = round % 10 === 0 ? {} : { encoding: 'utf-8' };
      const { cues, warnings } = readCaptions(bytes, '', hints);
      read += 1;
      assert.ok(warnings >= 0 && cues.length > 0);
      let previous = 0;
      for (const { start, end, text, speaker } of cues) {
        assert.ok(start >= previous && end > start && Number.isFinite(end));
        assert.match(text, /^(?=\S)[^\p{Cc}\u202E\uFEFF]+$/u);
        assert.ok(speaker === undefined || speaker.length > 0);
        previous = start;
      }
    } catch (error) {
      if (!(error instanceof Problem))
        throw new Error(`round ${round}: ${JSON.stringify(bytes.toString('latin1'))}`, { cause: error });
      assert.equal(error.code, 'captions_unreadable');
    }
  }
  assert.ok(read > 2500, `only ${read} of the files could still be read`);
});

test('files made to take long do not', () => {
  const fill = (text: string, length = hasRareTests ? 2_000_000 : 200_000) => text.repeat(length / text.length);
  const cue = '00:00:01,000 --> 00:00:02,000\n';
  const files = [
    fill('-->\n'),
    `WEBVTT\n\n${fill('-->\n')}`,
    fill(`${cue}x\n`),
    cue + fill('<b'),
    cue + fill('{\\'),
    cue + fill('\u200D'),
    `WEBVTT\n\n00:01.000 --> 00:02.000\n${fill('<c>')}`,
    `WEBVTT${fill('\n')}NOTE x`,
    `WEBVTT\n\n${cue.replaceAll(',', '.')}x${fill('\n')}${cue.replaceAll(',', '.')}`,
    `WEBVTT\nlanguage: ${fill('en-')}`,
    fill('['),
    `${fill('1')} --> ${fill('1')}`,
    `<tt>${fill('<p>')}`,
    `<tt>${fill('&x;')}`,
    `<tt ${fill('a ')}`,
    `<tt><p begin="1s">${fill('x y ')}`,
    fill('é\n'),
    fill('Ã¼'),
    fill('1\t'),
    fill('1,2,"a\n'),
    fill('[00:01]'),
    fill('{1}{2}x\n'),
    fill('00:01 - 00:02 x\n'),
    fill('\u0660:'),
    `{\\rtf1 ${fill('{\\a')}`,
    `<SAMI>${fill('<SYNC Start=1>')}`,
    `[${fill('\\"')}`,
    fill('[{"a":'),
    `[{"${fill('1')}x": {"start": 1, "text": "y"}}]`,
    `<a><b ${'n'.concat(fill('1'))}x="1" start="1">y</b></a>`,
    `<a><b begin="1s">${fill('<c>x</c>')}</b>`,
    `<SAMI><SYNC Start=1>${fill('\t')}x`,
    fill(Buffer.from('Größe ').toString('latin1')),
    `${fill(Buffer.from('Größe\n').toString('latin1'))}\uFFFD`,
  ];
  if (hasRareTests) files.push(fill(`${cue}x\n`, 10 * 1024 * 1024));
  for (const file of files) {
    try {
      readCaptions(Buffer.from(file));
    } catch (error) {
      assert.ok(error instanceof Problem, file.slice(0, 60));
    }
  }
});

test('entities of the document are never expanded and files never opened', () => {
  const levels = Array.from({ length: 30 }, (_, level) => `<!ENTITY e${level} "${`&e${level - 1};`.repeat(10)}">`);
  const paragraph = '<tt><body><p begin="1s" end="2s">&e29; &file; said</p></body></tt>';
  const bomb = `<!DOCTYPE tt [<!ENTITY e0 "boom">${levels.slice(1).join('')}<!ENTITY file SYSTEM "file:///etc/hostname">]>${paragraph}`;
  const { cues, warnings } = readCaptions(Buffer.from(bomb));
  assert.deepEqual([cues, warnings], [[{ start: 1, end: 2, text: '&e29; &file; said' }], 1]);
});
