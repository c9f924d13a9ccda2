import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { uploadRoutes } from '@lectern/contract/uploads';
import { videoRoutes } from '@lectern/contract/videos';
import { emptyBoxes, fileOf, movieOf } from '../../server/test/hostile-media.ts';
import { eventually, type TestMember } from '../../server/test/member.ts';
import { peakOf } from '../../server/test/process.ts';
import { sample } from '../../server/test/sample.ts';
import { assetOf, uploadFile, whenSettled } from '../../server/test/upload.ts';
import { findings, verdict } from './finding.ts';
import { longestSilence, statusOf } from './http.ts';
import type { Lab, Server } from './lab.ts';
import { ffmpeg, longConversion, run } from './recording.ts';

const chunk = 4 * 1024 * 1024;

/** Seconds until a member's short recording can be played, or `most`. */
async function timeToPlayable(member: TestMember, most: number): Promise<number> {
  const began = performance.now();
  const id = await uploadFile(member, sample('short.mp4'));
  await eventually(async () => ((await assetOf(member, id)).playable ? true : undefined), 'playing', most).catch(
    () => undefined,
  );
  return (performance.now() - began) / 1000;
}

/** Waits until a recording is refused or no step of it runs any more. */
async function whenOver(member: TestMember, id: string, most: number): Promise<void> {
  await eventually(
    async () => {
      if ((await statusOf(assetOf(member, id))) !== 200) return true;
      const { steps } = await assetOf(member, id);
      return steps.some(({ step, state }) => step === 'playable' && /done|failed/.test(state)) || undefined;
    },
    'the end',
    most,
  ).catch(() => undefined);
}

/** A server with two members, whose first recording has been read: what that takes is counted before. */
async function twoMembers(lab: Lab): Promise<{ server: Server; stranger: TestMember; member: TestMember }> {
  const server = await lab.serve();
  const [stranger, member] = [await lab.member(server), await lab.member(server)];
  await timeToPlayable(member, 60);
  return { server, stranger, member };
}

/** The most megabytes that a program of the server held at once while `work` went on. */
async function childrenDuring(server: Server, work: () => Promise<unknown>): Promise<number> {
  let most = 0;
  const over = { done: false };
  const watching = (async () => {
    while (!over.done) {
      for (const pid of await readdir('/proc')) {
        if (!/^\d+$/.test(pid)) continue;
        const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
        if (!command.includes(server.dataDir) || Number(pid) === server.pid) continue;
        most = Math.max(most, await peakOf(Number(pid)).catch(() => 0));
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  await work();
  over.done = true;
  await watching;
  return most;
}

/** Files that were made to harm, and members who wait for others. */
export const hostileFindings = findings(
  {
    letter: 'C2',
    holds: 'tables that claim ten million samples out of the same bytes take no memory of the server',
    async look(lab) {
      const { server, stranger } = await twoMembers(lab);
      const before = await peakOf(server.pid);
      const chunks = Array.from({ length: 50_000 }, () => 64);
      const file = fileOf(movieOf({ count: 10_000_000, size: 1, chunks, perChunk: 200 }), 204_000);
      const over = { done: false };
      const silence = longestSilence(server.origin, over);
      const id = await uploadFile(stranger, file, { chunk }).catch(() => undefined);
      if (id) await whenOver(stranger, id, 60);
      over.done = true;
      const grown = (await peakOf(server.pid)) - before;
      return verdict(
        grown < 300,
        `204 kB: the server grew by ${grown.toFixed(0)} MB and was silent for ${(await silence).toFixed(0)} ms`,
      );
    },
  },
  {
    letter: 'H4',
    holds: 'one upload does not stop the inspection of everybody',
    async look(lab) {
      const { stranger, member } = await twoMembers(lab);
      await uploadFile(stranger, emptyBoxes(40_000_000), { chunk }).catch(() => undefined);
      const seconds = await timeToPlayable(member, 60);
      return verdict(seconds < 20, `beside 40 MB of empty boxes another member waits ${seconds.toFixed(1)} s`);
    },
  },
  {
    letter: 'H5',
    holds: 'a long conversion does not stop the playback of everybody',
    async look(lab) {
      const { server, stranger, member } = await twoMembers(lab);
      const file = await longConversion(await lab.emptyFolder());
      const id = await uploadFile(stranger, file, { chunk: 64 * 1024 * 1024 });
      await eventually(async () => {
        const step = (await assetOf(stranger, id)).steps.find((each) => each.step === 'playable');
        return step?.state === 'running' || undefined;
      }, 'the conversion');
      const seconds = await timeToPlayable(member, 60);
      const goesOn = !(await assetOf(stranger, id)).playable;
      await server.kill();
      return verdict(
        seconds < 10,
        `beside a conversion ${goesOn ? 'that goes on' : 'that has ended'} another member waits ${seconds.toFixed(1)} s`,
      );
    },
  },
  {
    letter: 'M3',
    holds: 'captions of ten megabytes are read while others are served',
    async look(lab) {
      const { server, stranger } = await twoMembers(lab);
      const cue = '<p begin="1s" end="2s">word <span>and <b>word</b></span></p>\n';
      const ttml = Buffer.from(`<tt><body><div>${cue.repeat(Math.floor(10_400_000 / cue.length))}</div></body></tt>`);
      const { id } = await stranger.call(uploadRoutes.create, {});
      const over = { done: false };
      const silence = longestSilence(server.origin, over);
      const began = performance.now();
      await statusOf(stranger.call(uploadRoutes.captions, { passthrough: id, name: 'long.ttml' }, { body: ttml }));
      const took = performance.now() - began;
      over.done = true;
      const longest = await silence;
      return verdict(
        longest < took / 2,
        `they are read in ${took.toFixed(0)} ms, for ${longest.toFixed(0)} of which nobody is answered`,
      );
    },
  },
  {
    letter: 'M9',
    holds: 'a picture of 16000 × 16000 takes no gigabytes',
    async look(lab) {
      const { server, stranger } = await twoMembers(lab);
      const file = join(await lab.emptyFolder(), 'large.mov');
      const source = ['-f', 'lavfi', '-i', 'color=c=gray:s=16000x16000:r=1', '-frames:v', '3'];
      const coded = ['-pix_fmt', 'rgb24', '-c:v', 'png'];
      await run(await ffmpeg(), ['-v', 'error', ...source, ...coded, '-threads', '1', file]);
      let id: string | undefined;
      const most = await childrenDuring(server, async () => {
        id = await uploadFile(stranger, file, { chunk }).catch(() => undefined);
        if (id) await whenSettled(stranger, id, 90).catch(() => undefined);
      });
      const { data } = await stranger.call(videoRoutes.list, { userId: stranger.session.id });
      return verdict(
        most < 1000,
        `${data.length === 0 ? 'refused' : 'taken'}; its programs held ${most.toFixed(0)} MB at most`,
      );
    },
  },
);
