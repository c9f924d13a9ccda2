import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify, parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { videoRoutes } from '@lectern/contract/videos/videos';
import type { TestMember } from '@lectern/server/test/member';
import { fetchAsset, uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { createTestBucket, hasCeph, startCeph } from '@lectern/server/test/ceph';
import { readPeakMb } from '@lectern/server/test/process';
import { ffmpegProgram, measureTime, readResidentMb } from '../media/measure.ts';
import { wordForRank } from '../search/library.ts';
import { middleAndWorst, formatFigures, type BareServer, startBare, compareWithBareServer } from './viewers.ts';
import { oneHour } from '../media/three-hours.ts';
import { type LoadAccounts, createLoadAccounts, startHouse } from './house.ts';
import { simulateCrowd, type LoadSetup, thumbnails } from './people.ts';

const times = 60;

async function several(work: (n: number) => Promise<unknown>): Promise<{ p50: number; p99: number }> {
  const ms: number[] = [];
  for (let n = 0; n < times; n += 1) ms.push((await measureTime(() => work(n))).ms);
  return middleAndWorst(ms);
}

/** Compares waiting times of one member with few videos and one with many, each alone. */
async function libraryGrowth(libraries: readonly { owner: TestMember; videos: number }[]): Promise<void> {
  for (const { owner, videos } of libraries) {
    const { call, session } = owner;
    const { data } = await call(videoRoutes.list, { userId: session.id });
    console.log(`\nA library of ${videos} videos, one person:`);
    console.log(`library    ${formatFigures(await several(() => call(videoRoutes.list, { userId: session.id })))}`);
    const search = (n: number) => call(videoRoutes.search, { userId: session.id, keyword: wordForRank(n * 71) });
    console.log(`search     ${formatFigures(await several(search))}`);
    const moments = (n: number) => call(videoRoutes.moments, { userId: session.id, keyword: wordForRank(n * 71) });
    console.log(`moments    ${formatFigures(await several(moments))}`);
    const asset = () => call(videoRoutes.asset, { uploadId: data[0]!.id });
    console.log(`video page ${formatFigures(await several(asset))}`);
  }
}

/** Sends recordings of one hour and of the three that are the limit, and tells how long it takes until they play. */
async function lengthGrowth(member: TestMember, origin: string, folder: string): Promise<void> {
  const webinar = join(import.meta.dirname, '../../../sample/webinar.mp4');
  for (const hours of [1, 3]) {
    const file = join(folder, `${hours}.mp4`);
    // The sample has three minutes.
    const loops = `-v error -nostdin -stream_loop ${hours * 20 - 1} -i`.split(' ');
    await promisify(execFile)(ffmpegProgram, [...loops, webinar, '-c', 'copy', file]);
    const id = await uploadFile(member, file, { chunk: 32 * 1024 ** 2 });
    const { ms, result } = await measureTime(async () => {
      for (;;) {
        const asset = await fetchAsset(member, id);
        if (asset.playable) return asset;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    const stream = origin + mediaPaths.stream(result.playback_id);
    const playlist = await (await fetch(stream.replace('master', 'video'))).text();
    const segments = playlist.match(/segment-\d+/g)?.length ?? 0;
    const segment = await several(async (n) => {
      const number = Math.floor(((n + 0.5) / times) * segments);
      await (await fetch(stream.replace('master.m3u8', `segment-${number}.m4s`))).arrayBuffer();
    });
    console.log(
      `\nA recording of ${hours} h (${segments} segments): plays ${ms.toFixed(0)} ms after its last byte; segments ${formatFigures(segment)}`,
    );
  }
}

type Size = {
  people: number;
  seconds: number;
  webs: readonly number[];
  members: number;
  videos: number;
  collected: number;
};

/** Megabytes of the largest of some processes at each quarter of a time. */
async function memoryOver(seconds: number, pids: readonly number[]): Promise<number[]> {
  const quarters: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    await delay((seconds * 1000) / 4 - 20);
    quarters.push(Math.max(...pids.map(readResidentMb)));
  }
  return quarters;
}

/** The same people at one, two and more web processes beside one worker, on a storage; then, at one, what grows. */
async function measure(
  furnished: LoadAccounts,
  storage: string,
  env: Record<string, string>,
  { people, seconds, webs, members, videos, collected }: Size,
  growth: boolean,
): Promise<void> {
  const place = await furnished.open();
  const running = await startHouse(place, env);
  let bare: BareServer | undefined;
  try {
    const [first] = await running.webs(1);
    const [newcomer, collector, member] = [furnished.newcomer, furnished.collector, furnished.members[0]!].map(
      (each) => ({ ...each, call: each.at(first!.origin) }),
    );
    const id = await uploadFile(newcomer!, await oneHour(), { chunk: 32 * 1024 ** 2 });
    const { playback_id: playbackId } = await waitUntilProcessed(newcomer!, id, 600);
    const playlist = await (
      await fetch(first!.origin + mediaPaths.stream(playbackId).replace('master', 'video'))
    ).text();
    const segments = playlist.match(/segment-\d+/g)?.length ?? 0;
    const address = (n: number): string =>
      first!.origin + mediaPaths.stream(playbackId).replace('master.m3u8', `segment-${n}.m4s`);
    bare = await startBare(address, { segments, folder: place.dataDir });
    let alone: number | undefined;
    for (const count of webs) {
      const serving = await running.webs(count);
      const house: LoadSetup = {
        origins: serving.map(({ origin }) => origin),
        members: furnished.members.slice(0, members),
        playbackId,
        segments,
        bare: bare.origin,
      };
      // Warms up the thumbnails, because work done only at the first request must not be measured.
      for (const { origin } of serving)
        for (let second = 0; second < thumbnails; second += 1)
          await (await fetch(origin + mediaPaths.thumbnail(playbackId, second))).arrayBuffer();
      await simulateCrowd(house, people, 15);
      const pids = serving.map(({ pid }) => pid);
      const [{ ms, errors }, memory] = await Promise.all([
        simulateCrowd(house, people, seconds),
        memoryOver(seconds, pids),
      ]);
      const rate = [...ms.values()].reduce((sum, { length }) => sum + length, 0) / seconds;
      alone ??= rate;
      const most = Math.max(...(await Promise.all(pids.map(readPeakMb))));
      console.log(
        `\n${storage}, ${count} web: ${rate.toFixed(1)} a second, ${(rate / alone).toFixed(2)} of the first; the largest` +
          ` holds ${memory.map((each) => each.toFixed(0)).join(', ')} MB at each quarter, at most ${most.toFixed(0)}`,
      );
      for (const [kind, values] of [...ms].toSorted(([a], [b]) => a.localeCompare(b)))
        console.log(
          `${kind.padEnd(18)} ${String(values.length).padStart(6)}   ${formatFigures(middleAndWorst(values))}`,
        );
      for (const [what, times] of errors) console.log(`failed ${times} times: ${what}`);
    }
    if (!growth) return;
    console.log('\nViewers of one recording, one web process; beside it a bare server of files:');
    for (const where of ['together', 'scattered'] as const) {
      const { pid } = first!;
      const how = { pid, bare, segments, seconds: 10, counts: [1, 10, 50, 200], where };
      for (const { ours, bare: direct } of await compareWithBareServer(address, how))
        console.log(
          `${String(ours.viewers).padStart(4)} ${where.padEnd(9)}  ${ours.perSecond.toFixed(0).padStart(5)} segments a second,` +
            ` ${ours.perProcessorSecond.toFixed(0).padStart(5)} a processor's second, ${(ours.perProcessorSecond / direct.perProcessorSecond).toFixed(2)}` +
            ` of the bare one   ${formatFigures(ours)}   bare ${formatFigures(direct)}`,
        );
    }
    await libraryGrowth([
      { owner: member!, videos },
      { owner: collector!, videos: collected },
    ]);
    await lengthGrowth(newcomer!, first!.origin, place.dataDir);
  } finally {
    bare?.stop();
    await running.stop();
    await place.close();
  }
}

/**
 * `npm run bench -- load [--people 50] [--seconds 60] [--members 200] [--videos 20] [--collected 2000] [--webs 1,2,4]
 * [--storage disk,s3]`: loads web processes and a worker with simulated people.
 */
export async function loadBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      people: { type: 'string', default: '50' },
      seconds: { type: 'string', default: '60' },
      members: { type: 'string', default: '200' },
      videos: { type: 'string', default: '20' },
      collected: { type: 'string', default: '2000' },
      webs: { type: 'string', default: '1,2,4' },
      storage: { type: 'string', default: hasCeph() ? 'disk,s3' : 'disk' },
    },
  });
  const size: Size = {
    people: Number(values.people),
    seconds: Number(values.seconds),
    members: Number(values.members),
    videos: Number(values.videos),
    collected: Number(values.collected),
    webs: values.webs.split(',').map(Number),
  };
  const storages = values.storage.split(',');
  console.log('Filling the libraries …');
  const furnished = await createLoadAccounts(size);
  console.log(
    `${size.people} people, ${size.members} members with ${size.videos} videos each (one of them coming in), one with ${size.collected}: ${(furnished.cues / 1e6).toFixed(1)} million lines of transcripts`,
  );
  const ceph = storages.includes('s3') ? await startCeph() : undefined;
  try {
    if (storages.includes('disk')) await measure(furnished, 'disk', {}, size, true);
    if (ceph) await measure(furnished, "a bucket of Ceph's gateway", await createTestBucket(ceph, 'load'), size, false);
  } finally {
    await ceph?.stop();
    await furnished.close();
  }
}
