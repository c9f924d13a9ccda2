import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readManifest } from '../../../platform/models/manifest.ts';
import { speakerModels } from './models.ts';
import { groupVoiceprints, averageVoiceprints, wholeSpeakers } from './voices.ts';

/** Numbers around 0, the same in each run. */
function noiseFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5;
}

const next = noiseFrom(5);
const voice = (length = 64) => averageVoiceprints([{ voice: Array.from({ length }, next), weight: 1 }])!;
const people = Array.from({ length: 6 }, () => voice());
/** How somebody sounds at another moment: about as unlike as two recordings of one voice are. */
const again = (person: number) =>
  averageVoiceprints([
    { voice: people[person]!, weight: 1 },
    { voice: voice(), weight: 0.7 },
  ])!;

test('groups voices of the same person in any order', () => {
  const who = Array.from({ length: 600 }, (_, n) => (n * n + 3 * n) % people.length);
  const numbers = groupVoiceprints(
    who.map((person) => ({ voice: again(person), weight: 5 })),
    0.5,
  );
  assert.equal(new Set(numbers).size, new Set(who).size);
  for (const [n, number] of numbers.entries()) assert.equal(number, numbers[who.indexOf(who[n]!)]);
});

test('speakers of several parts are one where they sound alike, counted by their first words', () => {
  const turn = (start: number, end: number) => ({ start, end });
  const { turns, voices } = wholeSpeakers([
    [
      { voice: again(1), turns: [turn(20, 30)] },
      { voice: again(0), turns: [turn(0, 8), turn(8.2, 15)] },
    ],
    [
      { voice: again(0), turns: [turn(600, 640)] },
      // Two seconds of somebody who sounds like nobody else.
      { voice: voice(), turns: [turn(650, 652)] },
    ],
    [{ voice: again(2), turns: [turn(1200, 1210)] }],
  ]);
  assert.equal(voices.length, 3);
  assert.deepEqual(
    turns.filter(({ start }) => start !== 650).map(({ start, end, speaker }) => [start, end, speaker]),
    [
      [0, 15, 0],
      [20, 30, 1],
      [600, 640, 0],
      [1200, 1210, 2],
    ],
  );
  assert.deepEqual(wholeSpeakers([[], []]), { turns: [], voices: [] });
});

test('the models are described as a manifest wants it', () => {
  const files = speakerModels.files.map(({ name, size, sha256 }) => ({ name, size, sha256 }));
  assert.deepEqual(readManifest(JSON.stringify({ files })), { files });
  for (const { address } of speakerModels.files) assert.ok(URL.canParse(address));
});
