// full: it kills at both ends of every step and of a rewrite; killed-once.test.ts kills at one
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { promisify } from 'node:util';
import './system-ffmpeg.ts';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { type Rewrite, rewriteRoutes } from '@lectern/contract/editing/rewrites';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { pipeline, stepNames } from '@lectern/contract/rules/pipeline';
import { glossaryRoutes } from '@lectern/contract/transcripts/glossary';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { findFfmpeg } from '../src/ports/media/local/ffmpeg/find-ffmpeg.ts';
import { describeProcess, type ProcessSuite } from './describe-process.ts';
import { readOutboxEmails } from './outbox-emails.ts';
import { eventually } from './member.ts';
import { getSamplePath } from './sample.ts';
import { writeToySpeakers } from './speech/toy-speakers.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from './upload.ts';

const run = promisify(execFile);

/** On PostgreSQL other processes may live: the work of a dead one is taken up only after its last sign of life. */
const momentsOf = ({ place }: ProcessSuite): string[] => (place.databaseUrl ? ['end'] : ['begin', 'end']);

/** One recording whose server dies at the beginning and at the end of every step, and while its clip is cut. */
describeProcess('a server that dies in every step', { isMortal: true }, (suite) => {
  let id: string;
  let video: VideoDetail;
  /** The folder with toys in the place of the models that tell speakers apart. */
  let voices: string;
  let captions: string;
  /** Recordings that play as they are have no job for that step. */
  let repackaged: string;

  before(async () => {
    repackaged = join(suite.place.dataDir, 'short.mkv');
    const { program } = await findFfmpeg(undefined);
    await run(program!, ['-v', 'error', '-i', getSamplePath('short.mp4'), '-c', 'copy', repackaged]);
    voices = join(suite.place.dataDir, 'voices');
    await writeToySpeakers(voices);
    // Speaker detection runs only when captions have no names.
    captions = join(suite.place.dataDir, 'captions.vtt');
    await writeFile(captions, (await readFile(getSamplePath('short.vtt'), 'utf8')).replaceAll(/<v [^>]+>/g, ''));
    Object.assign(suite.settings, { SLIDES: 'off', SPEAKERS: 'off' });
  });

  const filesOf = async (): Promise<string[]> =>
    (await readdir(join(suite.place.dataDir, 'videos', id), { recursive: true })).sort();

  for (const step of stepNames)
    it(`ends the step ${step} once`, async () => {
      const { member, settings } = suite;
      // Slides and speakers take minutes on a small machine, so only the servers that die in those steps run them.
      const wanted = { SLIDES: step === 'slides' ? 'read' : 'off', SPEAKERS: step === 'speakers' ? 'local' : 'off' };
      if (wanted.SLIDES !== settings.SLIDES || wanted.SPEAKERS !== settings.SPEAKERS) await suite.server.stop();
      Object.assign(settings, wanted);
      if (step === 'speakers') settings.SPEAKERS_MODEL_DIR = voices;
      else delete settings.SPEAKERS_MODEL_DIR;
      // It is captions that bring this one its transcript.
      const job = step === 'transcript' ? 'step-captions' : `step-${step}`;
      const moments = momentsOf(suite);
      for (const moment of moments)
        await suite.dieAt(`${job}/${moment}`, async () => {
          const recording = step === 'playable' ? repackaged : getSamplePath('short.mp4');
          if (moment === moments[0]) await uploadFile(member, recording, { captions });
        });
      await suite.live();
      const { data } = await member.call(videoRoutes.list, { userId: member.session.id });
      assert.equal(data.length, 1);
      id = data[0]!.id;
      video = await waitUntilProcessed(member, id);
      assert.deepEqual(
        video.steps.map(({ step, state }) => [step, state]),
        stepNames.filter((name) => !pipeline[name].background || name === step).map((name) => [name, 'done']),
      );
      assert.ok(video.chapters.length > 0);
      assert.equal(new Set(video.chapters.map(({ start }) => start)).size, video.chapters.length);
      const halfDone = (await filesOf()).filter((name) => name.includes('partial'));
      assert.deepEqual(halfDone, [], 'nothing half done is left');
      if (step !== stepNames.at(-1)) await member.call(videoRoutes.delete, { id });
    });

  it('cuts a clip once, whenever it died', async () => {
    const parts = { passthrough: id, timeIn: '00:00:01', timeOut: '00:00:06' };
    const cut = async (): Promise<string> => (await suite.member.call(clipRoutes.cut, parts)).data.data;
    for (const moment of ['middle', ...momentsOf(suite)]) await suite.dieAt(`clip/${moment}`, cut);
    await suite.live();
    const address = await cut();
    const whole = await eventually(async () => {
      const response = await fetch(new URL(address, suite.server.origin));
      return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
    }, 'the clip');
    assert.equal(whole.toString('latin1', 4, 8), 'ftyp');
    const clips = (await filesOf()).filter((name) => /^clips.+/.test(name));
    assert.equal(clips.length, 1, clips.join());
  });

  it('delivers a letter, whenever it died', async () => {
    await suite.server.stop();
    const letters = () => readOutboxEmails(join(suite.place.dataDir, 'outbox'));
    const before = (await letters()).length;
    await suite.dieAt('mail/begin', () => suite.member.call(accountRoutes.requestReset, { email: suite.member.email }));
    assert.equal((await letters()).length, before, 'it died before it wrote the letter');
    await suite.dieAt('mail/end');
    await suite.live();
    await suite.server.stop();
    assert.equal((await letters()).length, before + 1, 'delivered again, it is the same letter');
  });
});

describeProcess('a server that dies while it rewrites a library', { isMortal: true }, (suite) => {
  let video: VideoDetail;
  let rewrite = '';

  before(async () => {
    const captions = getSamplePath('short.vtt');
    video = await waitUntilProcessed(
      suite.member,
      await uploadFile(suite.member, getSamplePath('short.mp4'), { captions }),
    );
    await suite.member.call(glossaryRoutes.addTerm, { term: 'words of words', wrong: ['words'] });
  });

  const transcript = async (): Promise<string> => (await fetchAsset(suite.member, video.id)).vtt;

  /** Begins something, dies at each moment of its jobs, and lives on until it is done. */
  async function dying(begin: () => Promise<unknown>, state: Rewrite['state']): Promise<Rewrite['places']> {
    let isBegun = false;
    // On PostgreSQL the job of an earlier death may be tried again first, and end the server before it is asked.
    const beginOnce = async (): Promise<void> => {
      if (!isBegun) await begin();
      isBegun = true;
    };
    for (const moment of momentsOf(suite)) await suite.dieAt(`rewrite/${moment}`, beginOnce);
    await suite.live();
    // It may have been heard without an answer: then it is refused.
    await beginOnce().catch(() => undefined);
    return eventually(async () => {
      rewrite ||= (await suite.member.call(rewriteRoutes.rewrites, undefined)).data[0]!.id;
      const { data } = await suite.member.call(rewriteRoutes.rewrite, { id: rewrite });
      return data.state === state ? data.places : undefined;
    }, `the rewrite, ${state}`);
  }

  it('finds, changes and gives back every place once', async () => {
    const { call } = suite.member;
    const { all } = await dying(() => call(rewriteRoutes.look, {}), 'ready');
    assert.ok(all >= 2);
    const applied = await dying(() => call(rewriteRoutes.apply, { id: rewrite }), 'applied');
    assert.deepEqual([applied.all, applied.changed, applied.passed], [all, all, 0]);
    assert.equal((await transcript()).match(/words of words/g)?.length, video.vtt.match(/words/g)?.length);
    const undone = await dying(() => call(rewriteRoutes.undo, { id: rewrite }), 'undone');
    assert.deepEqual([undone.undone, undone.kept], [all, 0]);
    assert.equal(await transcript(), video.vtt);
  });
});

describeProcess('a server that is killed while it encodes', { databases: 'embedded' }, (suite) => {
  /** How many programs of this machine encode a video. */
  async function countEncoders(videoId: string): Promise<number> {
    const { stdout } = await run('ps', ['-eo', 'stat,args']);
    const folder = join(suite.place.dataDir, 'videos', videoId);
    // A process that nobody has waited for is still listed: it is dead.
    return stdout.split('\n').filter((line) => line.includes(folder) && line.includes('libx264') && line[0] !== 'Z')
      .length;
  }

  it('ends its ffmpeg with itself, and encodes anew at the next start', async () => {
    const file = join(suite.place.dataDir, 'old.avi');
    const encode = ['-c:v', 'mpeg4', '-q:v', '3', '-c:a', 'libmp3lame'];
    const source = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=30:d=60', '-f', 'lavfi', '-i', 'sine=440:d=60'];
    await run((await findFfmpeg(undefined)).program!, ['-v', 'error', ...source, ...encode, file]);
    const id = await uploadFile(suite.member, file, { chunk: 64 * 1024 * 1024 });
    await eventually(async () => ((await countEncoders(id)) > 0 ? true : undefined), 'ffmpeg encoding');
    await suite.server.kill();
    await eventually(async () => ((await countEncoders(id)) === 0 ? true : undefined), 'the end of ffmpeg');
    await suite.start();
    await eventually(async () => (await fetchAsset(suite.member, id)).playable || undefined, 'the playable video', 600);
  });
});
