import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDescription } from './read-description.ts';

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
