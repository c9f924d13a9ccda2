import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { eventually, signUp, type TestMember } from '@lectern/server/test/member';
import { startBare } from '../load/bare.ts';
import { median, measureTime } from '../media/measure.ts';
import { bytesAt, openStream, packageDirectly } from '../media/stream.ts';
import { uploadBesidePlain } from '../media/upload-beside-plain.ts';
import type { Round } from './rounds.ts';
import type { GuardStage } from './stage.ts';

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
