import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { formatExactTimecode } from '@lectern/contract/rules/timecode';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { eventually } from '@lectern/server/test/member';
import { readPeakMb } from '@lectern/server/test/process';
import { fetchAsset, uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { measureTime, recordPeakMemory } from '../media/measure.ts';
import {
  prepareHourRecording,
  madeRecording,
  type BenchRecording,
  recordingsIn,
  openMuxBenchStage,
  hashFile,
  type MuxBenchStage,
} from './stage.ts';
import { startViewer } from './viewer.ts';

/** Bytes of a PUT of an upload. */
const chunk = 16 * 1024 ** 2;

/** Seconds that any one thing may take. */
const longest = 1800;

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const say = (what: string, ...figures: string[]): void => console.log(`  ${what.padEnd(38)} ${figures.join(', ')}`);

/** Does a part of the way and prints what it took, with the most memory the server held meanwhile. */
async function part<T>(stage: MuxBenchStage, what: string, work: () => Promise<T>): Promise<T> {
  const memory = recordPeakMemory(stage.server().pid);
  try {
    const { ms, result } = await measureTime(work);
    const { alone, together } = memory.peak();
    say(what, inSeconds(ms), `${alone.toFixed(0)} MB (with children ${together.toFixed(0)} MB)`);
    return result;
  } finally {
    memory.stop();
  }
}

/** Uploads a recording and resolves with its video when nothing of it is to be done any more. */
async function upload(stage: MuxBenchStage, { file, captions }: BenchRecording): Promise<VideoDetail> {
  const { member } = stage;
  const id = await part(stage, 'upload', () => uploadFile(member, file, { captions, chunk }));
  return part(stage, 'until all is made', async () => {
    const { ms } = await measureTime(() =>
      eventually(
        async () => ((await fetchAsset(member, id).catch(() => undefined))?.playable ? true : undefined),
        'the video',
        longest,
      ),
    );
    say('  of this until it plays', inSeconds(ms));
    const video = await waitUntilProcessed(member, id, longest);
    assert.ok(video.chapters.length > 0 && video.steps.every(({ state }) => state === 'done' || state === 'skipped'));
    say('  chapters', String(video.chapters.length));
    return video;
  });
}

/** Moves a video while two people watch it, who must not notice. */
async function move(
  stage: MuxBenchStage,
  target: 'mux' | 'local',
  { id, playback_id: playback }: VideoDetail,
): Promise<void> {
  const viewer = await startViewer(stage.origin, playback);
  await part(stage, `move to ${target}`, () => stage.move(target, id));
  const { looks, failures, slowest } = await viewer.stop();
  say('  watched meanwhile', `${looks} looks, ${failures.length} failures, slowest ${slowest.toFixed(0)} ms`);
  assert.deepEqual(failures, []);
}

/** Checks that the originals stored here and at Mux equal the uploaded bytes. */
async function compare({ dataDir, mux }: MuxBenchStage, id: string, sha256: string): Promise<void> {
  assert.equal(await hashFile(join(dataDir, 'videos', id, 'original')), sha256);
  for (const asset of (await mux.lying()).assets) if (asset.video === id) assert.equal(asset.sha256, sha256);
  say('the original', 'byte for byte what was sent');
}

async function takeParts(stage: MuxBenchStage, { id, playback_id: playback, duration }: VideoDetail): Promise<void> {
  const { member, origin } = stage;
  const timeOf = (seconds: number): string => formatExactTimecode(seconds);
  for (const nth of ['first', 'second'])
    await part(stage, `the ${nth} clip of 30 s`, async () => {
      const from = nth === 'first' ? duration / 2 : duration / 3;
      const clip = { passthrough: id, timeIn: timeOf(from), timeOut: timeOf(from + 30) };
      const { data } = await member.call(clipRoutes.cut, clip);
      await eventually(async () => ((await fetch(data.data, { method: 'HEAD' })).ok ? true : undefined), 'a clip', 600);
    });
  await part(stage, 'a picture of the middle', async () => {
    const reply = await fetch(new URL(mediaPaths.thumbnail(playback, Math.round(duration / 2)), origin));
    assert.ok(reply.ok && (await reply.arrayBuffer()).byteLength > 0);
  });
  await part(stage, 'a screenshot', async () => {
    const { data } = await member.call(clipRoutes.screenshot, { passthrough: id, time: timeOf(duration / 2) });
    assert.ok((await fetch(data.url)).ok);
  });
}

async function remove(stage: MuxBenchStage, id: string): Promise<void> {
  await part(stage, 'deleted, here and at Mux', async () => {
    await stage.member.call(videoRoutes.delete, { id });
    await eventually(async () => {
      const { assets, waiting } = await stage.mux.lying();
      return assets.length === 0 && waiting === 0 ? true : undefined;
    }, 'nothing at Mux');
  });
  const open = (await stage.member.call(uploadRoutes.open, {})).data;
  assert.deepEqual(open, []);
}

async function goTheWholeWay(recording: BenchRecording): Promise<void> {
  const { size } = await stat(recording.file);
  const sha256 = await hashFile(recording.file);
  console.log(`\n${recording.name}, ${(size / 1e6).toFixed(0)} MB`);
  const stage = await openMuxBenchStage();
  try {
    console.log(' under MEDIA_BACKEND=local');
    const here = await upload(stage, recording);
    await stage.startWith('mux');
    console.log(' moved to Mux and back');
    await move(stage, 'mux', here);
    await compare(stage, here.id, sha256);
    await move(stage, 'local', here);
    await compare(stage, here.id, sha256);
    await remove(stage, here.id);
    console.log(' under MEDIA_BACKEND=mux');
    const there = await upload(stage, recording);
    await takeParts(stage, there);
    await move(stage, 'local', there);
    await compare(stage, there.id, sha256);
    await move(stage, 'mux', there);
    await compare(stage, there.id, sha256);
    await remove(stage, there.id);
    say('the most the server held since its start', `${(await readPeakMb(stage.server().pid)).toFixed(0)} MB`);
  } finally {
    await stage.close();
  }
}

/**
 * `npm run bench -- mux [--minutes 20,60,100] [--recordings FOLDER] [--heavy]`: runs long recordings through
 * MEDIA_BACKEND=mux. `--heavy` adds an hour in 1080p; FOLDER holds recordings with captions (`talk.mp4`, `talk.vtt`).
 */
export async function muxBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { minutes: { type: 'string' }, recordings: { type: 'string' }, heavy: { type: 'boolean' } },
  });
  const minutes = values.minutes ?? ((values.recordings ?? values.heavy) ? '' : '60');
  const recordings = [
    ...(values.recordings === undefined ? [] : recordingsIn(values.recordings)),
    ...(await Promise.all(minutes.split(',').filter(Boolean).map(Number).map(madeRecording))),
    ...(values.heavy ? [await prepareHourRecording()] : []),
  ];
  for (const recording of recordings) await goTheWholeWay(recording);
}
