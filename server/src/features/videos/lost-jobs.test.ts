import assert, { deepEqual, equal, match } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, it, beforeEach } from 'node:test';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { exportRoutes } from '@lectern/contract/exports/downloads';
import { problems, Problem } from '@lectern/contract/problem';
import type { StepName, StepState } from '@lectern/contract/rules/pipeline';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { hour } from '@lectern/contract/rules/durations';
import { assertEvery } from '../../../test/assert-every.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { changeJobs } from '../../../test/stored-jobs.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { openTestWorld } from '../../../test/world.ts';
import { failStalledImports } from '../exports/import-progress.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { rerunFrom, runStep, type StepHandler } from './pipeline.ts';
import { promiseRecordingEmail } from './record-outcome.ts';

/** Tests rows that claim a running job when there is none. */
describeServer('work that has lost its job', {}, (suite) => {
  let member: TestMember;
  let id: string;
  before(async () => {
    member = await suite.signUp();
    id = await uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
    await waitUntilProcessed(member, id);
    await suite.settle();
  });

  const stateOf = async (name: StepName) => {
    const { state, problem } = (await fetchAsset(member, id)).steps.find(({ step }) => step === name)!;
    return [state, problem];
  };
  const put = (step: StepName, state: StepState) =>
    suite.db
      .updateTable('steps')
      .set({ state, run_id: randomUUID() })
      .where('video_id', '=', id)
      .where('step', '=', step)
      .execute();
  const retry = async () => {
    const { msg } = await member.call(videoRoutes.retry, { passthrough: id });
    assert.equal(msg, 'Trying again.');
    return waitUntilProcessed(member, id);
  };
  const recoverOrphans = async () => {
    await suite.world.jobs.recoverOrphans();
    await suite.settle();
  };

  it('marks a step as interrupted and allows a retry, when its job is lost', async () => {
    await put('search', 'running');
    await recoverOrphans();
    assert.deepEqual(await stateOf('search'), ['failed', problems.interrupted.text]);
    await retry();
    assert.deepEqual(await stateOf('search'), ['done', null]);
    // Before anybody has looked.
    await put('search', 'running');
    await retry();
    assert.deepEqual(await stateOf('search'), ['done', null]);
  });

  it('goes on where it had not begun, and past a step that others can do without', async () => {
    await put('thumbnail', 'running');
    await put('storyboard', 'running');
    await put('chapters', 'waiting');
    await put('search', 'waiting');
    await recoverOrphans();
    const states = (await waitUntilProcessed(member, id)).steps.map(({ step, state }) => `${step} ${state}`);
    for (const each of ['thumbnail failed', 'storyboard failed', 'chapters done', 'search done'])
      assert.ok(states.includes(each), states.join());
    assertEvery((await retry()).steps, ({ state }) => state === 'done');
  });

  it('leaves a running step alone, when its job is alive', async () => {
    const after = new Date(Date.now() + hour);
    await suite.world.jobs.enqueue('step-search', { videoId: id }, { key: `${id}/search`, after });
    await put('search', 'running');
    await recoverOrphans();
    assert.deepEqual(await stateOf('search'), ['running', null]);
    await member.call(videoRoutes.uploadOmnisearch, { passthrough: id });
    await waitUntilProcessed(member, id);
  });

  it('reports the interruption of a clip or an import, when its job is lost', async () => {
    const cut = () => member.call(clipRoutes.cut, { passthrough: id, timeIn: '00:00:01', timeOut: '00:00:04' });
    const address = new URL((await cut()).data.data, suite.server.origin);
    await suite.settle();
    assert.equal((await fetch(address)).status, 200);
    await suite.db.updateTable('clips').set({ state: 'running' }).where('video_id', '=', id).execute();
    const row = { workspace_id: member.session.id, id: randomUUID(), touched_at: new Date() };
    await suite.db
      .insertInto('imports')
      .values({ ...row, state: 'running' })
      .execute();
    await recoverOrphans();
    const told = await fetch(address);
    assert.deepEqual([told.status, await told.json()], [500, { code: 'interrupted', msg: problems.interrupted.text }]);
    assert.equal((await member.call(exportRoutes.importProgress, {})).data?.problem, problems.interrupted.text);
    await cut();
    await suite.settle();
    assert.equal((await fetch(address)).status, 200);

    // An archive whose server died while it came.
    await suite.db.updateTable('imports').set({ state: 'receiving' }).execute();
    const state = async () => (await member.call(exportRoutes.importProgress, {})).data?.state;
    await recoverOrphans();
    assert.equal(await state(), 'receiving', 'it may only be slow');
    await failStalledImports(suite.world, performance.now() + hour);
    assert.equal(await state(), 'failed');
  });

  it('ends when its process has died once too often, and an operator can let it run again', async () => {
    const begun = Promise.withResolvers<void>();
    const death = Promise.withResolvers<never>();
    suite.world.media.inspect = () => {
      begun.resolve();
      // As in a process that dies: it does not come to its end while the server lives.
      return death.promise;
    };
    const passthrough = await uploadFile(member, getSamplePath('short.mp4'), {
      captions: getSamplePath('short.vtt'),
    });
    await begun.promise;
    await changeJobs(suite.db, { name: 'step-inspect', state: 'active' }, { attempt: 99 });
    await suite.server.close();
    death.reject(new Error('The process is dead.'));
    suite.server = await openTestWorld(suite.place);
    member = { ...member, call: suite.server.as(member.session.token) };
    const failed = await eventually(async () => {
      await suite.world.jobs.recoverOrphans();
      const step = (await fetchAsset(member, passthrough)).steps.find((each) => each.step === 'inspect')!;
      return step.state === 'failed' ? step : undefined;
    }, 'the end of the step');
    assert.equal(failed.problem, problems.interrupted.text);

    const admin = await suite.signInAdministrator();
    const [job] = (await admin(adminRoutes.jobs, { q: passthrough })).data;
    assert.equal(job!.state, 'failed');
    await admin(adminRoutes.retryJob, { id: job!.id });
    const again = await waitUntilProcessed(member, passthrough);
    assertEvery(again.steps, ({ state }) => state === 'done');
  });
});

describeServer('letters about recordings', {}, (suite) => {
  let member: TestMember;
  beforeEach(async () => {
    member = await suite.signUp();
  });

  const letters = async () => {
    await suite.settle();
    return (await suite.server.letters()).filter(({ to }) => to === member.email).slice(1);
  };
  /** The letters so far, once a recording has been processed as far as it goes. */
  const lettersAfter = async (id: string) => {
    await waitUntilProcessed(member, id);
    return letters();
  };
  const upload = () =>
    uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt'), title: 'Launch' });

  it('say once that a recording is ready, and lead to it', async () => {
    const id = await upload();
    const { title } = await waitUntilProcessed(member, id);
    const [letter, ...more] = await letters();
    equal(letter?.subject, `Your recording is ready: ${title}`);
    match(letter!.text, /Its chapters, summary, quotes and transcript can be read/);
    equal(letter!.link?.pathname, `/asset/${id}`);
    await member.call(videoRoutes.regenerateChapters, { passthrough: id });
    deepEqual([more, (await lettersAfter(id)).length], [[], 1], 'chapters that are written again are no news');
  });

  it('sends no emails about recordings, when the member has switched them off, nor later for those', async () => {
    const setting = async () => (await member.call(ownAccountRoutes.account, undefined)).data.recording_mails;
    equal(await setting(), true);
    await member.call(ownAccountRoutes.changeMails, { recordings: false });
    equal(await setting(), false);
    const id = await upload();
    deepEqual(await lettersAfter(id), []);
    await member.call(ownAccountRoutes.changeMails, { recordings: true });
    await suite.world.database.transaction((tx) => rerunFrom(suite.world, tx, id, 'chapters'));
    deepEqual(await lettersAfter(id), []);
  });

  it('emails once why processing failed and what to do, and again when the recording is ready', async () => {
    const id = await upload();
    await lettersAfter(id);
    const { title } = await fetchAsset(member, id);
    const failing: StepHandler = () => Promise.reject(new Problem('took_too_long'));
    const job = { signal: new AbortController().signal, lastAttempt: true };
    const fails = async (): Promise<void> => {
      // A step that waits without a job would be given one: its own is not due before the test is over.
      const due = new Date(Date.now() + 3_600_000);
      await suite.world.jobs.enqueue('step-chapters', { videoId: id }, { key: `${id}/chapters`, after: due });
      await suite.db
        .updateTable('steps')
        .set({ state: 'waiting' })
        .where('video_id', '=', id)
        .where('step', '=', 'chapters')
        .execute();
      await runStep(suite.world, 'chapters', failing, id, job);
    };
    await promiseRecordingEmail(suite.db, id);
    await fails();
    await fails();
    const [, letter, ...more] = await letters();
    equal(letter?.subject, `Your recording could not be processed: ${title}`);
    match(letter!.text, new RegExp(problems.took_too_long.text));
    match(letter!.text, /open it and choose “Try again”/);
    equal(letter!.link?.pathname, `/asset/${id}`);
    deepEqual(more, []);
    await member.call(videoRoutes.retry, { passthrough: id });
    const all = await lettersAfter(id);
    equal(all.at(-1)?.subject, `Your recording is ready: ${(await fetchAsset(member, id)).title}`);
    equal(all.length, 3);
  });

  it('emails that a recording was not kept, when it is unusable', async () => {
    const ftyp = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');
    await uploadFile(member, Buffer.concat([ftyp, Buffer.alloc(20_000, 7)]), { title: 'Broken talk' });
    const letter = await eventually(async () => (await letters())[0], 'the letter');
    equal(letter.subject, 'Your recording could not be used: Broken talk');
    match(letter.text, /has not been kept\. \S+/);
    equal(letter.link?.pathname, '/asset/upload');
  });
});
