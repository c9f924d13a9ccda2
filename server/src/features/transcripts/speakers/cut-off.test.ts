// full: recognition of voices that is cut off at each step
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { assertEvery } from '../../../../test/assert-every.ts';
import { oneDatabase, type TestPlace } from '../../../../test/databases.ts';
import { eventually, signUp } from '../../../../test/member.ts';
import { type Said, turnTimesOf, writeTones } from '../../../../test/speech/tones.ts';
import { writeToySpeakers } from '../../../../test/speech/toy-speakers.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import { openTestWorld } from '../../../../test/world.ts';
import { addMissingSteps } from '../../videos/add-missing-steps.ts';
import { videoById } from '../../videos/find-video.ts';
import { speakersStep } from './speakers.step.ts';

/** A little more than ten minutes: two parts. */
const said = Array.from({ length: 11 }, (_, n): Said => ({ voice: n % 2, seconds: 58 }));
const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23);

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-cut-off-'));
  await writeToySpeakers(join(folder, 'model'));
  await writeTones(join(folder, 'talk.m4a'), said);
  const cues = turnTimesOf(said).map(
    ({ start, end }, n) => `${clock(start)} --> ${clock(end)}\nThese are the words of ${n}.`,
  );
  await writeFile(join(folder, 'talk.vtt'), ['WEBVTT', ...cues].join('\n\n'));
});
after(() => rm(folder, { recursive: true, force: true }));

oneDatabase((database, open) => {
  describe(`a recording on ${database} that was there before speakers were told apart`, () => {
    let place: TestPlace;
    before(async () => {
      place = await open();
    });
    after(() => place?.close());

    it('gets its speakers, from the part on at which an earlier run was cut off', async () => {
      const earlier = await openTestWorld(place);
      const member = await signUp(earlier.origin, earlier.letters);
      const id = await uploadFile(member, join(folder, 'talk.m4a'), { captions: join(folder, 'talk.vtt') });
      const before = await waitUntilProcessed(member, id);
      assertEvery(before.steps, ({ step }) => step !== 'speakers');
      await earlier.close();

      const env = { SPEAKERS: 'local', SPEAKERS_MODEL_DIR: join(folder, 'model') };
      const idle = await openTestWorld({ ...place, env, jobs: false });
      const { kysely } = idle.world.database;
      const cutting = new AbortController();
      const progress = (fraction: number): void => (fraction >= 0.5 ? cutting.abort(new Error('killed')) : undefined);
      const video = (await videoById(kysely, id))!;
      const run = { signal: cutting.signal, lastAttempt: false, progress };
      await assert.rejects(speakersStep(idle.world, video, run), { message: 'killed' });
      assert.equal((await kysely.selectFrom('speaker_parts').select('n').execute()).length, 1);
      await idle.close();

      const server = await openTestWorld({ ...place, env });
      try {
        await addMissingSteps(server.world);
        const again = { ...member, call: server.as(member.session.token) };
        const stepOf = async () => (await fetchAsset(again, id)).steps.find(({ step }) => step === 'speakers');
        await eventually(async () => ((await stepOf())?.state === 'done' ? true : undefined), 'the speakers');
        const made = await fetchAsset(again, id);
        assert.deepEqual(
          webvttCues(made.vtt).map(({ speaker }) => speaker),
          said.map(({ voice }) => `Speaker ${voice + 1}`),
        );
        assert.deepEqual([made.chapters_outdated, made.chapters], [false, before.chapters]);
        assert.notEqual(made.captionsTrackId, before.captionsTrackId, 'players load the captions again');
        assert.deepEqual(await server.world.database.kysely.selectFrom('speaker_parts').selectAll().execute(), []);
      } finally {
        await server.close();
      }
    });
  });
});
