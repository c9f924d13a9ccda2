import { setTimeout as delay } from 'node:timers/promises';
import { runnableSteps } from '@lectern/contract/rules/pipeline';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { essential } from '../findings.ts';
import type { Oracle, ExpectedVideo } from '../oracle.ts';
import { recordImportedVideos } from '../load/transfers.ts';
import type { ChaosMember } from '../member.ts';
import type { Wire } from '../wire.ts';
import { waitForAllJobs } from './jobs.ts';

/**
 * Seconds that everything may take to come to rest on a busy machine; the longest wait before another attempt is 300.
 */
const patience = 420;
/** How often what has failed is tried again. */
const tries = 3;

const gone = 'what is deleted stays deleted';
const there = 'nothing is removed that nobody deleted';

const isMoving = ({ steps }: VideoDetail): boolean =>
  steps.some(({ state }) => state === 'running') || runnableSteps(steps).length > 0;

const isDone = ({ steps }: VideoDetail): boolean =>
  steps.every(
    ({ state, problem }) => state === 'done' || state === 'skipped' || (state === 'blocked' && problem !== null),
  );

async function ask({ member, id }: ExpectedVideo): Promise<VideoDetail | 'gone' | undefined> {
  const answer = await member.call('proof: a video', videoRoutes.asset, { uploadId: id });
  if (answer.is === 'done') return answer.value.data;
  return answer.is === 'refused' && answer.status === 404 ? 'gone' : undefined;
}

/** Waits until nothing of a video moves any more; undefined when it is gone. */
async function atRest(video: ExpectedVideo): Promise<VideoDetail | undefined> {
  for (const until = Date.now() + patience * 1000; ;) {
    const asset = await ask(video);
    if (asset === 'gone') return undefined;
    if (asset && !isMoving(asset)) return asset;
    if (Date.now() > until) return asset;
    await delay(250);
  }
}

const describe = ({ id, steps }: VideoDetail): string =>
  `${id}: ${steps.map(({ step, state, problem }) => `${step} ${state}${problem ? ` (${problem})` : ''}`).join(', ')}`;

async function settle(oracle: Oracle, video: ExpectedVideo): Promise<VideoDetail | undefined> {
  const { findings } = oracle;
  let asset = await atRest(video);
  for (let n = 0; asset && n < tries && !isDone(asset) && !isMoving(asset); n += 1) {
    findings.check(
      'a step that failed says why',
      asset.steps.every(({ state, problem }) => state !== 'failed' || Boolean(problem)),
      describe(asset),
    );
    await video.member.call('proof: try again', videoRoutes.retry, { passthrough: video.id });
    asset = await atRest(video);
  }
  if (video.state === 'deleted') findings.check(gone, asset === undefined, `${video.id} is there`);
  if (video.state === 'present') findings.check(there, asset !== undefined, `${video.id} is gone`);
  // A deletion that was never answered has happened or has not.
  if (video.state === 'vanishing') video.state = asset ? 'present' : 'deleted';
  if (asset) findings.check(essential.videos, isDone(asset), describe(asset));
  return asset;
}

/** Waits until every video has come to rest and holds the libraries against what was promised. */
export async function proveLibraries(
  oracle: Oracle,
  members: readonly ChaosMember[],
  wire: Wire,
): Promise<Map<string, VideoDetail>> {
  await waitForAllJobs(oracle.findings, wire);
  for (const member of members) await recordImportedVideos({ member, oracle });
  const found = await Promise.all([...oracle.videos.values()].map((video) => settle(oracle, video)));
  const assets = new Map(found.flatMap((asset) => (asset ? [[asset.id, asset]] : [])));
  for (const member of members) {
    const listed = await member.call('proof: the library', videoRoutes.list, { userId: member.id });
    const ids = listed.is === 'done' ? listed.value.data.map(({ id }) => id).sort() : [];
    const own = [...oracle.videos.values()].filter((video) => video.member === member && video.state === 'present');
    const wanted = own.map(({ id }) => id).sort();
    oracle.findings.check(
      'a library lists what is there, and nothing else',
      ids.join() === wanted.join(),
      `${member.name}: listed ${ids.join()}, there ${wanted.join()}`,
    );
  }
  return assets;
}
