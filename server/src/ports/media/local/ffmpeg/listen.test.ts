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
  type Row = [how: string, played: number[], tracks: readonly Loudness[], damaged?: Partial<Record<number, number>>];
  const turns = [within(0, 6), within(6, 10)];
  const interpreted = [within(0, 8), within(1, 9)];
  const rows: Row[] = [
    ['they take turns', [0, 1], turns],
    ['one speaks at the end of each turn of the other', [0, 1], [within(0, 6), within(5, 10)]],
    ['one is much softer', [0, 1], [within(0, 6), within(6, 10, 250)]],
    ['nobody speaks in the first, whose device hums', [0, 1], [() => 100, within(0, 8)]],
    [
      'the first has a few bangs while the other one speaks',
      [0, 1],
      [(n) => (n % 40 === 3 ? speech : 20), within(0, 8)],
    ],
    [
      'each picks up the other a little',
      [0, 1],
      [sum(within(0, 6), within(6, 10, 500)), sum(within(0, 6, 500), within(6, 10))],
    ],
    ['one only asks at the end', [0, 1], [(n) => (n < 110 ? speech : 0), (n) => (n < 110 ? 0 : speech)]],
    ['the first takes turns and is damaged halfway', [0, 1], turns, { 0: 2 * perPlace }],
    ['the second takes turns and is damaged halfway', [0, 1], turns, { 1: 2 * perPlace }],
    ['each of three has a turn', [0, 1, 2], [within(0, 4), within(4, 7), within(7, 10)]],
    ['a third one repeats a dialogue', [0, 1], [within(0, 5), within(5, 10), sum(within(0, 5), within(5, 10))]],
    ['both speak most of the time, as a speaker and an interpreter', [0], interpreted],
    ['an interpreter is always louder', [0], [(n) => (n % 10 < 8 ? 400 : 0), within(1, 10)]],
    ['an interpreter speaks for a tenth of it', [0], [within(0, 9), (n) => (n > 55 && n < 85 ? within(1, 10)(n) : 0)]],
    ['the first never rests', [0], [() => 400, always]],
    ['the second has the first and a description in its pauses', [0], [within(0, 8), always]],
    [
      'the second is heard for a moment',
      [0],
      [(n) => (n === 70 || n === 71 ? 0 : speech), (n) => (n === 70 || n === 71 ? speech : 0)],
    ],
    ['the second hums in the pauses of the first', [0], [within(0, 8), () => 100]],
    ['the second is silent', [0], [within(0, 8), () => 0]],
    ['the first is damaged halfway and the second is an interpreter', [0], interpreted, { 0: 2 * perPlace }],
    ['the first is damaged and contains all of the second', [0], [always, within(0, 5)], { 0: perPlace }],
    ['nothing of the first can be decoded', [1], turns, { 0: 0 }],
  ];
  for (const [how, played, tracks, damaged] of rows)
    test(`plays ${played.length > 1 ? `${played.length} tracks mixed` : 'one track alone'}, when ${how}`, async () =>
      assert.deepEqual(await mixed(tracks, damaged), played));
});
