import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseTrack, type TrackFacts } from './choose-track.ts';

const chosen = (tracks: readonly TrackFacts[], language?: string): number | undefined => {
  const found = chooseTrack(tracks, language);
  return found && tracks.indexOf(found);
};

test('chooses the intended track, regardless of the tracks before it', () => {
  for (const [when, tracks, language, expected] of [
    ['nothing is known', [{}, {}], undefined, 0],
    ['the second is the default', [{}, { isDefault: true }], undefined, 1],
    ['the first is forced', [{ isForced: true, isDefault: true }, {}], undefined, 1],
    ['the first covers a sign', [{ share: 0.08 }, { share: 0.7 }], undefined, 1],
    [
      'the first is foreign',
      [
        { language: 'fre', share: 0.7 },
        { language: 'eng', share: 0.7 },
      ],
      'eng',
      1,
    ],
    ['the default is foreign', [{ language: 'fr', isDefault: true }, { language: 'en' }], 'eng', 1],
    ['none is in the language of the sound', [{ language: 'fr' }, { language: 'de', isDefault: true }], 'eng', 1],
    [
      'one in its language covers a sign',
      [
        { language: 'en', share: 0.05 },
        { language: 'de', share: 0.7 },
      ],
      'en',
      1,
    ],
    ['languages are no languages', [{ language: '??' }, { language: '??' }], '??', 0],
  ] as const)
    assert.equal(chosen(tracks, language), expected, when);
});

test('no track is chosen, when the only one is forced, or there is none', () => {
  assert.equal(chosen([{ isForced: true }]), undefined);
  assert.equal(chosen([]), undefined);
});
