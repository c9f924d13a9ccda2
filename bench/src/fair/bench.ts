import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { silentLog } from '@lectern/server/main/silent-log';
import { openDatabase } from '@lectern/server/platform/database/database';
import { eventually, signUp, type TestMember } from '@lectern/server/test/member';
import { createServerSettings, startServer } from '@lectern/server/test/process';
import { fetchAsset, uploadFile } from '@lectern/server/test/upload';
import { longMpeg4 } from '../media/three-hours.ts';
import { median, measureTime } from '../media/measure.ts';

const webinar = join(import.meta.dirname, '../../../sample/webinar.mp4');
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
    await database.kysely.updateTable('users').set({ plan: 'professional' }).execute();
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
