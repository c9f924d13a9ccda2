import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it, test, before } from 'node:test';
import { formatWebvtt, webvttCues } from '@lectern/contract/rules/webvtt';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { describeRecordings, describeServer } from '../../../test/describe-server.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { waitUntilProcessed, uploadFile } from '../../../test/upload.ts';
import { measureSoundLevels } from '../../platform/media/sound-levels.ts';
import { findUncoveredRanges, soundsIn, replaceGaps } from './coverage.ts';
import { assertEvery } from '../../../test/assert-every.ts';
import { findRecogniser, spokenRecording, spokenText } from '../../../test/speech/recogniser.ts';
import { storeTexts } from '../../../test/stored-texts.ts';
import { memoryJournal } from '../../ports/speech/memory-journal.ts';
import type { SpeechSegment } from '../../ports/speech/port.ts';
import { openJournal } from './recognise-speech.ts';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import type { TestMember } from '../../../test/member.ts';

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

const recogniser = await findRecogniser();

describeServer('a recording without captions', { env: recogniser ?? {} }, (suite) => {
  it('keeps segments and the job of a provider, for the same engine only', async () => {
    const id = await storeTexts(suite.world, await suite.signUp(), {});
    const { db } = suite;
    const journal = await openJournal(db, id, 'engine A');
    const segment: SpeechSegment = { start: 1, end: 2, words: [{ text: 'hello', start: 1, end: 2 }], language: 'en' };
    await journal.addSegment(segment);
    await journal.addSegment({ start: 3, end: 4, words: [] });
    await journal.saveJob('job-7');
    await journal.keepAnswer('recording', 'a first answer');
    await journal.keepAnswer('recording', '{"said":"ünï"}');
    const again = await openJournal(db, id, 'engine A');
    assert.deepEqual([again.segments, again.job], [[segment, { start: 3, end: 4, words: [] }], 'job-7']);
    assert.deepEqual([await again.answer('recording'), await again.answer('another')], ['{"said":"ünï"}', undefined]);
    const other = await openJournal(db, id, 'engine B');
    assert.deepEqual([other.segments, other.job, await other.answer('recording')], [[], undefined, undefined]);
  });

  /** Only where a genuine recogniser is installed: otherwise its absence is proved, and the rest elsewhere. */
  if (!recogniser) {
    it('waits for captions without a speech engine', async () => {
      const member = await suite.signUp();
      const made = await waitUntilProcessed(member, await uploadFile(member, spokenRecording));
      const { state, problem } = made.steps.find(({ step }) => step === 'transcript')!;
      assert.deepEqual([state, problem], ['blocked', 'No transcript yet: add captions.']);
    });
    return;
  }

  it('gets its transcript from the recogniser', async () => {
    const member = await suite.signUp();
    const made = await waitUntilProcessed(member, await uploadFile(member, spokenRecording));
    const step = made.steps.find(({ step }) => step === 'transcript');
    const cues = webvttCues(made.vtt);
    assert.equal(cues.map(({ text }) => text).join(' '), spokenText);
    assert.ok(Math.abs(cues[0]!.start - 1.1) < 0.4, `begins at ${cues[0]?.start}`);
    assert.deepEqual([made.transcript_source, step?.note], ['speech', 'recognised by PocketSphinx on this server']);
    assert.equal(made.chapters.length, 1);
  });

  const recognise = (segments: SpeechSegment[], signal: AbortSignal) =>
    suite.world.speech!.recognise({
      open: async () => ({ path: spokenRecording, [Symbol.asyncDispose]: async () => undefined }),
      scratch: suite.server.dataDir,
      duration: 7.9,
      signal,
      onProgress: () => undefined,
      journal: memoryJournal(segments),
    });

  it('resumes recognition where an earlier run was interrupted', async () => {
    const segments: SpeechSegment[] = [{ start: 1, end: 2.7, words: [{ text: 'kept', start: 1, end: 2.7 }] }];
    await recognise(segments, new AbortController().signal);
    const words = segments.flatMap(({ words }) => words);
    assert.equal(words[0]?.text, 'kept');
    assert.match(words.map(({ text }) => text).join(' '), /^kept.* we talk about testing and about chapters/);
    assertEvery(words.slice(1), ({ start }) => start >= 2.7);
  });

  it('stops recognition, when the step is cancelled', async () => {
    const reason = new Error('cancelled');
    const segments: SpeechSegment[] = [];
    await assert.rejects(recognise(segments, AbortSignal.abort(reason)), reason);
    assert.deepEqual(segments, []);
  });
});

/** Nobody listens there: a machine without a network, as far as the model is concerned. */
const nowhere = 'http://127.0.0.1:9';

const env = { SPEECH: 'local', SPEECH_MODEL_URL: nowhere };

describeServer('a server whose speech model cannot be fetched', { env }, (suite) => {
  let member: TestMember;
  before(async () => {
    member = await suite.signUp();
  });

  it('says before an upload what it will fetch, and under which licence', async () => {
    const { data } = await member.call(dashboardRoutes.dashboard, {});
    assert.deepEqual(data.speech, {
      label: 'Parakeet on this server',
      fetches: { bytes: 670_478_772, licence: 'CC BY 4.0' },
    });
  });

  it('says so on the recording, which then takes captions', async () => {
    const id = await uploadFile(member, getSamplePath('short.mp4'));
    const stepOf = async () => (await waitUntilProcessed(member, id)).steps.find(({ step }) => step === 'transcript')!;
    const waiting = await stepOf();
    assert.equal(waiting.state, 'blocked');
    assert.match(waiting.problem!, /could not download the speech model.*Please add captions/);
    const body = Buffer.from('WEBVTT\n\n00:01.000 --> 00:03.000\nThese are the words.\n');
    await member.call(uploadRoutes.captions, { passthrough: id, name: 'talk.vtt' }, { body });
    assert.equal((await stepOf()).state, 'done');
  });

  it('estimates times and reports why, when no model can be fetched', async () => {
    const id = await uploadFile(member, spokenRecording);
    await waitUntilProcessed(member, id);
    const body = Buffer.from('Every glacier moves a little each day, and melts in summer.\n'.repeat(8));
    await member.call(uploadRoutes.captions, { passthrough: id, name: 'minutes.txt' }, { body });
    const video = await waitUntilProcessed(member, id);
    assert.deepEqual([video.transcript_estimated, video.transcript_alignment], [true, null]);
    assert.match(
      video.steps.find(({ step }) => step === 'transcript')!.note!,
      /^from your transcript.*since speech could not be recognised$/,
    );
  });
});
