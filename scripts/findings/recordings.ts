import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { media } from '@lectern/contract/playback';
import type { VideoAsset } from '@lectern/contract/videos';
import { readPicture } from '../../server/src/ports/media/local/ffmpeg/read-picture.ts';
import { eventually } from '../../server/test/member.ts';
import { assertSameFrames, shownAt } from '../../server/test/odd-media/compare.ts';
import {
  combsIn,
  describeStream,
  errorsIn,
  heardRate,
  listenTo,
  lookAtFrames,
  lookAtPicture,
} from '../../server/test/odd-media/look.ts';
import { odd } from '../../server/test/odd-media/make.ts';
import { sample } from '../../server/test/sample.ts';
import { assetOf, uploadFile, whenSettled } from '../../server/test/upload.ts';
import { findings, verdict } from './finding.ts';
import type { Lab, Server } from './lab.ts';
import { ffmpeg, run } from './recording.ts';
import { soundOffsets } from './sound-offsets.ts';

type Looked = { server: Server; asset: VideoAsset; file: string; stream: string; program: string };

/** Steps a recording needs to be looked at. */
const needed = new Set(['playable', 'thumbnail', 'storyboard']);

/** A recording of a kind of `server/test/odd-media`, or one that `make` makes, as the server plays it. */
async function played(
  lab: Lab,
  kind: string,
  { make, captions }: { make?: (file: string) => Promise<unknown>; captions?: string } = {},
): Promise<Looked> {
  const program = await ffmpeg();
  const folder = await lab.emptyFolder();
  const file = make ? join(folder, kind) : await odd(program, folder)(kind);
  await make?.(file);
  const server = await lab.serve();
  const member = await lab.member(server);
  const id = await uploadFile(member, file, { chunk: 4 * 1024 * 1024, captions });
  const asset = captions
    ? await whenSettled(member, id)
    : await eventually(
        async () => {
          const found = await assetOf(member, id);
          const over = found.steps.every(({ step, state }) => !needed.has(step) || /done|failed|skipped/.test(state));
          return over ? found : undefined;
        },
        kind,
        120,
      );
  return { server, asset, file, program, stream: `${server.origin}${media.stream(asset.playback_id)}` };
}

const stateOf = ({ steps }: VideoAsset, name: string): string =>
  steps.find(({ step }) => step === name)?.state ?? 'missing';

const text = async (address: string | URL): Promise<string> => (await fetch(address)).text();

/** What is wrong with the frames of a stream beside those of its original, in a few words. */
async function wrongWith({ program, stream, file }: Looked, picture?: string): Promise<string | undefined> {
  const [served, original] = await Promise.all([
    lookAtFrames(program, stream, { absolute: true }),
    lookAtFrames(program, file, { absolute: true, ...(picture ? { picture } : {}) }),
  ]);
  try {
    assertSameFrames(served, original);
    return undefined;
  } catch (error) {
    return (error as Error).message.slice(0, 160);
  }
}

/** Pictures at every half second that are not the frame shown then. */
async function wrongPictures(lab: Lab, { server, asset, program, file }: Looked): Promise<string> {
  const frames = await lookAtFrames(program, file, { absolute: true });
  const folder = await lab.emptyFolder();
  let [asked, failed, other] = [0, 0, 0];
  for (let time = 0.5; time < asset.duration - 0.5; time += 0.5) {
    asked += 1;
    const answer = await fetch(`${server.origin}${media.thumbnail(asset.playback_id, time)}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200) failed += 1;
    else {
      await writeFile(join(folder, 'one.jpg'), bytes);
      if ((await lookAtPicture(program, join(folder, 'one.jpg'))) !== shownAt(frames, time)) other += 1;
    }
  }
  return `${failed + other === 0 ? 'no' : failed + other} of ${asked} pictures wrong (${failed} failed, ${other} of another moment)`;
}

/** How recordings play. Players are not asked here but ffmpeg, which forgives more than they do. */
export const recordingFindings = findings(
  {
    letter: 'P2',
    holds: 'a stream has sound to its end, though the sound of its recording ends before',
    async look(lab) {
      const { stream, asset, program } = await played(lab, 'short-sound.mp4');
      const own = (await text(stream)).includes('TYPE=AUDIO');
      const heard = (await listenTo(program, stream, { absolute: true })).length / heardRate;
      return verdict(
        own || heard > asset.duration - 0.5,
        `of ${asset.duration.toFixed(1)} s its stream has sound for ${heard.toFixed(1)} s`,
      );
    },
  },
  {
    letter: 'P3',
    holds: 'a trimmed recording plays its own frames at their own times',
    async look(lab) {
      const wrong = await wrongWith(await played(lab, 'trimmed.mp4'));
      return verdict(!wrong, wrong ?? 'every frame at its time');
    },
  },
  {
    letter: 'P4',
    holds: 'open groups of pictures: every picture is that of its moment',
    async look(lab) {
      const seen = await wrongPictures(lab, await played(lab, 'open-groups.mp4'));
      return verdict(seen.startsWith('no '), seen);
    },
  },
  {
    letter: 'P5',
    holds: 'intra refresh: thumbnail and storyboard are made',
    async look(lab) {
      const looked = await played(lab, 'intra-refresh.mp4');
      const steps = ['thumbnail', 'storyboard'].map((name) => `${name} ${stateOf(looked.asset, name)}`);
      const seen = await wrongPictures(lab, looked);
      return verdict(
        steps.every((step) => step.endsWith('done')) && seen.startsWith('no '),
        `${steps.join(', ')}; ${seen}`,
      );
    },
  },
  {
    letter: 'P8',
    holds: 'BANDWIDTH is no less than the peak of the segments as served',
    async look(lab) {
      const { stream } = await played(lab, 'short.mp4', {
        make: (file) => run('cp', [sample('short.mp4'), file]),
      });
      const master = await text(stream);
      const told = Number(/[:,]BANDWIDTH=(\d+)/.exec(master)![1]);
      const variant = new URL(
        master.split('\n').find((line) => /^[^#]/.test(line))!,
        stream,
      );
      const playlist = await text(variant);
      let peak = 0;
      for (const [, seconds, name] of playlist.matchAll(/#EXTINF:([\d.]+),?\n(\S+)/g)) {
        const { byteLength } = await (await fetch(new URL(name!, variant))).arrayBuffer();
        peak = Math.max(peak, (byteLength * 8) / Number(seconds));
      }
      return verdict(told >= peak, `BANDWIDTH=${told}, peak ${Math.round(peak)}`);
    },
  },
  {
    letter: 'P9',
    holds: 'what is played of a recording with a damaged middle can be decoded, and its storyboard is made',
    async look(lab) {
      const { stream, asset, program } = await played(lab, 'damaged.mp4');
      const errors = (await errorsIn(program, stream)).split('\n').filter(Boolean).length;
      return verdict(
        errors === 0 && stateOf(asset, 'storyboard') === 'done',
        `${errors} lines of errors while it is decoded; storyboard ${stateOf(asset, 'storyboard')}`,
      );
    },
  },
  {
    letter: 'P10b',
    holds: 'sound samples carry no offsets',
    async look(lab) {
      const { server, asset } = await played(lab, 'plain.mp4');
      const part = async (name: string) =>
        Buffer.from(await (await fetch(`${server.origin}/media/${asset.playback_id}/${name}`)).arrayBuffer());
      const offsets = soundOffsets(await part('init.mp4'), await part('segment-0.m4s'));
      const moved = offsets.filter((offset) => offset !== 0);
      return verdict(moved.length === 0, `${moved.length} of ${offsets.length} samples of a segment carry one`);
    },
  },
  {
    letter: 'P10c',
    holds: 'the master playlist has captions and an I-frame playlist',
    async look(lab) {
      const { stream } = await played(lab, 'short.mp4', {
        make: (file) => run('cp', [sample('short.mp4'), file]),
        captions: sample('short.vtt'),
      });
      const master = await text(stream);
      const has = ['TYPE=SUBTITLES', 'EXT-X-I-FRAME-STREAM-INF'].map((what) => [what, master.includes(what)] as const);
      return verdict(
        has.every(([, is]) => is),
        has.map(([what, is]) => `${what}: ${is ? 'yes' : 'no'}`).join(', '),
      );
    },
  },
  {
    letter: 'P10d',
    holds: 'the picture is shown, not the track of pictures before it',
    async look(lab) {
      const wrong = await wrongWith(await played(lab, 'picture-list-first.mp4'), 'v:1');
      return verdict(!wrong, wrong ?? 'every frame at its time');
    },
  },
  {
    letter: 'P10e',
    holds: 'interlaced recordings show no combs',
    async look(lab) {
      const { stream, program } = await played(lab, 'interlaced.ts');
      const frames = (await lookAtFrames(program, stream)).length;
      const combs = await combsIn(program, stream);
      return verdict(combs < frames / 20, `combs in ${combs} of ${frames} frames`);
    },
  },
  {
    letter: 'P10f',
    holds: 'a recording in PQ is not served in eight bits that say PQ',
    async look(lab) {
      const { stream, program } = await played(lab, 'pq.mp4');
      const colour = readPicture(await describeStream(program, stream))?.colour.kind;
      return verdict(colour === 'plain', `the colours of its stream are ${colour}`);
    },
  },
  {
    letter: 'P10g',
    holds: "twenty frames a second with x264's usual keyframes are not converted",
    async look(lab) {
      const { server, asset } = await played(lab, 'usual.mp4', {
        make: async (file) => {
          const source = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=20:d=40', '-f', 'lavfi', '-i', 'sine=d=40'];
          const coded = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-preset', 'veryfast', '-c:a', 'aac'];
          await run(await ffmpeg(), ['-v', 'error', ...source, ...coded, file]);
        },
      });
      const converted = existsSync(join(server.dataDir, 'videos', asset.id, 'rendition.mp4'));
      return verdict(!converted, converted ? 'converted' : 'played as it is');
    },
  },
);
