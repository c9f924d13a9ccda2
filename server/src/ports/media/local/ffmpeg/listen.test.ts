import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import type { SoundTrack } from '../../port.ts';
import { heardTogether } from './listen.ts';
import type { Ffmpeg } from './run-ffmpeg.ts';

/** How loud a track is in a half second, counted over all places: of 16-bit samples. */
type Loudness = (n: number) => number;

/** Places that are listened to before a recording is over, and half seconds of each. */
const places = 3;
const perPlace = 40;
const speech = 3000;

const track = (stream: number, more: Partial<SoundTrack> = {}): SoundTrack => ({
  stream,
  codec: 'aac',
  channels: 2,
  sampleRate: 48_000,
  ...more,
});

/** The numbers of the tracks that are mixed; a fake of ffmpeg decodes them. One is damaged from a half second on. */
async function mixed(tracks: readonly Loudness[], damaged: Partial<Record<number, number>> = {}): Promise<number[]> {
  const heard: string[] = [];
  const ffmpeg: Pick<Ffmpeg, 'run'> = {
    async run(args) {
      const after = (flag: string): string => args[args.indexOf(flag) + 1]!;
      const stream = Number(after('-map').split(':')[1]);
      if (!heard.includes(after('-ss'))) heard.push(after('-ss'));
      const first = heard.indexOf(after('-ss')) * perPlace;
      if (first >= places * perPlace) return { output: Buffer.alloc(0), messages: '' };
      if (first + perPlace > (damaged[stream] ?? Infinity)) throw new Problem('media_failed');
      const samples = Int16Array.from({ length: perPlace * 8000 }, (_, n) => {
        const loud = tracks[stream]!(first + Math.floor(n / 8000));
        return n % 4 < 2 ? loud : -loud;
      });
      return { output: Buffer.from(samples.buffer), messages: '' };
    },
  };
  const all = tracks.map((_, stream) => track(stream));
  return (await heardTogether(ffmpeg as Ffmpeg, 'file', all, undefined)).map(({ stream }) => stream);
}

const always: Loudness = () => speech;
const never: Loudness = () => 0;
/** Speaks for the first so many of ten half seconds, or from one to another. */
const within =
  (from: number, to: number, loud = speech): Loudness =>
  (n) =>
    n % 10 >= from && n % 10 < to ? loud : 0;
const sum =
  (...parts: readonly Loudness[]): Loudness =>
  (n) =>
    parts.reduce((loud, part) => loud + part(n), 0);

suite('what is heard of several tracks', () => {
  for (const [how, tracks] of [
    ['they take turns', [within(0, 6), within(6, 10)]],
    ['one speaks at the end of each turn of the other', [within(0, 6), within(5, 10)]],
    ['one is much softer', [within(0, 6), within(6, 10, 250)]],
    ['nobody speaks in the first, whose device hums', [() => 100, within(0, 8)]],
    ['the first has a few bangs while the other one speaks', [(n) => (n % 40 === 3 ? speech : 20), within(0, 8)]],
    [
      'each picks up the other a little',
      [sum(within(0, 6), within(6, 10, 500)), sum(within(0, 6, 500), within(6, 10))],
    ],
    ['one only asks at the end', [(n) => (n < 110 ? speech : 0), (n) => (n < 110 ? 0 : speech)]],
  ] as const satisfies [string, readonly Loudness[]][])
    test(`mixes both tracks, when ${how}`, async () => assert.deepEqual(await mixed(tracks), [0, 1]));

  for (const [how, tracks] of [
    ['both speak most of the time, as a speaker and an interpreter', [within(0, 8), within(1, 9)]],
    ['an interpreter is always louder', [(n) => (n % 10 < 8 ? 400 : 0), within(1, 10)]],
    ['an interpreter speaks for a tenth of it', [within(0, 9), (n) => (n > 55 && n < 85 ? within(1, 10)(n) : 0)]],
    ['the first never rests', [() => 400, always]],
    ['the second has the first and a description in its pauses', [within(0, 8), always]],
    [
      'the second is heard for a moment',
      [(n) => (n === 70 || n === 71 ? 0 : speech), (n) => (n === 70 || n === 71 ? speech : 0)],
    ],
    ['the second hums in the pauses of the first', [within(0, 8), () => 100]],
    ['the second is silent', [within(0, 8), never]],
  ] as const satisfies [string, readonly Loudness[]][])
    test(`plays the first track alone, when ${how}`, async () => assert.deepEqual(await mixed(tracks), [0]));

  test('plays the first track alone, when it is damaged halfway and the other is an interpreter', async () => {
    assert.deepEqual(await mixed([within(0, 8), within(1, 9)], { 0: 2 * perPlace }), [0]);
  });

  test('plays the first track alone, when it is damaged and contains all of the other', async () => {
    assert.deepEqual(await mixed([always, within(0, 5)], { 0: perPlace }), [0]);
  });

  test('mixes both tracks, when they take turns and one is damaged halfway', async () => {
    for (const damaged of [{ 0: 2 * perPlace }, { 1: 2 * perPlace }])
      assert.deepEqual(await mixed([within(0, 6), within(6, 10)], damaged), [0, 1]);
  });

  test('plays the second track alone, when nothing of the first can be decoded', async () => {
    assert.deepEqual(await mixed([within(0, 6), within(6, 10)], { 0: 0 }), [1]);
  });

  test('mixes three tracks, when each of them has a turn', async () => {
    assert.deepEqual(await mixed([within(0, 4), within(4, 7), within(7, 10)]), [0, 1, 2]);
  });

  test('mixes the tracks of a dialogue, when another track repeats them', async () => {
    assert.deepEqual(await mixed([within(0, 5), within(5, 10), sum(within(0, 5), within(5, 10))]), [0, 1]);
  });
});
