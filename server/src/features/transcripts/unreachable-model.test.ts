// full: a model that cannot be fetched
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { describeServer } from '../../../test/describe-server.ts';
import type { TestMember } from '../../../test/member.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { spokenRecording } from '../../../test/speech/recogniser.ts';

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
