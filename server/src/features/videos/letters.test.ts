import { deepEqual, equal, match } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { beforeEach, it } from 'node:test';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { Problem, problems } from '@lectern/contract/problem';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { eventually, type TestMember } from '../../../test/member.ts';
import { itInFullRun } from '../../../test/rare.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { rerunFrom, runStep, type StepHandler } from './pipeline.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { promiseRecordingEmail } from './record-outcome.ts';

describeServer('letters about recordings', {}, (suite) => {
  let member: TestMember;
  beforeEach(async () => {
    member = await suite.signUp();
  });

  /** The emails sent after the verification email. */
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

  itInFullRun(
    'emails once that a recording needs captions, when no engine exists, and again when it is ready',
    async () => {
      const id = await uploadFile(member, getSamplePath('short.mp4'), { title: 'Without words' });
      const [letter, ...more] = await lettersAfter(id);
      equal(letter?.subject, 'Your recording needs captions: Without words');
      match(letter!.text, new RegExp(`without a transcript\\. ${problems.no_transcript.text}`));
      match(letter!.text, /choose “Add captions”/);
      equal(letter!.link?.pathname, `/asset/${id}`);
      await member.call(videoRoutes.retry, { passthrough: id });
      deepEqual([more, (await lettersAfter(id)).length], [[], 1], 'and once only');
      const captions = { passthrough: id, name: 'captions.vtt' };
      await member.call(uploadRoutes.captions, captions, { body: await readFile(getSamplePath('short.vtt')) });
      match((await lettersAfter(id)).at(-1)!.subject, /^Your recording is ready: /);
    },
  );

  it('emails that a recording was not kept, when it is unusable', async () => {
    const ftyp = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');
    await uploadFile(member, Buffer.concat([ftyp, Buffer.alloc(20_000, 7)]), { title: 'Broken talk' });
    const letter = await eventually(async () => (await letters())[0], 'the letter');
    equal(letter.subject, 'Your recording could not be used: Broken talk');
    match(letter.text, /has not been kept\. \S+/);
    equal(letter.link?.pathname, '/asset/upload');
  });
});
