import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { assertEvery } from '../../../test/assert-every.ts';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import { signUp } from '../../../test/member.ts';
import { findRecogniser, spokenRecording, spokenText } from '../../../test/speech/recogniser.ts';
import { uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import { memoryJournal } from '../../ports/speech/memory-journal.ts';
import type { SpeechSegment } from '../../ports/speech/port.ts';
import { openJournal } from './speech-journal.ts';

const recogniser = await findRecogniser();
const openSpoken = async () => ({ path: spokenRecording, [Symbol.asyncDispose]: async () => undefined });

oneDatabase((database, open) => {
  describe(`a recording without captions on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    before(async () => {
      place = await open();
      server = await openTestWorld({ ...place, env: recogniser ?? {} });
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    /** Only where a genuine recogniser is installed: otherwise its absence is proved, and the rest elsewhere. */
    if (!recogniser) {
      it('waits for captions without a speech engine', async () => {
        const member = await signUp(server.origin, server.letters);
        const made = await waitUntilProcessed(member, await uploadFile(member, spokenRecording));
        const step = made.steps.find(({ step }) => step === 'transcript');
        const problem = 'No transcript yet: add captions.';
        assert.deepEqual([step?.state, step?.problem], ['blocked', problem]);
      });
      return;
    }

    it('gets its transcript from the recogniser', async () => {
      const member = await signUp(server.origin, server.letters);
      const made = await waitUntilProcessed(member, await uploadFile(member, spokenRecording));
      const step = made.steps.find(({ step }) => step === 'transcript');
      const cues = webvttCues(made.vtt);
      assert.equal(cues.map(({ text }) => text).join(' '), spokenText);
      assert.ok(Math.abs(cues[0]!.start - 1.1) < 0.4, `begins at ${cues[0]?.start}`);
      assert.deepEqual([made.transcript_source, step?.note], ['speech', 'recognised by PocketSphinx on this server']);
      assert.equal(made.chapters.length, 1);
    });

    it('resumes recognition where an earlier run was interrupted', async () => {
      const segments: SpeechSegment[] = [{ start: 1, end: 2.7, words: [{ text: 'kept', start: 1, end: 2.7 }] }];
      await server.world.speech!.recognise({
        open: openSpoken,
        scratch: server.dataDir,
        duration: 7.9,
        signal: new AbortController().signal,
        onProgress: () => undefined,
        journal: memoryJournal(segments),
      });
      const words = segments.flatMap(({ words }) => words);
      assert.equal(words[0]?.text, 'kept');
      assert.match(words.map(({ text }) => text).join(' '), /^kept.* we talk about testing and about chapters/);
      assertEvery(words.slice(1), ({ start }) => start >= 2.7);
    });

    it('stops recognition, when the step is cancelled', async () => {
      const reason = new Error('cancelled');
      const journal = memoryJournal();
      await assert.rejects(
        server.world.speech!.recognise({
          open: openSpoken,
          scratch: server.dataDir,
          duration: 7.9,
          signal: AbortSignal.abort(reason),
          onProgress: () => undefined,
          journal,
        }),
        reason,
      );
      assert.deepEqual(journal.segments, []);
    });
  });

  describe(`the journal of a recognition on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    before(async () => {
      place = await open();
      server = await openTestWorld(place);
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    it('keeps segments and the job of a provider, for the same engine only', async () => {
      const member = await signUp(server.origin, server.letters);
      const id = await uploadFile(member, spokenRecording);
      await waitUntilProcessed(member, id);
      const db = server.world.database.kysely;
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
  });
});
