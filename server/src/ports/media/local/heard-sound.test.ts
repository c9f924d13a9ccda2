import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { it } from 'node:test';
import '../../../../test/system-ffmpeg.ts';
import { describeMedia, quickH264 } from '../../../../test/describe-media.ts';
import { itInFullRun } from '../../../../test/rare.ts';

import { measureSoundLevels } from '../../../platform/media/sound-levels.ts';
import { type Sound, soundIn } from '../port.ts';

describeMedia('the sound of a recording', (suite) => {
  /** Two seconds of silence and two of a tone, in both channels as the filter says. */
  async function tone(name: string, filter: string, codec: readonly string[]): Promise<string> {
    return suite.make(name, [`aevalsrc=exprs='0.3*gt(t,2)*sin(440*2*PI*t)':s=16000:d=4,${filter}`], ...codec);
  }

  /** Asserts that the tone is as loud for a recogniser as it is. */
  async function isHeard(sound: Sound, from = 2.5): Promise<void> {
    const level = Math.max(...(await measureSoundLevels(suite.media.samples(sound, from))));
    assert.ok(level > -22, `${level} dB`);
  }

  for (const [how, filter, codec] of [
    ['one channel is the other one upside down', 'pan=stereo|c0=1*c0|c1=-1*c0', ['-c:a', 'pcm_s16le']],
    ['it is that, and compressed', 'pan=stereo|c0=-0.9*c0|c1=1*c0', ['-c:a', 'aac', '-f', 'mp4']],
    ['both channels are the same', 'pan=stereo|c0=c0|c1=c0', ['-c:a', 'pcm_s16le']],
    ['only one channel has any', 'pan=stereo|c0=0*c0|c1=1*c0', ['-c:a', 'pcm_s16le']],
    ['there is one channel', 'pan=mono|c0=c0', ['-c:a', 'pcm_s16le']],
  ] as const)
    it(`reaches a recogniser nearly as loud as it is, when ${how}`, async () =>
      isHeard(await tone('sound.wav', filter, codec)));

  it('reaches a recogniser that is sent files, when one channel is the other one upside down', async () => {
    const part = suite.path('part.m4a');
    const file = await tone('sound.wav', 'pan=stereo|c0=1*c0|c1=-1*c0', ['-c:a', 'pcm_s16le']);
    await suite.media.speechFile(file, { start: 2.5, end: 3.5 }, part);
    await isHeard(part, 0);
  });

  const codecs = 'adpcm_ima_wav adpcm_ms libmp3lame g722 pcm_alaw pcm_mulaw pcm_f64le pcm_u8 tta wavpack'.split(' ');
  for (const codec of codecs)
    (codec === 'adpcm_ima_wav' ? it : itInFullRun)(`is read from a file, when its codec is ${codec}`, async () => {
      const file = await tone(`sound.${{ tta: 'tta', wavpack: 'wv' }[codec] ?? 'wav'}`, 'anull', ['-c:a', codec]);
      const { duration, audio } = await suite.media.inspect(file);
      assert.ok(Math.abs(duration - 4) < 0.2, `${duration} s`);
      assert.equal(audio?.channels, 1);
      await isHeard(file);
    });

  it('reads the sound to the end of the file, when its recorder was cut off and wrote no sizes', async () => {
    const file = await tone('cut.wav', 'anull', ['-c:a', 'pcm_s16le', '-bitexact']);
    {
      await using handle = await open(file, 'r+');
      for (const at of [4, 40]) await handle.write(Buffer.alloc(4), 0, 4, at);
    }
    const { duration } = await suite.media.inspect(file);
    assert.ok(Math.abs(duration - 4) < 0.2, `${duration} s`);
    await isHeard(file);
  });

  /** A picture, and these sounds on a track each. */
  async function tracked(name: string, sounds: readonly string[], ...flags: string[]): Promise<string> {
    const sources = ['testsrc2=s=64x36:r=10:d=6', ...sounds.map((sound) => `aevalsrc=exprs='${sound}':s=16000:d=6`)];
    const maps = sources.flatMap((_, n) => ['-map', String(n)]);
    return suite.make(name, sources, ...maps, ...quickH264, '-g', '20', '-c:a', 'aac', ...flags);
  }
  /**
   * One speaks in the first three seconds, the other one after them; and what is heard of each in the other's
   * microphone.
   */
  const host = '0.3*lt(t,3)*sin(440*2*PI*t)';
  const guest = '0.3*gte(t,3)*sin(880*2*PI*t)';

  for (const [how, name, sounds, flags, mixed] of [
    ['each has a track', 'each.mkv', [host, guest], [], [1, 2]],
    ['each has a track in MP4', 'each.mp4', [host, guest], [], [1, 2]],
    ['a third track is silent', 'third.mp4', [host, '0', guest], [], [1, 3]],
    ['a track is a commentary', 'beside.mkv', [host, guest], ['-disposition:a:1', 'comment'], undefined],
    [
      'they are in two languages',
      'interpreted.mp4',
      [host, guest],
      ['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=ger'],
      undefined,
    ],
  ] as const)
    it(`plays ${mixed ? 'all tracks mixed' : 'the first track alone'}, when ${how}`, async () => {
      const file = await tracked(name, sounds, ...flags);
      const info = await suite.media.inspect(file);
      assert.deepEqual(info.audio?.mixed, mixed);
      const target = { rendition: suite.path('mix.mp4'), index: suite.path('mix.json') };
      const { file: played, info: told } = await suite.media.prepare(file, info, target);
      assert.equal(told.unread, undefined);
      for (const from of mixed ? [0.5, 4] : [0.5])
        for (const sound of [played, soundIn(file, info)]) await isHeard(sound, from);
      if (mixed) assert.equal(told.playback, 'repackage');
      // An explicit choice returns a single track.
      const first = await suite.media.inspect(file, undefined, { sound: 1 });
      assert.deepEqual([first.audio?.stream, first.audio?.mixed], [1, undefined]);
      assert.equal(first.sounds?.length, sounds.length + (mixed ? 1 : 0));
    });

  for (const [name, codec] of [
    ['tracks.mkv', 'aac'],
    ['tracks.mp4', 'aac'],
    ['tracks.mxf', 'pcm_s16le'],
  ] as const)
    (name === 'tracks.mxf' ? itInFullRun : it)(
      `is the first track on which anything is heard, when the first one is silent in ${name}`,
      async () => {
        const sources = [
          'color=gray:s=320x180:r=25:d=4',
          'anullsrc=r=48000:cl=mono:d=4',
          "aevalsrc=exprs='0.3*gt(t,2)*sin(440*2*PI*t)':s=48000:d=4",
        ];
        const maps = ['-map', '0', '-map', '1', '-map', '2', '-t', '4'];
        const picture = name.endsWith('.mxf') ? ['-c:v', 'mpeg2video', '-pix_fmt', 'yuv420p'] : quickH264;
        const file = await suite.make(name, sources, ...maps, ...picture, '-c:a', codec);
        const { audio } = await suite.media.inspect(file);
        assert.equal(audio?.stream, 2);
        const first = await suite.media.inspect(file, undefined, { sound: 1 });
        assert.equal(first.audio?.stream, 1, 'unless a person wishes otherwise');
      },
    );
});
