import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createMember } from '../features/accounts/create-member.ts';
import { storageKeys } from '../features/storage/keys.ts';
import { saveCaptionFile } from '../features/transcripts/caption-file.ts';
import { createVideo } from '../features/videos/create.ts';
import { startPipeline } from '../features/videos/pipeline.ts';
import { stepRowsOf } from '../features/videos/step-jobs.ts';
import type { World } from '../platform/http/context.ts';
import type { Config } from './config.ts';
import { findFfmpeg } from '../ports/media/local/ffmpeg/find-ffmpeg.ts';
import { makeLongSample } from './long-sample.ts';
import { silentLog } from './silent-log.ts';
import { closeWorld, openWorld } from './world.ts';
import { randomKey } from '../platform/files/random-key.ts';

const sample = join(import.meta.dirname, '../../../sample');
/** Minutes of the long recording. */
const longMinutes = 48;
const account = { email: 'demo@localhost.test', password: 'lectern-demo' };

/**
 * Creates a verified account with the sample and a long recording, processed by the pipeline. The server must not run
 * on the embedded database. Throws `email_taken` when repeated.
 */
export async function createDemo(config: Config): Promise<void> {
  const world = await openWorld(config, { log: silentLog, print: () => undefined });
  try {
    const { id } = await createMember(world, { ...account, firstname: 'Demo', lastname: 'Member', plan: 'executive' });
    world.jobs.start();
    console.log('Processing the sample recording …');
    const short = { recording: join(sample, 'webinar.mp4'), captions: join(sample, 'webinar.vtt') };
    await whenProcessed(world, await addRecording(world, id, short));
    await addLongRecording(world, id, config.ffmpegPath);
  } finally {
    await closeWorld(world);
  }
  console.log(`The demo account is ready. Start the product with "npm start" and sign in:
  email     ${account.email}
  password  ${account.password}`);
}

/**
 * As long as the talks that people really hold, made at this moment; left out where there is no ffmpeg to make it with.
 */
async function addLongRecording(world: World, workspaceId: string, ffmpegPath: string | undefined): Promise<void> {
  const { program } = await findFfmpeg(ffmpegPath);
  if (!program) return console.log('Without ffmpeg there is no long recording.');
  console.log(`Making and processing a recording of ${longMinutes} minutes …`);
  const folder = await mkdtemp(join(tmpdir(), 'lectern-demo-'));
  try {
    const made = await makeLongSample(folder, { program, minutes: longMinutes });
    await whenProcessed(world, await addRecording(world, workspaceId, made));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function addRecording(
  world: World,
  workspaceId: string,
  { recording, captions: captionFile }: { recording: string; captions: string },
): Promise<string> {
  const id = crypto.randomUUID();
  const title = basename(recording, '.mp4');
  const { size } = await stat(recording);
  await world.storage.put(storageKeys.original(id), createReadStream(recording), { size });
  const captions = await readFile(captionFile);
  await world.database.transaction(async (tx) => {
    await createVideo(world, tx, {
      id,
      workspaceId,
      createdBy: workspaceId,
      assetId: randomKey(24),
      playbackId: randomKey(24),
      title,
      fileName: title,
      byteSize: size,
    });
    await saveCaptionFile(tx, id, { name: `${title}.vtt`, bytes: captions, encoding: null });
    await startPipeline(world, tx, id);
  });
  return id;
}

async function whenProcessed(world: World, videoId: string): Promise<void> {
  for (;;) {
    const steps = await stepRowsOf(world.database.kysely, [videoId]);
    if (steps.every(({ state }) => state !== 'waiting' && state !== 'running')) return;
    await delay(200);
  }
}
