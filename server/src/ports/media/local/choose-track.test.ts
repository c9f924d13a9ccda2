import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseTrack, type TrackFacts } from '../../../platform/choose-track.ts';
import { readDescription } from './ffmpeg/read-description.ts';

const chosen = (tracks: readonly TrackFacts[], language?: string): number | undefined => {
  const found = chooseTrack(tracks, language);
  return found && tracks.indexOf(found);
};

test('the track that is meant is chosen, whatever stands before it', () => {
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

test('the default sound is the recording’s, with its number, when ffmpeg describes two', () => {
  const info = readDescription(`Input #0, matroska,webm, from 'pipe:0':
  Duration: 00:00:24.00, start: 0.000000, bitrate: 700 kb/s
  Stream #0:0: Video: h264 (High), yuv420p(progressive), 640x360, 25 fps (default)
  Stream #0:1(eng): Audio: aac (LC), 48000 Hz, stereo, fltp
  Stream #0:2(ger): Audio: opus, 44100 Hz, mono, fltp (default)
  Stream #0:3(ger): Subtitle: subrip (srt) (default) (forced)
  Stream #0:4(ger): Subtitle: subrip (srt)
`);
  assert.deepEqual(info?.audio, { stream: 2, codec: 'opus', channels: 1, sampleRate: 44_100, language: 'ger' });
  assert.deepEqual(
    info.captionTracks.map(({ track, isDefault, isForced }) => [track, isDefault, isForced]),
    [
      [3, true, true],
      [4, undefined, undefined],
    ],
  );
});
