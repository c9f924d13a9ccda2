import { mkdtempSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { mkdir, rm, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import '@lectern/server/test/on-disk';
import { openEmbeddedPlace, openPostgresPlace, type TestPlace } from '@lectern/server/test/databases';
import { startCluster } from '@lectern/server/test/postgres-cluster';
import { type ServerProcess, createServerSettings, startServer } from '@lectern/server/test/process';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { eventually, signUp, type TestMember } from '@lectern/server/test/member';
import { startBare } from '../load/viewers.ts';
import { median, measureTime } from '../media/measure.ts';
import { bytesAt, openStream, packageDirectly } from '../media/stream.ts';
import { uploadBesidePlain } from '../media/upload-beside-plain.ts';

/** One round's measurements of ours and of the alternative, in the same unit. */
export type Round = { ours: number; theirs: number };

/** A server as in production, and a folder on a disk that goes with this process. */
export type GuardStage = { place: TestPlace; folder: string; server: ServerProcess; close(): Promise<void> };

/** Has all temporary folders made in one on a disk, which goes with this process, also after a signal. */
function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-guard-'));
  process.env.TMPDIR = folder;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  // A server that is about to end may still write.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

/** On PostgreSQL where it is installed, else on the embedded database; either waits for its disk. */
export async function openGuardStage(): Promise<GuardStage> {
  // It removes its own files, and ends by them: they are not to go before it.
  const cluster = await startCluster(undefined, { isDurable: true });
  const folder = openFolder();
  // The one of a full run has ended by now.
  if (cluster) process.env.LECTERN_TEST_POSTGRES = cluster.url;
  try {
    const place = cluster ? await openPostgresPlace() : await openEmbeddedPlace();
    const server = await startServer(await createServerSettings(place));
    return {
      place,
      folder,
      server,
      async close() {
        await server.stop();
        await place.close();
        await cluster?.stop();
      },
    };
  } catch (error) {
    await cluster?.stop();
    throw error;
  }
}

const rounds = 3;
/** How often a round asks for so many segments, from all over the recording. */
const views = { times: 2, segments: 30 };

/** Flushes earlier writes, so that the next measurement does not wait for them. */
const untilWritten = (): Promise<unknown> => promisify(execFile)('sync');

/** Packages the recording by ffmpeg and removes what it made. Milliseconds. */
async function packageOnce(file: string, folder: string): Promise<number> {
  const packaged = join(folder, 'packaged');
  await mkdir(packaged);
  await untilWritten();
  try {
    return await packageDirectly(file, packaged);
  } finally {
    await rm(packaged, { recursive: true });
  }
}

async function removeRecording({ place }: GuardStage, member: TestMember, id: string): Promise<void> {
  await member.call(videoRoutes.delete, { id });
  await eventually(
    async () => !existsSync(join(place.dataDir, 'videos', id, 'original')) || undefined,
    'the recording to be removed',
  );
}

/** Asks us and a bare server of files for the same segments in turns. Median milliseconds of each time. */
async function askForSegments({ folder }: GuardStage, base: string, count: number): Promise<Round[]> {
  const address = (n: number): string => `${base}segment-${Math.floor(((n + 0.5) / views.segments) * count)}.m4s`;
  const bare = await startBare(address, { segments: views.segments, folder });
  try {
    const asked: Round[] = [];
    for (let time = 0; time < views.times; time += 1) {
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let n = 0; n < views.segments; n += 1) {
        ours.push((await measureTime(() => bytesAt(address(n)))).ms);
        theirs.push((await measureTime(() => bytesAt(`${bare.origin}/${n}`))).ms);
      }
      asked.push({ ours: median(ours), theirs: median(theirs) });
    }
    return asked;
  } finally {
    bare.stop();
  }
}

/**
 * Uploads a recording several times beside a plain receiver, and plays it. Times are milliseconds; the first segment
 * is compared with the mean packaging time before and after.
 */
export async function measureRecording(
  stage: GuardStage,
  file: string,
): Promise<{ upload: Round[]; firstSegment: Round[]; segment: Round[] }> {
  const { server, folder } = stage;
  const { size } = await stat(file);
  const member = await signUp(server.origin, server.letters);
  const measured = { upload: [] as Round[], firstSegment: [] as Round[], segment: [] as Round[] };
  let before = await packageOnce(file, folder);
  for (let round = 0; round < rounds; round += 1) {
    const { url, id } = await member.call(uploadRoutes.create, {});
    const copy = join(folder, 'copy');
    await untilWritten();
    const sent = await uploadBesidePlain(url, { file, size, copy });
    const { base, starts } = await openStream(server.origin, member, id);
    const waited = performance.now() - sent.lastByte;
    await rm(copy);
    measured.upload.push({ ours: sent.ours, theirs: sent.plain });
    // The storyboard is being made meanwhile, with the lowest priority: it is in the way of both alike.
    measured.segment.push(...(await askForSegments(stage, base, starts.length)));
    // It goes with the recording, and is not in ffmpeg's way.
    await removeRecording(stage, member, id);
    const after = await packageOnce(file, folder);
    measured.firstSegment.push({ ours: waited, theirs: (before + after) / 2 });
    before = after;
  }
  return measured;
}
