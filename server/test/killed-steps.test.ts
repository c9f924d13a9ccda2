// full: it kills at both ends of every step; killed-once.test.ts kills at one
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { pipeline, stepNames } from '@lectern/contract/rules/pipeline';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { oneDatabase, type TestPlace } from './databases.ts';
import { readOutboxEmails } from './letters.ts';
import { eventually, signUp, type TestMember } from './member.ts';
import { type ServerProcess, type ServerSettings, createServerSettings, startServer } from './process.ts';
import { getSamplePath } from './sample.ts';
import { uploadFile, waitUntilProcessed } from './upload.ts';
import { writeToySpeakers } from './speech/toy-speakers.ts';

const killedAt = join(import.meta.dirname, 'killed-at.ts');

/**
 * One recording whose server dies at the beginning and at the end of every step, by name, and while its clip is cut.
 */
oneDatabase((database, open) => {
  // On PostgreSQL other processes may live, so that the work of a dead one is taken up only after its last sign of life.
  const moments = database === 'PostgreSQL' ? ['end'] : ['begin', 'end'];
  describe(`a server on ${database} that dies in every step`, () => {
    let place: TestPlace;
    let env: ServerSettings;
    let server: ServerProcess | undefined;
    let member: TestMember;
    let id: string;
    let video: VideoDetail;
    /** The folder with toys in the place of the models that tell speakers apart. */
    let voices: string;
    let captions: string;
    /** File that tells the server when to die. */
    let toldIn: string;

    before(async () => {
      place = await open();
      voices = join(place.dataDir, 'voices');
      await writeToySpeakers(voices);
      // Speaker detection runs only when captions have no names.
      captions = join(place.dataDir, 'captions.vtt');
      await writeFile(captions, (await readFile(getSamplePath('short.vtt'), 'utf8')).replaceAll(/<v [^>]+>/g, ''));
      toldIn = join(place.dataDir, 'kill-at');
      env = { ...(await createServerSettings(place)), SLIDES: 'off', SPEAKERS: 'off', LECTERN_TEST_KILL_AT: toldIn };
      server = await live();
      member = await signUp(server.origin, server.letters);
    });
    after(async () => {
      await server?.stop();
      await place?.close();
    });

    /** The server that lives, or one that is started. */
    async function live(): Promise<ServerProcess> {
      await writeFile(toldIn, '');
      server ??= await startServer(env, killedAt);
      return server;
    }
    async function stop(): Promise<void> {
      await server?.stop();
      server = undefined;
    }

    /** Lets the server live until it kills itself at this moment; `then` is done while it lives. */
    async function dieAt(moment: string, then: () => Promise<unknown> = async () => undefined): Promise<void> {
      await writeFile(toldIn, moment);
      const dying = server ?? (await startServer(env, killedAt).catch(String));
      server = undefined;
      // The job may be waiting already: then it dies before it is ready.
      if (typeof dying === 'string') return assert.match(dying, /ended with code null/);
      // The answer to the last byte may be lost with the server.
      await Promise.all([then().catch(() => undefined), dying.gone]);
    }

    const filesOf = async (): Promise<string[]> =>
      (await readdir(join(place.dataDir, 'videos', id), { recursive: true })).sort();

    for (const step of stepNames)
      it(`ends the step ${step} once`, async () => {
        // Slides and speakers take minutes on a small machine, so only the servers that die in those steps run them.
        const wanted = { SLIDES: step === 'slides' ? 'read' : 'off', SPEAKERS: step === 'speakers' ? 'local' : 'off' };
        if (wanted.SLIDES !== env.SLIDES || wanted.SPEAKERS !== env.SPEAKERS) await stop();
        Object.assign(env, wanted);
        if (step === 'speakers') env.SPEAKERS_MODEL_DIR = voices;
        else delete env.SPEAKERS_MODEL_DIR;
        // It is captions that bring this one its transcript.
        const job = step === 'transcript' ? 'step-captions' : `step-${step}`;
        for (const moment of moments)
          await dieAt(`${job}/${moment}`, async () => {
            if (moment === moments[0]) await uploadFile(member, getSamplePath('short.mp4'), { captions });
          });
        await live();
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
        assert.deepEqual(
          (await filesOf()).filter((name) => name.includes('partial')),
          [],
          'nothing half done is left',
        );
        if (step !== stepNames.at(-1)) await member.call(videoRoutes.delete, { id });
      });

    it('cuts a clip once, whenever it died', async () => {
      let address = '';
      const cut = async (): Promise<void> => {
        const parts = { passthrough: id, timeIn: '00:00:01', timeOut: '00:00:06' };
        ({
          data: { data: address },
        } = await member.call(clipRoutes.cut, parts));
      };
      for (const moment of ['middle', ...moments]) await dieAt(`clip/${moment}`, cut);
      await live();
      await cut();
      const whole = await eventually(async () => {
        const response = await fetch(new URL(address, server!.origin));
        return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
      }, 'the clip');
      assert.equal(whole.toString('latin1', 4, 8), 'ftyp');
      const clips = (await filesOf()).filter((name) => /^clips.+/.test(name));
      assert.equal(clips.length, 1, clips.join());
    });

    it('delivers a letter, whenever it died', async () => {
      await stop();
      const letters = () => readOutboxEmails(join(place.dataDir, 'outbox'));
      const before = (await letters()).length;
      await dieAt('mail/begin', () => member.call(accountRoutes.requestReset, { email: member.email }));
      assert.equal((await letters()).length, before, 'it died before it wrote the letter');
      await dieAt('mail/end');
      await live();
      await stop();
      assert.equal((await letters()).length, before + 1, 'delivered again, it is the same letter');
    });
  });
});
