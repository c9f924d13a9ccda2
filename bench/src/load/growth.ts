import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { videoRoutes } from '@lectern/contract/videos/videos';
import type { TestMember } from '@lectern/server/test/member';
import { fetchAsset, uploadFile } from '@lectern/server/test/upload';
import { ffmpegProgram, measureTime } from '../media/measure.ts';
import { wordForRank } from '../search/library.ts';
import { middleAndWorst, formatFigures } from './figures.ts';

const times = 60;

async function several(work: (n: number) => Promise<unknown>): Promise<{ p50: number; p99: number }> {
  const ms: number[] = [];
  for (let n = 0; n < times; n += 1) ms.push((await measureTime(() => work(n))).ms);
  return middleAndWorst(ms);
}

/** Compares waiting times of one member with few videos and one with many, each alone. */
export async function libraryGrowth(libraries: readonly { owner: TestMember; videos: number }[]): Promise<void> {
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
export async function lengthGrowth(member: TestMember, origin: string, folder: string): Promise<void> {
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
