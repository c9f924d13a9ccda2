import { copyFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createMember } from '../features/accounts/create-member.ts';
import { saveCaptionFile } from '../features/transcripts/caption-file.ts';
import { unguessable } from '../features/uploads/finish.ts';
import { createVideo } from '../features/videos/create.ts';
import { startPipeline, stepsOf } from '../features/videos/pipeline.ts';
import type { World } from '../platform/context.ts';
import type { Config } from './config.ts';
import { silentLog } from './silent-log.ts';
import { closeWorld, openWorld } from './world.ts';

const sample = join(import.meta.dirname, '../../../sample');
const account = { email: 'demo@localhost.test', password: 'lectern-demo' };

/**
 * Makes a verified account with the sample recording, processed by the ordinary pipeline. The embedded database
 * has one owner at a time, so the server must not be running on it. Throws `email_taken` the second time.
 */
export async function createDemo(config: Config): Promise<void> {
  const world = await openWorld(config, { log: silentLog, print: () => undefined });
  try {
    const { id } = await createMember(world, { ...account, firstname: 'Demo', lastname: 'Member', plan: 'executive' });
    world.jobs.start();
    console.log('Processing the sample recording …');
    await whenProcessed(world, await addSample(world, id));
  } finally {
    await closeWorld(world);
  }
  console.log(`The demo account is ready. Start the product with "npm start" and sign in:
  email     ${account.email}
  password  ${account.password}`);
}

async function addSample(world: World, userId: string): Promise<string> {
  const id = crypto.randomUUID();
  const recording = join(sample, 'webinar.mp4');
  await world.files.prepare(id);
  await copyFile(recording, world.files.original(id));
  const { size } = await stat(recording);
  const captions = await readFile(join(sample, 'webinar.vtt'));
  await world.database.transaction(async (tx) => {
    await createVideo(tx, {
      id,
      userId,
      assetId: unguessable(),
      playbackId: unguessable(),
      title: 'webinar',
      fileName: 'webinar',
      byteSize: size,
    });
    await saveCaptionFile(tx, id, 'webinar.vtt', captions);
    await startPipeline(world, tx, id);
  });
  return id;
}

async function whenProcessed(world: World, videoId: string): Promise<void> {
  for (;;) {
    const steps = await stepsOf(world.database.kysely, [videoId]);
    if (steps.every(({ state }) => state !== 'waiting' && state !== 'running')) return;
    await delay(200);
  }
}
