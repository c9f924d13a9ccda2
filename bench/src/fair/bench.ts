import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CallError } from '@lectern/contract/client';
import { promptRoutes } from '@lectern/contract/editing/prompts';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { signUp, type TestMember, eventually } from '@lectern/server/test/member';
import { createServerSettings, startServer } from '@lectern/server/test/process';
import { uploadFile, waitUntilProcessed, fetchAsset } from '@lectern/server/test/upload';
import { silentLog } from '@lectern/server/main/silent-log';
import { openDatabase } from '@lectern/server/platform/database/database';
import { measureTime, median } from '../media/measure.ts';
import { longMpeg4 } from '../media/three-hours.ts';

const webinar = join(import.meta.dirname, '../../../sample/webinar.mp4');
const looks = 150;
const parallel = 40;

/** Three hours of talk, a line each four seconds. */
function longCaptions(): string {
  const words = 'roof price contract window budget team customer report plan garden winter engine'.split(' ');
  const lines = Array.from({ length: 2_700 }, (_, n) => {
    const said = Array.from({ length: 9 }, (_, k) => words[(n * 7 + k * k * 5 + (n >> 4)) % words.length]).join(' ');
    return `${formatTimecode(n * 4)}.000 --> ${formatTimecode(n * 4 + 4)}.000\nWe say ${said}, and that is what matters.`;
  });
  return `WEBVTT\n\n${lines.join('\n\n')}\n`;
}

/** Milliseconds of a member's page of recordings, one after the other. */
async function pages(member: TestMember): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < looks; n += 1)
    times.push((await measureTime(() => member.call(videoRoutes.list, { userId: member.session.id }))).ms);
  return times.sort((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number): number => sorted[Math.floor((sorted.length - 1) * share)]!;

const formatSpread = (times: readonly number[]): string =>
  `p50 ${at(times, 0.5).toFixed(0)} ms, p95 ${at(times, 0.95).toFixed(0)} ms, worst ${at(times, 1).toFixed(0)} ms`;

/**
 * `npm run bench -- questions`: times a member's recordings page, at rest and while another member repeatedly asks a
 * three-hour recording 40 questions at once.
 */
export async function questionsBench(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  const server = await startServer(await createServerSettings({ dataDir }));
  try {
    const [asking, other] = [await signUp(server.origin, server.letters), await signUp(server.origin, server.letters)];
    const captions = join(dataDir, 'long.vtt');
    await writeFile(captions, longCaptions());
    const passthrough = await uploadFile(asking, webinar, { captions });
    await waitUntilProcessed(asking, passthrough);
    await waitUntilProcessed(other, await uploadFile(other, webinar, { captions: webinar.replace('.mp4', '.vtt') }));
    await pages(other);
    const rest = await pages(other);
    console.log(`at rest: ${formatSpread(rest)}`);
    const over = new AbortController();
    const answers = new Map<number, number>();
    const ask = async (n: number): Promise<void> => {
      while (!over.signal.aborted) {
        const prompt = `What is said about the roof and budget number ${n}?`;
        const status = await asking.call(promptRoutes.search, { passthrough, prompt }).then(
          () => 200,
          (error: unknown) => (error instanceof CallError ? error.status : Promise.reject(error as Error)),
        );
        answers.set(status, (answers.get(status) ?? 0) + 1);
        if (status !== 200 && status !== 503) return;
      }
    };
    const asked = Promise.all(Array.from({ length: parallel }, (_, n) => ask(n)));
    const beside = await pages(other);
    over.abort();
    await asked;
    console.log(
      `beside ${parallel} questions at once: ${formatSpread(beside)}; answers ${JSON.stringify([...answers])}`,
    );
    console.log(`ratio of p95 ${(at(beside, 0.95) / at(rest, 0.95)).toFixed(2)}`);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const runs = 5;
const others = 10;

/** Milliseconds from the last byte of a recording to its being playable. */
async function untilPlayable(member: TestMember): Promise<number> {
  const id = await uploadFile(member, webinar, { chunk: 8 * 1024 ** 2 });
  const { ms } = await measureTime(async () => {
    while (!(await fetchAsset(member, id)).playable) await delay(20);
  });
  return ms;
}

async function several(member: TestMember): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < runs; n += 1) times.push(await untilPlayable(member));
  return times;
}

const told = (times: readonly number[]): string =>
  `${times.map((ms) => ms.toFixed(0)).join(', ')} ms, median ${median(times).toFixed(0)} ms`;

/**
 * `npm run bench -- fair`: times a 2 MB recording until playable, idle and while another member's three-hour recording
 * is re-encoded and ten more arrive.
 */
export async function fairBench(): Promise<void> {
  console.log('Building the three-hour recording, once …');
  const long = await longMpeg4();
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  const env = await createServerSettings({ dataDir });
  let server = await startServer(env);
  try {
    const one = await signUp(server.origin, server.letters);
    const another = await signUp(server.origin, server.letters);
    await server.stop();
    const database = await openDatabase({ dataDir, log: silentLog });
    await database.kysely.updateTable('workspaces').set({ plan: 'professional' }).execute();
    await database.close();
    server = await startServer(env);
    await untilPlayable(one);
    const idle = await several(one);
    console.log(`idle: ${told(idle)}`);
    const converted = await uploadFile(another, long, { chunk: 16 * 1024 ** 2 });
    const conversion = async () =>
      (await fetchAsset(another, converted)).steps.find(({ step }) => step === 'playable')!;
    await eventually(async () => ((await conversion()).progress > 0 ? true : undefined), 'the conversion', 600);
    const coming = Array.from({ length: others }, () => uploadFile(another, webinar));
    const beside = await several(one);
    const { state, progress } = await conversion();
    console.log(`beside a conversion and ${others} uploads of another member: ${told(beside)}`);
    console.log(`ratio of the medians ${(median(beside) / median(idle)).toFixed(2)}`);
    console.log(`the conversion afterwards: ${state}, ${Math.round(progress * 100)} %`);
    await Promise.all(coming);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
