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
import { eventually, type TestMember } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { type Said, turnTimesOf, writeTones } from '../../../../test/speech/tones.ts';
import { writeToySpeakers } from '../../../../test/speech/toy-speakers.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import { describeServer } from '../../../../test/describe-server.ts';

const line = (n: number): string => `In line ${n} somebody tells us about glaciers, rivers and the sea.`;

const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23);

/** Captions of a recording that say of no word who says it. */
const captionsOf = (said: readonly Said[], words = line): string =>
  ['WEBVTT', ...turnTimesOf(said).map(({ start, end }, n) => `${clock(start)} --> ${clock(end)}\n${words(n)}`)].join(
    '\n\n',
  );

const turns = (...voices: number[]): Said[] => voices.map((voice, n) => ({ voice, seconds: 6 + (n % 3) }));
const talk = turns(0, 1, 0, 1, 2, 0, 1);
/** Another recording, where the second voice of the first one speaks first. */
const other = turns(1, 2, 1, 2);
const pair = turns(2, 0, 2, 0);
const alone = turns(1, 1, 1);

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-speakers-'));
  await writeToySpeakers(join(folder, 'model'));
  for (const [name, said] of Object.entries({ talk, other, pair, alone })) {
    await writeTones(join(folder, `${name}.m4a`), said);
    await writeFile(join(folder, `${name}.vtt`), captionsOf(said));
  }
});
after(() => rm(folder, { recursive: true, force: true }));

describeServer(
  'the speakers of a recording',
  { env: () => ({ SPEAKERS: 'local', SPEAKERS_MODEL_DIR: join(folder, 'model') }) },
  (suite) => {
    let member: TestMember;
    let id: string;
    before(async () => {
      member = await suite.signUp();
      const { kysely } = suite.world.database;
      await kysely.updateTable('users').set({ plan: 'professional' }).where('id', '=', member.session.id).execute();
    });

    const upload = (name: 'talk' | 'other' | 'pair' | 'alone', whose = member) =>
      uploadFile(whose, join(folder, `${name}.m4a`), { captions: join(folder, `${name}.vtt`) });
    const told = (video: string, whose = member) =>
      eventually(async () => {
        const { steps } = await fetchAsset(whose, video);
        const step = steps.find((each) => each.step === 'speakers');
        return step && ['done', 'skipped', 'failed'].includes(step.state) ? step : undefined;
      }, 'the speakers');
    const speakersOf = async (video: string, whose = member) =>
      webvttCues((await fetchAsset(whose, video)).vtt).map(({ speaker }) => speaker);
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
      await waitUntilProcessed(member, id);
      const step = await told(id);
      assert.deepEqual([step.state, step.note], ['done', '3 speakers']);
      assert.deepEqual(
        await speakersOf(id),
        talk.map(({ voice }) => `Speaker ${voice + 1}`),
      );
      const video = await fetchAsset(member, id);
      assert.deepEqual([video.chapters_outdated, video.recognised_speakers], [false, []]);
    });

    it('stay as captions name them', async () => {
      const named = join(folder, 'named.vtt');
      await writeFile(
        named,
        captionsOf(other, (n) => `<v Grace Holt>${line(n)}`),
      );
      const video = await uploadFile(member, join(folder, 'other.m4a'), { captions: named });
      await waitUntilProcessed(member, video);
      assert.deepEqual([(await told(video)).note], ['the transcript names its speakers']);
      assert.deepEqual(new Set(await speakersOf(video)), new Set(['Grace Holt']));
      await member.call(videoRoutes.delete, { id: video });
    });

    it('keep the names a person gave them when other captions come', async () => {
      await rename('Speaker 2', 'Sarah Lee');
      const body = Buffer.from(captionsOf(talk, (n) => `Other words. ${line(n)}`));
      await member.call(uploadRoutes.captions, { passthrough: id, name: 'b.vtt' }, { body });
      await waitUntilProcessed(member, id);
      const names = ['Speaker 1', 'Sarah Lee', 'Speaker 3'];
      assert.deepEqual(
        await speakersOf(id),
        talk.map(({ voice }) => names[voice]),
      );
      assert.match((await fetchAsset(member, id)).vtt, /Other words/);
      assert.equal((await told(id)).note, '3 speakers');
      assert.deepEqual(await kept(), { available: true, keeps: false, voices: [] }, 'nobody has asked to keep voices');

      // Labels in captions are their author's own, also where they look like ours.
      const labelled = Buffer.from(captionsOf(talk, (n) => `<v Speaker 2>Still other words. ${line(n)}`));
      await member.call(uploadRoutes.captions, { passthrough: id, name: 'c.vtt' }, { body: labelled });
      await waitUntilProcessed(member, id);
      assert.deepEqual(new Set(await speakersOf(id)), new Set(['Speaker 2']));
      await member.call(uploadRoutes.captions, { passthrough: id, name: 'd.vtt' }, { body });
      await waitUntilProcessed(member, id);
      assert.deepEqual(
        await speakersOf(id),
        talk.map(({ voice }) => `Speaker ${voice + 1}`),
      );
    });

    it('names known voices in later recordings only of the member who keeps them, when that is enabled', async () => {
      await member.call(voiceRoutes.keepVoices, { keeps: true });
      await rename('Speaker 2', 'Sarah Lee');
      await whenKept('Sarah Lee');
      const next = await upload('other');
      await waitUntilProcessed(member, next);
      await told(next);
      assert.deepEqual(await speakersOf(next), ['Sarah Lee', 'Speaker 2', 'Sarah Lee', 'Speaker 2']);
      assert.deepEqual((await fetchAsset(member, next)).recognised_speakers, ['Sarah Lee']);
      assert.equal((await fetchAsset(member, next)).chapters_outdated, false);

      const stranger = await suite.signUp();
      await stranger.call(voiceRoutes.keepVoices, { keeps: true });
      const theirs = await upload('other', stranger);
      await waitUntilProcessed(stranger, theirs);
      await told(theirs, stranger);
      assert.deepEqual(await speakersOf(theirs, stranger), ['Speaker 1', 'Speaker 2', 'Speaker 1', 'Speaker 2']);
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

    it('keeps corrected cues, when a recognised speaker is the only speaker', async () => {
      const video = await upload('alone');
      await waitUntilProcessed(member, video);
      await told(video);
      assert.deepEqual(await speakersOf(video), ['Sarah Lee', 'Sarah Lee', 'Sarah Lee']);
      const corrected = {
        passthrough: video,
        n: 1,
        start: turnTimesOf(alone)[1]!.start,
        before: line(1),
        text: 'Corrected.',
      };
      await member.call(transcriptRoutes.editCue, corrected);
      await member.call(
        uploadRoutes.captions,
        { passthrough: video, name: 'again.vtt' },
        { body: Buffer.from(captionsOf(alone)) },
      );
      await waitUntilProcessed(member, video);
      assert.deepEqual(
        webvttCues((await fetchAsset(member, video)).vtt).map(({ text, speaker }) => [text, speaker]),
        [line(0), 'Corrected.', line(2)].map((text) => [text, 'Sarah Lee']),
      );
      await member.call(videoRoutes.delete, { id: video });
    });

    it('assigns no name, when two speakers would get the same one', async () => {
      const pairs = await upload('pair');
      await waitUntilProcessed(member, pairs);
      await told(pairs);
      await rename('Speaker 1', 'Sarah Lee', pairs);
      await eventually(
        async () => ((await kept()).voices[0]?.recordings === 2 ? true : undefined),
        'the voice in both recordings',
      );
      const next = await upload('other');
      await waitUntilProcessed(member, next);
      await told(next);
      assert.deepEqual(await speakersOf(next), ['Speaker 1', 'Speaker 2', 'Speaker 1', 'Speaker 2']);
      assert.deepEqual((await fetchAsset(member, next)).recognised_speakers, []);
      for (const video of [pairs, next]) await member.call(videoRoutes.delete, { id: video });
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
      const { kysely } = suite.world.database;
      assert.deepEqual(await kysely.selectFrom('speaker_parts').selectAll().execute(), [], 'nor in a journal');
    });
  },
);
