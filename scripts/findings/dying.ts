import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { videoRoutes } from '@lectern/contract/videos';
import { openDisk } from '../../server/test/disk.ts';
import { startFaultServer } from '../../server/test/fault-server.ts';
import { eventually } from '../../server/test/member.ts';
import { peakOf, settingsOf } from '../../server/test/process.ts';
import { sample } from '../../server/test/sample.ts';
import { assetOf, uploadFile, whenSettled } from '../../server/test/upload.ts';
import { findings, verdict } from './finding.ts';
import { statusOf, tallied } from './http.ts';
import { longConversion, run } from './recording.ts';

/** Whether a program that works on what is in a folder runs on this machine. */
async function worksOn(folder: string): Promise<boolean> {
  const { stdout } = await run('ps', ['-eo', 'stat,args']);
  return stdout.split('\n').some((line) => line.includes(folder) && line.includes('libx264') && !line.startsWith('Z'));
}

/** What dies or fills up, and what is left then. */
export const dyingFindings = findings(
  {
    letter: 'H1',
    holds: 'a step whose process has died again and again goes on, or has failed and can be tried again',
    async look(lab) {
      let server = await lab.serve();
      const member = await lab.member(server);
      const file = await longConversion(await lab.emptyFolder());
      const id = await uploadFile(member, file, { chunk: 64 * 1024 * 1024 });
      const encodes = (seconds: number): Promise<boolean> =>
        eventually(async () => (await worksOn(server.dataDir)) || undefined, 'the encoder', seconds).catch(() => false);
      let deaths = 0;
      while (deaths < 9 && (await encodes(25))) {
        await server.kill();
        deaths += 1;
        const isQuiet = async () => ((await worksOn(server.dataDir)) ? undefined : true);
        await eventually(isQuiet, 'the end of the encoder', 60);
        server = await lab.serveOn(server.settings);
      }
      const isOver = async () => {
        const { state } = (await assetOf(member, id)).steps.find(({ step }) => step === 'playable')!;
        return state === 'failed' ? state : undefined;
      };
      const works = await worksOn(server.dataDir);
      const state = works ? 'at work' : await eventually(isOver, 'the end of the step', 60).catch(() => 'running');
      const retried = works ? 200 : await statusOf(member.call(videoRoutes.retry, { passthrough: id }));
      return verdict(
        state !== 'running' && retried === 200,
        `after ${deaths} deaths the step is ${state}${works ? '' : `, and trying again answers ${retried}`}`,
      );
    },
  },
  {
    letter: 'H2',
    holds: 'a restart of PostgreSQL under load does not end the server',
    async look(lab) {
      const cluster = await lab.cluster();
      const databaseUrl = await lab.database();
      const server = await lab.serveOn(await settingsOf({ dataDir: await lab.emptyFolder(), databaseUrl }));
      const member = await lab.member(server);
      const passthrough = await uploadFile(member, sample('short.mp4'), { captions: sample('short.vtt') });
      await whenSettled(member, passthrough);
      const over = { done: false };
      const sides = Array.from({ length: 16 }, async (_, n) => {
        while (!over.done) {
          await member.call(videoRoutes.save, { passthrough, title: `Title ${n}` }).catch(() => delay(20));
          await member.call(videoRoutes.asset, { uploadId: passthrough }).catch(() => delay(20));
        }
      });
      const state = { lives: true };
      void server.gone.then(() => (state.lives = false));
      let rounds = 0;
      while (state.lives && rounds < 5) {
        await delay(1500);
        await cluster.shutDown(rounds % 2 === 0 ? 'fast' : 'immediate');
        await delay(500);
        await cluster.startAgain();
        await delay(1500);
        rounds += 1;
      }
      const back = state.lives && (await statusOf(assetOf(member, passthrough)).catch(() => 0));
      over.done = true;
      await Promise.all(sides);
      return verdict(
        back === 200,
        state.lives ? `after ${rounds} restarts it answers ${back}` : `the server ended at restart ${rounds}`,
      );
    },
  },
  {
    letter: 'M7',
    holds: 'no re-run of a video ends in a deadlock, however many come at once',
    async look(lab) {
      const databaseUrl = await lab.database();
      const server = await lab.serveOn(await settingsOf({ dataDir: await lab.emptyFolder(), databaseUrl }));
      const member = await lab.member(server);
      const passthrough = await uploadFile(member, sample('short.mp4'), { captions: sample('short.vtt') });
      await whenSettled(member, passthrough);
      const routes = [videoRoutes.regenerateChapters, videoRoutes.uploadOmnisearch, videoRoutes.generateSummary];
      const calls = Array.from({ length: 72 }, (_, n) => statusOf(member.call(routes[n % 3]!, { passthrough })));
      const statuses = await Promise.all(calls);
      return verdict(!statuses.includes(500), `72 at once: ${tallied(statuses)}`);
    },
  },
  {
    letter: 'L8',
    holds: 'a full disk says so: 507, whatever is saved',
    async look(lab) {
      const disk = await openDisk(400 * 1024 ** 2);
      lab.after(() => disk.close());
      if (!disk.fill) throw new Error('No disk can be mounted here: that takes root.');
      await run('cp', ['-a', `${await lab.folder()}/.`, disk.folder]);
      const server = await lab.serveOn(await settingsOf({ dataDir: disk.folder }));
      const member = await lab.member(server);
      const passthrough = await uploadFile(member, sample('short.mp4'), { captions: sample('short.vtt') });
      await whenSettled(member, passthrough);
      await disk.fill(0);
      // The database has room of its own, which is used up by what does not compress.
      const some = (): string => randomBytes(14_000).toString('base64');
      let [saved, status] = [-1, 200];
      while (status === 200 && saved < 3000) {
        status = await statusOf(member.call(videoRoutes.save, { passthrough, summary: some() }));
        saved += 1;
      }
      await disk.empty();
      return verdict(status === 507, `on a full disk ${saved} summaries are saved, and the next answers ${status}`);
    },
  },
  {
    letter: 'L9',
    holds: 'an answer of a model without end is not listened to without end',
    async look(lab) {
      const model = await startFaultServer(() => 'endless');
      lab.after(() => model.close());
      const server = await lab.serve({
        LANGUAGE: 'openai-compatible',
        LANGUAGE_BASE_URL: `${model.url}/v1`,
        LANGUAGE_MODEL: 'endless',
      });
      const member = await lab.member(server);
      const before = await peakOf(server.pid);
      await uploadFile(member, sample('short.mp4'), { captions: sample('short.vtt') });
      await eventually(async () => model.asked.length > 0 || undefined, 'a question to the model');
      await delay(15_000);
      const grown = (await peakOf(server.pid)) - before;
      return verdict(grown < 500, `after 15 s the server has grown by ${grown.toFixed(0)} MB`);
    },
  },
);
