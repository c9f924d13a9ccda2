// full: voices over whole recordings; voiceprints.test.ts holds the rule
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { voiceRoutes } from '@lectern/contract/transcripts/voices';
import { assertEvery } from '../../../../test/assert-every.ts';
import { eventually, type TestMember } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { type Said, turnTimesOf, writeTones } from '../../../../test/speech/tones.ts';
import { writeToySpeakers } from '../../../../test/speech/toy-speakers.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import { describeServer } from '../../../../test/describe-server.ts';
import { addMissingSteps } from '../../videos/add-missing-steps.ts';
import { videoById } from '../../videos/find-video.ts';
import { speakersStep } from './speakers.step.ts';

const line = (n: number): string => `In line ${n} somebody tells us about glaciers, rivers and the sea.`;

const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23);

/** Captions of a recording that say of no word who says it. */
function captionsOf(said: readonly Said[], words = line): string {
  const cues = turnTimesOf(said).map(({ start, end }, n) => `${clock(start)} --> ${clock(end)}\n${words(n)}`);
  return ['WEBVTT', ...cues].join('\n\n');
}

const turns = (...voices: number[]): Said[] => voices.map((voice, n) => ({ voice, seconds: 6 + (n % 3) }));
const talk = turns(0, 1, 0, 1, 2, 0, 1);
/** Another recording, where the second voice of the first one speaks first. */
const other = turns(1, 2, 1, 2);
const pair = turns(2, 0, 2, 0);
const alone = turns(1, 1, 1);
/** A little more than ten minutes: two parts. */
const long = Array.from({ length: 11 }, (_, n): Said => ({ voice: n % 2, seconds: 58 }));

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-speakers-'));
  await writeToySpeakers(join(folder, 'model'));
  for (const [name, said] of Object.entries({ talk, other, pair, alone, long })) {
    await writeTones(join(folder, `${name}.m4a`), said);
    await writeFile(join(folder, `${name}.vtt`), captionsOf(said));
  }
});
after(() => rm(folder, { recursive: true, force: true }));

const env = () => ({ SPEAKERS: 'local', SPEAKERS_MODEL_DIR: join(folder, 'model') });
const speakersOf = async (whose: TestMember, video: string) =>
  webvttCues((await fetchAsset(whose, video)).vtt).map(({ speaker }) => speaker);
const labelsOf = (said: readonly Said[], names = ['Speaker 1', 'Speaker 2', 'Speaker 3']) =>
  said.map(({ voice }) => names[voice]);
/** Waits for the step that tells the speakers apart, which comes after all others. */
const told = (whose: TestMember, video: string) =>
  eventually(async () => {
    const { steps } = await fetchAsset(whose, video);
    const step = steps.find((each) => each.step === 'speakers');
    return step && ['done', 'skipped', 'failed'].includes(step.state) ? step : undefined;
  }, 'the speakers');

describeServer('the speakers of a recording', { env }, (suite) => {
  let member: TestMember;
  let id: string;
  before(async () => {
    member = await suite.signUp();
    await suite.changeUser(member, { plan: 'professional' });
  });

  /** Uploads a recording with its captions, and waits until its speakers are told apart. */
  const upload = async (name: 'talk' | 'other' | 'pair' | 'alone', whose = member) => {
    const captions = join(folder, `${name}.vtt`);
    const video = await uploadFile(whose, join(folder, `${name}.m4a`), { captions });
    await waitUntilProcessed(whose, video);
    await told(whose, video);
    return video;
  };
  const giveCaptions = async (video: string, captions: string) => {
    const body = Buffer.from(captions);
    await member.call(uploadRoutes.captions, { passthrough: video, name: 'c.vtt' }, { body });
    return waitUntilProcessed(member, video);
  };
  const rename = async (from: string, to: string, video = id, cues?: number[]) =>
    (await member.call(transcriptRoutes.renameSpeaker, { passthrough: video, from, to, ...(cues ? { cues } : {}) }))
      .data;
  const kept = async (whose = member) => (await whose.call(voiceRoutes.voices, undefined)).data;
  const keptNames = async () => (await kept()).voices.map(({ name }) => name);
  const whenKept = (...names: string[]) =>
    eventually(
      async () => ((await keptNames()).join() === names.join() ? true : undefined),
      `voices of ${names.join()}`,
    );

  it('separates speakers by voice, when captions have no names', async () => {
    id = await upload('talk');
    const { state, note } = await told(member, id);
    assert.deepEqual([state, note, await speakersOf(member, id)], ['done', '3 speakers', labelsOf(talk)]);
    const video = await fetchAsset(member, id);
    assert.deepEqual([video.chapters_outdated, video.recognised_speakers], [false, []]);
  });

  it('keep the names a person gave them when other captions come', async () => {
    await rename('Speaker 2', 'Sarah Lee');
    const others = captionsOf(talk, (n) => `Other words. ${line(n)}`);
    assert.match((await giveCaptions(id, others)).vtt, /Other words/);
    assert.deepEqual(await speakersOf(member, id), labelsOf(talk, ['Speaker 1', 'Sarah Lee', 'Speaker 3']));
    assert.equal((await told(member, id)).note, '3 speakers');
    assert.deepEqual(await kept(), { available: true, keeps: false, voices: [] }, 'nobody has asked to keep voices');

    // Labels in captions are their author's own, also where they look like ours.
    await giveCaptions(
      id,
      captionsOf(talk, (n) => `<v Speaker 2>Still other words. ${line(n)}`),
    );
    assert.deepEqual(new Set(await speakersOf(member, id)), new Set(['Speaker 2']));
    await giveCaptions(id, others);
    assert.deepEqual(await speakersOf(member, id), labelsOf(talk));
  });

  it('names known voices in later recordings only of the member who keeps them, when that is enabled', async () => {
    await member.call(voiceRoutes.keepVoices, { keeps: true });
    await rename('Speaker 2', 'Sarah Lee');
    await whenKept('Sarah Lee');
    const next = await upload('other');
    assert.deepEqual(await speakersOf(member, next), ['Sarah Lee', 'Speaker 2', 'Sarah Lee', 'Speaker 2']);
    assert.deepEqual((await fetchAsset(member, next)).recognised_speakers, ['Sarah Lee']);
    assert.equal((await fetchAsset(member, next)).chapters_outdated, false);

    const stranger = await suite.signUp();
    await stranger.call(voiceRoutes.keepVoices, { keeps: true });
    const theirs = await upload('other', stranger);
    assert.deepEqual(await speakersOf(stranger, theirs), ['Speaker 1', 'Speaker 2', 'Speaker 1', 'Speaker 2']);
    await refuses(stranger.call(voiceRoutes.forgetVoice, { name: 'Sarah Lee' }), 'not_found');

    // Another name, and Undo: what was recognised teaches nothing.
    await rename('Sarah Lee', 'Somebody Else', next);
    assert.deepEqual((await rename('Somebody Else', 'Sarah Lee', next)).recognised_speakers, ['Sarah Lee']);
    await suite.settle();
    assert.deepEqual(
      (await kept()).voices.map(({ name, recordings }) => [name, recordings]),
      [['Sarah Lee', 1]],
    );

    // Somebody else after all: a name that a person gives is not marked, and its voice is known from now on.
    const changed = await rename('Sarah Lee', 'Ann Other', next);
    assert.deepEqual(changed.recognised_speakers, []);
    await whenKept('Ann Other', 'Sarah Lee');
    await member.call(videoRoutes.delete, { id: next });
    assert.deepEqual(await keptNames(), ['Sarah Lee'], 'a voice goes with its recording');
  });

  it('deletes a voiceprint, when its name is taken back or the member deletes it', async () => {
    await rename('Sarah Lee', 'Speaker 2');
    await whenKept();
    await rename('Speaker 2', 'Sarah Lee');
    await whenKept('Sarah Lee');
    const { msg } = await member.call(voiceRoutes.forgetVoice, { name: 'Sarah Lee' });
    assert.equal(msg, 'The voice of Sarah Lee has been deleted.');
    assert.deepEqual(await keptNames(), []);
    await refuses(member.call(voiceRoutes.forgetVoice, { name: 'Sarah Lee' }), 'not_found');
    await rename('Speaker 1', 'Tom Reyes');
    await whenKept('Tom Reyes');
    await member.call(voiceRoutes.keepVoices, { keeps: false });
    assert.deepEqual(await kept(), { available: true, keeps: false, voices: [] });
    await rename('Speaker 3', 'Grace Holt');
    assert.deepEqual(await keptNames(), []);
    assert.deepEqual(await suite.db.selectFrom('speaker_parts').selectAll().execute(), [], 'nor in a journal');
  });
});

describeServer('a recording that was there before speakers were told apart', {}, (suite) => {
  it('gets its speakers, from the part on at which an earlier run was cut off', async () => {
    const member = await suite.signUp();
    const id = await uploadFile(member, join(folder, 'long.m4a'), { captions: join(folder, 'long.vtt') });
    const before = await waitUntilProcessed(member, id);
    assertEvery(before.steps, ({ step }) => step !== 'speakers');

    await suite.restart({ env: env(), jobs: false });
    const cutting = new AbortController();
    const progress = (fraction: number): void => (fraction >= 0.5 ? cutting.abort(new Error('killed')) : undefined);
    const video = (await videoById(suite.db, id))!;
    const run = { signal: cutting.signal, lastAttempt: false, progress };
    await assert.rejects(speakersStep(suite.world, video, run), { message: 'killed' });
    const parts = () => suite.db.selectFrom('speaker_parts').select('n').execute();
    assert.equal((await parts()).length, 1);

    await suite.restart({ env: env() });
    await addMissingSteps(suite.world);
    const again = { ...member, call: suite.server.as(member.session.token) };
    assert.equal((await told(again, id)).state, 'done');
    const made = await fetchAsset(again, id);
    assert.deepEqual(await speakersOf(again, id), labelsOf(long));
    assert.deepEqual([made.chapters_outdated, made.chapters], [false, before.chapters]);
    assert.notEqual(made.captionsTrackId, before.captionsTrackId, 'players load the captions again');
    assert.deepEqual(await parts(), []);
  });
});
