import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts';
import { clipRoutes } from '@lectern/contract/clips';
import { pipeline, stepNames } from '@lectern/contract/rules/pipeline';
import { type VideoAsset, videoRoutes } from '@lectern/contract/videos';
import { eachDatabase, type Place } from './databases.ts';
import { readLetters } from './letters.ts';
import { eventually, signUp, type TestMember } from './member.ts';
import { type ServerProcess, type Settings, settingsOf, startServer } from './process.ts';
import { sample } from './sample.ts';
import { uploadFile, whenSettled } from './upload.ts';
import { writeToySpeakers } from './speech/toy-speakers.ts';

const killedAt = join(import.meta.dirname, 'killed-at.ts');

/** One recording whose server dies at the beginning and at the end of every step, by name, and while its clip is cut. */
eachDatabase((database, open) => {
  // On PostgreSQL other processes may live, so that the work of a dead one is taken up only after its last sign of life.
  const moments = database === 'PostgreSQL' ? ['end'] : ['begin', 'end'];
  describe(`a server on ${database} that dies in every step`, () => {
    let place: Place;
    let env: Settings;
    let server: ServerProcess | undefined;
    let member: TestMember;
    let id: string;
    let video: VideoAsset;
    /** The folder with toys in the place of the models that tell speakers apart. */
    let voices: string;
    let captions: string;

    before(async () => {
      place = await open();
      voices = join(place.dataDir, 'voices');
      await writeToySpeakers(voices);
      // Who speaks is looked for only where captions name nobody.
      captions = join(place.dataDir, 'captions.vtt');
      await writeFile(captions, (await readFile(sample('short.vtt'), 'utf8')).replaceAll(/<v [^>]+>/g, ''));
      env = await settingsOf(place);
      server = await startServer(env);
      member = await signUp(server.origin, server.letters);
      await server.stop();
    });
    after(async () => {
      await server?.stop();
      await place?.close();
    });

    /** Lets a server live until it kills itself at this moment; `then` is done while it lives. */
    async function dieAt(moment: string, then: () => Promise<unknown> = async () => undefined): Promise<void> {
      const started = await startServer({ ...env, LECTERN_TEST_KILL_AT: moment }, killedAt).catch(String);
      // The job may be waiting already: then it dies before it is ready.
      if (typeof started === 'string') return assert.match(started, /ended with code null/);
      // The answer to the last byte may be lost with the server.
      await Promise.all([then().catch(() => undefined), started.gone]);
    }

    const filesOf = async (): Promise<string[]> =>
      (await readdir(join(place.dataDir, 'videos', id), { recursive: true })).sort();

    for (const step of stepNames)
      it(`ends the step ${step} once`, async () => {
        // What comes later takes minutes on a small machine: it is done by the servers that die of it alone.
        env.SLIDES = step === 'slides' ? 'read' : 'off';
        env.SPEAKERS = step === 'speakers' ? 'local' : 'off';
        if (step === 'speakers') env.SPEAKERS_MODEL_DIR = voices;
        else delete env.SPEAKERS_MODEL_DIR;
        for (const moment of moments)
          await dieAt(`step-${step}/${moment}`, async () => {
            if (moment === moments[0]) await uploadFile(member, sample('short.mp4'), { captions });
          });
        server = await startServer(env);
        const { data } = await member.call(videoRoutes.list, { userId: member.session.id });
        assert.equal(data.length, 1);
        id = data[0]!.id;
        video = await whenSettled(member, id);
        assert.deepEqual(
          video.steps.map(({ step, state }) => [step, state]),
          stepNames.filter((name) => !pipeline[name].later || name === step).map((name) => [name, 'done']),
        );
        assert.ok(video.chapters.length > 0);
        assert.equal(new Set(video.chapters.map(({ start }) => start)).size, video.chapters.length);
        assert.deepEqual(
          (await filesOf()).filter((name) => name.includes('partial')),
          [],
          'nothing half done is left',
        );
        if (step !== stepNames.at(-1)) await member.call(videoRoutes.delete, { id });
        await server.stop();
        server = undefined;
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
      server = await startServer(env);
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
      await server?.stop();
      server = undefined;
      const letters = () => readLetters(join(place.dataDir, 'outbox'));
      const before = (await letters()).length;
      await dieAt('mail/begin', () => member.call(accountRoutes.requestReset, { email: member.email }));
      assert.equal((await letters()).length, before, 'it died before it wrote the letter');
      await dieAt('mail/end');
      server = await startServer(env);
      await server.stop();
      server = undefined;
      assert.equal((await letters()).length, before + 1, 'delivered again, it is the same letter');
    });
  });
});
