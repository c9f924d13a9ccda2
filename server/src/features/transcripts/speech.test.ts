import assert from 'node:assert/strict';
import { it } from 'node:test';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { assertEvery } from '../../../test/assert-every.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { findRecogniser, spokenRecording, spokenText } from '../../../test/speech/recogniser.ts';
import { storeTexts } from '../../../test/stored-texts.ts';
import { uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { memoryJournal } from '../../ports/speech/memory-journal.ts';
import type { SpeechSegment } from '../../ports/speech/port.ts';
import { openJournal } from './recognise-speech.ts';

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
