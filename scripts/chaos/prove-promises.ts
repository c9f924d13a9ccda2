import { setTimeout as delay } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { runnableSteps } from '@lectern/contract/rules/pipeline';
import { type Findings, essential } from './findings.ts';
import { type Oracle, type ExpectedVideo } from './oracle.ts';
import type { Wire } from './wire.ts';
import { sendTrackedPut, recordImportedVideos } from './uploads.ts';
import { type ChaosMember, keepMembership } from './member.ts';
import { logLine } from './report.ts';
import { allowances } from './prove-stores.ts';

/** With which the server lets the proof read its metrics. */
export const metricsToken = 'the-chaos-reads-the-metrics';

/** Seconds in which nothing gets on, on a busy machine; the longest wait before another attempt is 300. */
const patience = 420;
/** Seconds after which it is too long, though something does. */
const longest = 1800;

/** Jobs that wait for their time, however far away that is. */
const clocks = /name="(?:sweep|sandbox-renewals)"/;

/** The lines of the metrics that say what is not done; undefined where no answer comes. */
async function atWork(wire: Wire): Promise<string[] | undefined> {
  const answer = await wire.raw('proof: metrics', '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
  if (answer?.status !== 200) return undefined;
  const lines = (await answer.text()).split('\n').filter((line) => !line.endsWith(' 0'));
  return lines.filter(
    (line) =>
      line.startsWith('lectern_job_queue_depth') ||
      /^lectern_jobs\{.*state="active"/.test(line) ||
      (/^lectern_jobs\{.*state="(?:created|retry)"/.test(line) && !clocks.test(line)),
  );
}

/** Waits until no job is at work, due, or to be tried again, for as long as they get on: a busy machine is no fault. */
export async function waitForAllJobs(findings: Findings, wire: Wire): Promise<void> {
  let left: string[] | undefined;
  let before = '';
  let until = 0;
  for (const end = Date.now() + longest * 1000; Date.now() < end; await delay(500)) {
    left = await atWork(wire);
    if (left?.length === 0) break;
    const now = left?.join('\n') ?? '';
    if (now !== before) until = Date.now() + patience * 1000;
    before = now;
    if (Date.now() > until) break;
  }
  findings.check('every job comes to its end', left?.length === 0, left?.join('\n') ?? 'no answer');
}

/** The value of a field as an edit names it. */
function valueOf(asset: VideoDetail, field: string): string {
  const [chapter] = asset.chapters;
  const line = /^line (\d+)$/.exec(field)?.[1];
  if (line !== undefined) return webvttCues(asset.vtt)[Number(line)]?.text ?? '';
  switch (field) {
    case 'chapter title':
      return chapter?.title ?? '';
    case 'chapter summary':
      return chapter?.summary ?? '';
    case 'chapter quote':
      return chapter?.quote[0]?.quote ?? '';
    default:
      return asset[field as 'title' | 'description' | 'summary'];
  }
}

/** Every edit that was acknowledged is there, or a later one. */
function proveEdits({ findings, videos }: Oracle, assets: Map<string, VideoDetail>): void {
  for (const { id, fields } of videos.values()) {
    const asset = assets.get(id);
    if (!asset) continue;
    for (const [name, field] of fields) {
      const value = valueOf(asset, name);
      const what = `${id}, ${name}: there is “${value}”, wanted ${field.describe()}`;
      findings.check(essential.edits, field.allows(value), what);
    }
  }
}

/** Seconds a clip of some seconds may take. */
const clipPatience = 300;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function originalOf({ member }: ExpectedVideo, asset: VideoDetail, wire: Wire): Promise<string | undefined> {
  const filename = asset.localVideo.split('/').at(-1)!;
  const link = await member.call('proof: link of an original', clipRoutes.downloadLink, { filename });
  const told = link.is === 'done' ? await wire.raw('proof: an original', link.value.url) : undefined;
  // A bucket sends it itself.
  const elsewhere = told?.status === 302 ? told.headers.get('location') : null;
  const file = elsewhere ? await wire.raw('proof: an original in the bucket', elsewhere) : told;
  return file?.status === 200 ? sha256(new Uint8Array(await file.arrayBuffer())) : undefined;
}

/** Cuts the clip once more: the same range is the same clip, and one that failed is cut again. */
async function clipState(
  { member, id }: ExpectedVideo,
  times: { timeIn: string; timeOut: string },
  wire: Wire,
): Promise<number | string> {
  const cut = await member.call('proof: a clip', clipRoutes.cut, { passthrough: id, ...times });
  if (cut.is !== 'done') return cut.reason;
  for (const until = Date.now() + clipPatience * 1000; ; await delay(250)) {
    const answer = await wire.raw('proof: is the clip there', cut.value.data.data, { method: 'HEAD' });
    if ((answer && answer.status !== 404 && answer.status < 500) || Date.now() > until)
      return answer?.status ?? 'no answer';
  }
}

/** The recordings that are whole are what was sent, and the clips of them are there. */
async function proveRecordings(oracle: Oracle, assets: Map<string, VideoDetail>, wire: Wire): Promise<void> {
  const { findings } = oracle;
  for (const video of oracle.videos.values()) {
    const asset = assets.get(video.id);
    if (!asset) continue;
    const sum = await originalOf(video, asset, wire);
    findings.check(essential.bytes, video.sha256.includes(sum ?? ''), `${video.id}: ${sum}`);
    for (const times of video.clips.values()) {
      const state = await clipState(video, times, wire);
      findings.check('every clip that was asked for is there', state === 200, `${video.id} ${times.timeIn}: ${state}`);
    }
  }
}

/** Every byte that was acknowledged of an upload is there, and it goes on from there. */
async function proveUploads(oracle: Oracle, wire: Wire): Promise<void> {
  const { findings } = oracle;
  for (const upload of oracle.uploads) {
    if (upload.state === 'finished' || upload.state === 'refused') continue;
    const before = upload.state;
    const status = await sendTrackedPut({ oracle, wire }, upload, `bytes */${upload.size}`);
    const expected = { open: [308, 200], ending: [308, 200, 410], cancelled: [410] }[before];
    findings.check(
      'an unfinished upload goes on, and a cancelled one does not',
      expected.includes(status ?? 0),
      `${upload.id}, ${before}: ${status}`,
    );
  }
}

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
async function proveLibraries(
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

/** Holds what serves again against its promises of recordings and edits. Resolves with what the members have left. */
export async function proveKept(
  oracle: Oracle,
  subscribers: readonly ChaosMember[],
  wire: Wire,
): Promise<Map<string, number>> {
  logLine('Everything is whole again; what was promised is proved.');
  // Lets actions in progress finish after the connections were cut.
  await delay(1000);
  for (const member of subscribers) await keepMembership(member, wire);
  await proveUploads(oracle, wire);
  const assets = await proveLibraries(oracle, subscribers, wire);
  logLine(`${assets.size} videos are at rest.`);
  await proveRecordings(oracle, assets, wire);
  proveEdits(oracle, assets);
  return allowances(subscribers);
}
