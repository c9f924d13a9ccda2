import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { voiceRoutes } from '@lectern/contract/transcripts/voices';
import { workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { createClient } from '@lectern/contract/client';
import { sql } from 'kysely';
import { describeServer } from '../../../../test/describe-server.ts';
import type { TestMember } from '../../../../test/member.ts';
import { itInFullRun } from '../../../../test/rare.ts';
import { type Said, turnTimesOf, writeTones } from '../../../../test/speech/tones.ts';
import { writeToySpeakers } from '../../../../test/speech/toy-speakers.ts';
import { uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import { sweep } from '../../../main/sweep.ts';
import type { World } from '../../../platform/http/context.ts';
import { replaceCues } from '../cues.ts';
import { addMissingSteps } from '../../videos/add-missing-steps.ts';
import { videoById } from '../../videos/find-video.ts';
import { lockVideo } from '../../videos/lock-video.ts';
import { rerunFrom, runStep, stopStep } from '../../videos/pipeline.ts';
import { stopSteps } from '../../videos/step-jobs.ts';
import { markDeleted } from '../../videos/removal.ts';
import { learnVoiceJob } from './learn-voice.job.ts';
import { openSpeakersJournal, keepVoice, voiceprintsOf } from './store.ts';
import { speakersStep } from './speakers.step.ts';

const said = [0, 1, 0, 1].map((voice): Said => ({ voice, seconds: 6 }));
const line = (n: number): string => `In line ${n} somebody tells us about glaciers.`;
const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23);
const names = ['Tom Reyes', 'Sarah Lee'];
const { signal } = new AbortController();
const job = { id: '', attempt: 1, lastAttempt: true, signal };

describeServer('what voices sound like', {}, (suite) => {
  let member: TestMember;
  let colleague: TestMember;
  let id: string;
  const env = () => ({ SPEAKERS: 'local', SPEAKERS_MODEL_DIR: join(suite.place.dataDir, 'toy-speakers') });

  /** The same place with other settings, where no job runs but those a test runs itself. */
  async function restart(env: Record<string, string>): Promise<void> {
    await suite.restart({ env, jobs: false });
    member = { ...member, call: suite.server.as(member.session.token) };
  }

  before(async () => {
    const [recording, captions] = ['talk.m4a', 'talk.vtt'].map((name) => join(suite.place.dataDir, name)) as [
      string,
      string,
    ];
    await writeToySpeakers(env().SPEAKERS_MODEL_DIR);
    await writeTones(recording, said);
    const cues = turnTimesOf(said).map(({ start, end }, n) => `${clock(start)} --> ${clock(end)}\n${line(n)}`);
    await writeFile(captions, ['WEBVTT', ...cues].join('\n\n'));
    member = await suite.signUp();
    colleague = await suite.signUp();
    id = await uploadFile(member, recording, { captions });
    await waitUntilProcessed(member, id);
    await restart(env());
    await addMissingSteps(suite.world);
  });

  const partsOf = () => suite.db.selectFrom('speaker_parts').select('n').execute();
  /** A first part, as a run leaves it that is cut off. */
  async function leavePart(): Promise<void> {
    const journal = await openSpeakersJournal(suite.db, id, suite.world.speakers!.identity);
    await journal.addPart([{ turns: [{ start: 0, end: 6 }], voice: [1, 0] }]);
    assert.equal((await partsOf()).length, 1);
  }
  const again = () => suite.world.database.transaction((tx) => rerunFrom(suite.world, tx, id, 'speakers'));
  const stepOf = async () => {
    const steps = suite.db.selectFrom('steps').select(['state', 'note']).where('step', '=', 'speakers');
    const { state, note } = await steps.executeTakeFirstOrThrow();
    return [state, note];
  };
  const runs = (world: World) => runStep(world, 'speakers', speakersStep, id, { signal, lastAttempt: true });

  it('keeps voiceprints of a running step and sweeps them, when the step was stopped', async () => {
    const { world } = suite;
    await leavePart();
    await sweep(world);
    assert.equal((await partsOf()).length, 1);
    await world.database.transaction(async (tx) => {
      await stopStep(world, tx, { videoId: id, step: 'speakers' }, 'stopped');
      await stopSteps(world, tx, id, ['speakers']);
    });
    await sweep(world);
    assert.deepEqual(await partsOf(), []);
  });

  it('goes where speakers are not told apart any more, or captions have named them', async () => {
    const { world } = suite;
    await again();
    await leavePart();
    await runs({ ...world, speakers: undefined });
    assert.deepEqual(await stepOf(), ['skipped', 'speakers are not told apart on this server']);
    assert.deepEqual(await partsOf(), []);

    const named = turnTimesOf(said).map(({ voice, start, end }, n) => ({
      start,
      end,
      text: line(n),
      speaker: names[voice]!,
    }));
    await world.database.transaction((tx) => replaceCues(tx, id, named));
    await again();
    await leavePart();
    await runs(world);
    assert.deepEqual(await stepOf(), ['skipped', 'the transcript names its speakers']);
    assert.deepEqual(await partsOf(), []);
  });

  const kept = async () => {
    const rows = await suite.db.selectFrom('voices').select('name').orderBy('name').execute();
    return rows.map(({ name }) => name);
  };
  /** Learns how somebody sounds; `meanwhile` happens when it has listened and has not kept anything yet. */
  function learn(name: string, meanwhile: () => Promise<unknown>): Promise<unknown> {
    const { world } = suite;
    const speakers = {
      ...world.speakers!,
      voiceIn: async (work: Parameters<NonNullable<World['speakers']>['voiceIn']>[0]) => {
        const voice = await world.speakers!.voiceIn(work);
        await meanwhile();
        return voice;
      },
    };
    return learnVoiceJob.run({ ...world, speakers }, { videoId: id, name }, job);
  }
  const rename = (from: string, to: string) =>
    member.call(transcriptRoutes.renameSpeaker, { passthrough: id, from, to });

  it('stores no voiceprint, when the cues got another speaker during listening', async () => {
    await member.call(voiceRoutes.keepVoices, { keeps: true });
    await learn('Sarah Lee', async () => {
      await rename('Sarah Lee', 'Grace Holt');
      await rename('Tom Reyes', 'Sarah Lee');
    });
    assert.deepEqual(await kept(), []);
    await rename('Sarah Lee', 'Tom Reyes');
    await rename('Grace Holt', 'Sarah Lee');
    await learn('Sarah Lee', async () => undefined);
    assert.deepEqual(await kept(), ['Sarah Lee']);
  });

  it('keeps and recognises the voice of a colleague, when they have agreed', async () => {
    const { id: userId } = colleague.session;
    const { workspace_id } = (await videoById(suite.db, id))!;
    await suite.db.updateTable('users').set({ firstname: 'Sarah', lastname: 'Lee' }).where('id', '=', userId).execute();
    const known = async () =>
      (await voiceprintsOf(suite.db, workspace_id, suite.world.speakers!.identity)).map(({ name }) => name);
    assert.deepEqual(await known(), ['Sarah Lee']);
    await suite.db.insertInto('workspace_members').values({ workspace_id, user_id: userId, role: 'viewer' }).execute();
    assert.deepEqual([await known(), await kept()], [[], ['Sarah Lee']]);
    await learn('Sarah Lee', async () => undefined);
    assert.deepEqual(await kept(), []);
    const call = createClient({
      origin: suite.server.origin,
      token: () => colleague.session.token,
      workspace: () => workspace_id,
    });
    await call(workspaceRoutes.consent, { voice: true });
    await learn('Sarah Lee', async () => undefined);
    assert.deepEqual(await known(), ['Sarah Lee']);
    await call(workspaceRoutes.consent, { voice: false });
    assert.deepEqual(await kept(), []);
    await suite.db.deleteFrom('workspace_members').where('user_id', '=', userId).where('role', '=', 'viewer').execute();
    await learn('Sarah Lee', async () => undefined);
    assert.deepEqual(await known(), ['Sarah Lee']);
  });

  itInFullRun('goes with a name that is taken back where speakers are not told apart any more', async () => {
    await learn('Tom Reyes', async () => undefined);
    await restart({});
    await rename('Sarah Lee', 'Speaker 2');
    await learnVoiceJob.run(suite.world, { videoId: id, name: 'Tom Reyes' }, job);
    assert.deepEqual(await kept(), ['Sarah Lee', 'Tom Reyes']);
    await learnVoiceJob.run(suite.world, { videoId: id, name: 'Sarah Lee', taken: true }, job);
    assert.deepEqual(await kept(), ['Tom Reyes']);
    await restart(env());
  });

  it('goes with a recording that is deleted at the same moment, and nothing comes after', async () => {
    const { world } = suite;
    const kysely = suite.db;
    const { workspace_id: workspaceId } = (await videoById(kysely, id))!;
    const journal = await openSpeakersJournal(kysely, id, world.speakers!.identity);
    let deletion: Promise<unknown> | undefined;
    await learn('Tom Reyes', async () => {
      const isDeleted = Promise.withResolvers<void>();
      deletion = world.database.transaction(async (tx) => {
        await lockVideo(tx, id);
        await markDeleted(tx, id);
        isDeleted.resolve();
        if (suite.place.databaseUrl === undefined) return;
        // It commits when the other waits for it.
        const waiting = sql<{ found: boolean }>`select exists (select from pg_locks where not granted) as found`;
        while (!(await waiting.execute(tx)).rows[0]!.found) await new Promise(setImmediate);
      });
      await isDeleted.promise;
    });
    await deletion;
    assert.deepEqual(await kept(), []);

    await journal.addPart([{ turns: [{ start: 0, end: 6 }], voice: [1, 0] }]);
    assert.deepEqual(await partsOf(), []);
    await keepVoice(kysely, {
      workspaceId,
      videoId: id,
      name: 'Tom Reyes',
      namedBy: null,
      identity: 'earlier',
      voice: [1, 0],
    });
    await sweep(world);
    assert.deepEqual(await kept(), []);
  });
});
