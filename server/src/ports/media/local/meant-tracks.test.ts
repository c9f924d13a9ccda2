import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { it } from 'node:test';
import '../../../../test/system-ffmpeg.ts';
import { describeMedia, MediaSuite, quickH264 } from '../../../../test/describe-media.ts';
import { describeServer } from '../../../../test/describe-server.ts';
import { itInFullRun } from '../../../../test/rare.ts';
import { uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import { embeddedCues } from '../../../features/transcripts/transcript.step.ts';
import { measureSoundLevels } from '../../../platform/media/sound-levels.ts';
import { createFfmpeg } from './ffmpeg/run-ffmpeg.ts';
import { inspect } from './inspect.ts';

const sign = '1\n00:00:02,000 --> 00:00:02,500\nBERLIN\n';
const full =
  '1\n00:00:00,000 --> 00:00:02,000\nGood morning and welcome.\n\n2\n00:00:02,500 --> 00:00:04,000\nThank you.\n';
const german = full.replace('Good morning and welcome.', 'Guten Morgen.').replace('Thank you.', 'Danke.');

const defaultSecond = ['-disposition:a:0', '0', '-disposition:a:1', 'default'];
const brief = sign.replace('02,500', '02,200');

/**
 * Silence, then a tone, then these two captions, by default of a sign and of every word, of which options say what
 * they are.
 */
async function recordTracks(
  suite: MediaSuite,
  name: string,
  captions: string,
  flags: readonly string[],
  texts = [sign, full],
): Promise<string> {
  const [signs, words] = [suite.path('signs.srt'), suite.path('words.srt')];
  await Promise.all([writeFile(signs, texts[0]!), writeFile(words, texts[1]!)]);
  const lavfi = ['testsrc=size=64x36:rate=10:duration=5', 'anullsrc=r=16000:d=5', 'sine=frequency=440:r=16000:d=5'];
  const maps = [0, 1, 2, 3, 4].flatMap((n) => ['-map', String(n)]);
  const codecs = [...quickH264, '-c:a', 'aac', '-c:s', captions];
  return suite.make(name, lavfi, '-i', signs, '-i', words, ...maps, ...codecs, ...flags);
}

describeMedia('the tracks that are meant in a recording', (suite) => {
  for (const [name, captions, flags] of [
    ['forced.mkv', 'srt', ['-disposition:s:0', 'default+forced', '-disposition:s:1', '0', ...defaultSecond]],
    ['unmarked.mkv', 'srt', ['-disposition:s:0', '0', '-disposition:s:1', '0', ...defaultSecond]],
    ['unmarked.mp4', 'mov_text', defaultSecond],
    ['fragmented.mp4', 'mov_text', [...defaultSecond, '-movflags', 'frag_keyframe+empty_moov']],
  ] as const)
    (name.startsWith('unmarked') ? it : itInFullRun)(
      `are the default sound, for player and recogniser alike, and the captions of every word in ${name}`,
      async () => {
        const file = await recordTracks(suite, name, captions, flags);
        const { media } = suite;
        const info = await media.inspect(file);
        assert.equal(info.audio?.stream, 2);
        const levels = await measureSoundLevels(media.samples({ path: file, stream: info.audio.stream }, 1));
        assert.ok(Math.max(...levels) > -30, `the recogniser hears ${Math.max(...levels)} dB`);
        const found = await embeddedCues(media, file, info, { signal: AbortSignal.timeout(60_000) });
        assert.ok(found);
        assert.deepEqual(
          found.cues.map(({ text }) => text),
          ['Good morning and welcome.', 'Thank you.'],
        );
      },
    );

  const languages = ['-metadata:s:a:0', 'language=ger', '-metadata:s:a:1', 'language=eng'];
  for (const [name, captions] of [
    ['languages.mkv', 'srt'],
    ['languages.mp4', 'mov_text'],
  ] as const)
    (name === 'languages.mkv' ? it : itInFullRun)(
      `are the captions in the language of the sound, when foreign ones come first in ${name}`,
      async () => {
        const said = ['-metadata:s:s:0', 'language=ger', '-metadata:s:s:1', 'language=eng'];
        const own = [...said, '-disposition:s:0', 'default'];
        const file = await recordTracks(
          suite,
          name,
          captions,
          [...defaultSecond, ...languages, ...own],
          [german, full],
        );
        const info = await suite.media.inspect(file);
        assert.equal(info.audio?.language, 'eng');
        const found = await embeddedCues(suite.media, file, info, { signal: AbortSignal.timeout(60_000) });
        assert.ok(found);
        assert.deepEqual([found.language, found.cues[0]!.text], ['eng', 'Good morning and welcome.']);
      },
    );

  it('does not list the tracks as complete, when ffmpeg was missing to look for others', async () => {
    const file = await recordTracks(suite, 'unlooked.mkv', 'srt', defaultSecond);
    const { sounds, audio } = await inspect(createFfmpeg(undefined), file);
    assert.deepEqual([sounds, audio?.codec], [undefined, 'aac']);
    assert.equal((await suite.media.inspect(file)).sounds?.length, 2);
  });

  it('marks captions as sparse, when they name only a sign while much is heard', async () => {
    const file = await recordTracks(suite, 'signs.mp4', 'mov_text', defaultSecond, [brief, brief]);
    const info = await suite.media.inspect(file);
    const found = await embeddedCues(suite.media, file, info, { signal: AbortSignal.timeout(60_000) });
    assert.deepEqual([found?.cues.length, found?.isSparse], [1, true]);
  });
});

describeServer('a server without speech recognition', {}, (suite) => {
  it('uses sparse captions as the transcript', async () => {
    const member = await suite.signUp();
    const media = new MediaSuite();
    await media.open();
    const file = await recordTracks(media, 'alone.mp4', 'mov_text', defaultSecond, [brief, brief]);
    const { vtt, steps } = await waitUntilProcessed(member, await uploadFile(member, file, { title: 'Signs' }));
    await media.opened.close();
    assert.match(vtt, /BERLIN/);
    const { note } = steps.find(({ step }) => step === 'transcript')!;
    assert.match(note ?? '', /the captions inside the recording name too little of what is said/);
  });
});
