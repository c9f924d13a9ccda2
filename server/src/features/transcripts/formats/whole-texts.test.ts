import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { textLimits } from '@lectern/contract/rules/longest';
import { readCaptions } from './read-captions.ts';
import { assertEvery } from '../../../../test/assert-every.ts';

/** Sentences in so many lines, about as many letters as asked for. */
function talk(length: number, lines: number): string {
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
  'srt with frames': (long, short) =>
    `1\n00:00:01:05 --> 00:12:03:00\n${long}\n\n2\n00:14:00:00 --> 00:14:06:24\n${short}\n`,
  sbv: (long, short) => `0:00:01.500,0:12:04.420\n${long}\n\n0:14:00.000,0:14:06.000\n${short}\n`,
  webvtt: (long, short) =>
    `WEBVTT\n\n00:01.000 --> 12:00.000\n<v Grace Holt>${long}</v>\n\n14:00.000 --> 14:05.000\n<v Tom Reyes>${short}</v>\n`,
  'webvtt with paragraphs': (long, short) =>
    `WEBVTT\r\n\r\nNOTE\r\nof nobody\r\n\r\n1\r\n00:01.000 --> 12:00.000\r\n${long.replaceAll('\n', '\r\n\r\n')}\r\n\r\n2\r\n14:00.000 --> 14:05.000\r\n\r\n${short}\r\n\r\nNOTE the end\r\n`,
  zoom: (long, short) => `[Grace Holt] 00:00:01\n${long}\n\n[Tom Reyes] 00:14:00\n${short}\n`,
  rev: (long, short) => `Grace Holt (00:00):\n${long}\n\nTom Reyes (14:00):\n${short}\n`,
  otter: (long, short) => `Grace Holt  0:00\n${long}\n\nTom Reyes  14:00\n${short}\n`,
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
  'table of tabs': (long, short) => `start\tend\ttext\n1500\t720500\t${oneLine(long)}\n840500\t845500\t${short}\n`,
  'json of no known form': (long, short) =>
    JSON.stringify([
      { from: '1.0s', to: '720.0s', body: long },
      { from: '840.0s', to: '845.0s', body: short },
    ]),
  sami: (long, short) =>
    `<SAMI><BODY><SYNC Start=1000><P Class=EN>${long.replaceAll('\n', '<br>')}<SYNC Start=720000><P Class=EN>&nbsp;<SYNC Start=840000><P Class=EN>${short}<SYNC Start=845000><P Class=EN>&nbsp;</BODY></SAMI>`,
  'srt in RTF': (long, short) =>
    `{\\rtf1\\ansi ${`00:00:01,000 --> 00:12:00,000\n${long}\n\n00:14:00,000 --> 00:14:05,000\n${short}\n`.replaceAll('\n', '\\par\n')}}`,
  marked: (long, short) => `{25}{18000}${long.replaceAll('\n', '|')}\n{21000}{21125}${short}\n`,
  'bracketed of LRC': (long, short) => `[00:01.00]${oneLine(long)}\n[14:00.00]${short}\n`,
  'ttml of YouTube': (long, short) =>
    `<transcript><text start="1" dur="719">${long}</text><text start="840" dur="5">${short}</text></transcript>`,
  'srt of ranges': (long, short) => `00:01 - 12:00\n${long}\n\n14:00 - 14:05\n${short}\n`,
};
const short = 'Thank you, that was all.';

suite('no letter of a file is lost, however long a turn is', () => {
  for (const [format, write] of Object.entries(forms))
    test(format, () => {
      for (const length of [400, 4_990, 5_010, 16_000, 90_000])
        for (const lines of [1, 7, 400]) {
          const isOneLine = format.startsWith('bracketed');
          const long = isOneLine ? oneLine(talk(length, lines)) : talk(length, lines);
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

test('keeps the speaker in every cue of a long turn', () => {
  const { cues } = readCaptions(Buffer.from(forms['rev']!(talk(6_000, 1), short)));
  assert.deepEqual([...new Set(cues.map(({ speaker }) => speaker))], ['Grace Holt', 'Tom Reyes']);
  assert.ok(cues.length > 30);
  assert.deepEqual([cues.at(-1)!.text, cues.at(-1)!.start], [short, 840]);
});

test('counts the cues beyond the limits of a transcript', () => {
  const segment = (n: number) => ({ start: n / 10, end: n / 10 + 0.1, text: `w${n}` });
  const file = { segments: Array.from({ length: 86_500 }, (_, n) => segment(n)) };
  const { cues, warnings } = readCaptions(Buffer.from(JSON.stringify(file)));
  assert.deepEqual([cues.length, warnings], [86_400, 100]);
  const late = { segments: [segment(1), { start: 400_000, end: 400_001, text: 'late' }] };
  assert.equal(readCaptions(Buffer.from(JSON.stringify(late))).warnings, 1);
});

test('a long word without a space is cut between its characters', () => {
  const { cues } = readCaptions(Buffer.from(forms['srt']!('𝒳'.repeat(4_001), short)));
  assert.equal(cues.map(({ text }) => text).join(''), `${'𝒳'.repeat(4_001)}${short}`);
  assertEvery(cues, ({ text }) => text.isWellFormed());
});
