import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it, test } from 'node:test';
import { formatWebvtt, webvttCues } from '@lectern/contract/rules/webvtt';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { describeRecordings } from '../../../test/describe-server.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { waitUntilProcessed } from '../../../test/upload.ts';
import { measureSoundLevels } from '../../platform/media/sound-levels.ts';
import { findUncoveredRanges, soundsIn, replaceGaps } from './coverage.ts';

test('a gap is where something is heard for a while and no words stand', () => {
  const heard = [
    { start: 0, end: 20 },
    { start: 21, end: 40 },
    { start: 60, end: 64 },
  ];
  const spoken = [
    { start: 0.2, end: 5 },
    { start: 5, end: 9.5 },
    { start: 30, end: 40 },
  ];
  assert.deepEqual(findUncoveredRanges(heard, spoken), [{ start: 10, end: 29.5 }]);
  assert.deepEqual(findUncoveredRanges(heard, []), [{ start: 0, end: 40 }]);
  assert.deepEqual(findUncoveredRanges([], spoken), []);
});

/** Noise of an amplitude for so many seconds, in chunks that split samples. */
async function* sound(...parts: [amplitude: number, seconds: number][]): AsyncGenerator<Buffer> {
  for (const [amplitude, seconds] of parts) {
    const bytes = Buffer.alloc(seconds * 32_000);
    for (let at = 0; at < bytes.length; at += 2) bytes.writeInt16LE(Math.round(amplitude * Math.sin(at * at)), at);
    for (let from = 0; from < bytes.length; from += 4097) yield bytes.subarray(from, from + 4097);
  }
}

test('sound is what stands out from the background of the recording', async () => {
  for (const background of [0, 150]) {
    const levels = await measureSoundLevels(sound([background, 2], [6000, 3], [background, 2]));
    assert.deepEqual([levels.length, soundsIn(levels)], [70, [{ start: 2, end: 5 }]]);
  }
  assert.deepEqual(soundsIn(await measureSoundLevels(sound([0, 3]))), []);
  assert.deepEqual(soundsIn([]), []);
});

describeRecordings('words that are missing', ['webinar'], {}, (suite) => {
  it('shows missing words where speech was heard and hides them, when they have arrived', async () => {
    const {
      member,
      webinar: { id },
    } = suite;
    const whole = await readFile(getSamplePath('webinar.vtt'), 'utf8');
    const some = webvttCues(whole).filter(({ start, end }) => end < 40 || start > 80);
    const send = (captions: string) =>
      member.call(uploadRoutes.captions, { passthrough: id, name: 'captions.vtt' }, { body: Buffer.from(captions) });
    await send(formatWebvtt(some));
    const { transcript_gaps: gaps } = await waitUntilProcessed(member, id);
    assert.equal(gaps.length, 1, JSON.stringify(gaps));
    const { start, end, speech } = gaps[0]!;
    const before = some.findLast((cue) => cue.end < 40)!.end;
    const next = some.find((cue) => cue.start > 80)!.start;
    assert.ok(start >= before && start < before + 2, `from ${start}, words end at ${before}`);
    assert.ok(end <= next && end > next - 2, `to ${end}, words begin at ${next}`);
    assert.equal(speech, false, 'heard by its loudness alone');

    await send(whole);
    assert.deepEqual((await waitUntilProcessed(member, id)).transcript_gaps, []);

    const kept = [
      { start: 1, end: 10.5, speech: true },
      { start: 50, end: 60, speech: false },
    ];
    await suite.world.database.transaction((tx) => replaceGaps(tx, id, kept));
    assert.deepEqual((await waitUntilProcessed(member, id)).transcript_gaps, kept);
  });
});
