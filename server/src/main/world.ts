import { join } from 'node:path';
import { ensureSigningKey } from '../platform/signing.ts';
import type { World } from '../platform/context.ts';
import { openDatabase } from '../platform/database/database.ts';
import { videoFiles } from '../platform/files.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import { createLocalMedia } from '../ports/media/local/media.ts';
import { createOutbox } from '../ports/mail/outbox.ts';
import { createSmtp } from '../ports/mail/smtp.ts';
import { createSandbox } from '../ports/payments/sandbox/sandbox.ts';
import { createStripe } from '../ports/payments/stripe/stripe.ts';
import type { Config } from './config.ts';
import { jobDefinitions } from './jobs.ts';
import { openLanguage } from './open-language.ts';
import { openSpeech } from './open-speech.ts';

export type Surroundings = {
  log: Log;
  /** One line at a time for the person at the console. */
  print: (line: string) => void;
  now?: () => Date;
};

/**
 * Opens everything the product stands on, by the settings, and nothing else. Close with `closeWorld`.
 * Jobs do not run before `world.jobs.start()`.
 */
export async function openWorld(config: Config, { log, print, now = () => new Date() }: Surroundings): Promise<World> {
  const database = await openDatabase({
    ...(config.database.kind === 'postgresql' ? { url: config.database.url } : {}),
    dataDir: config.dataDir,
    log,
  });
  const mailer =
    config.mail.kind === 'smtp'
      ? createSmtp({ url: config.mail.url, from: config.mail.from })
      : createOutbox({ folder: join(config.dataDir, 'outbox'), from: config.mail.from, print });
  const media = await createLocalMedia({ ffmpegPath: config.ffmpegPath, cacheDir: join(config.dataDir, 'cache'), log });
  const speech = await openSpeech(config, media);
  const language = await openLanguage(config.language);
  const signingKey = await ensureSigningKey(database);
  const payments =
    config.payments.kind === 'stripe'
      ? createStripe(config.payments)
      : createSandbox({
          database,
          signingKey,
          now,
          tell: async (tx, event) => void (await (world as World).jobs.enqueue('sandbox-event', event, { tx })),
        });
  const world: Omit<World, 'jobs'> = {
    brand: config.brand,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    publicUrlIsSet: config.publicUrl !== undefined,
    maxFileSize: config.maxFileSize,
    database,
    media,
    speech,
    language,
    mailer,
    files: videoFiles(config.dataDir),
    payments,
    webRoot: join(import.meta.dirname, '../../../web/dist'),
    localOrigin: '',
    metricsToken: config.metricsToken,
    signingKey,
    now,
    log,
  };
  // Jobs need the world, and the world needs jobs: the same object serves both.
  return Object.assign(world, { jobs: await createJobs(database, jobDefinitions, world as World, log) });
}

/** Lets running jobs hand themselves back, then closes in the reverse order of opening. */
export async function closeWorld(world: World, graceSeconds = 10): Promise<void> {
  await world.jobs.stop(graceSeconds);
  await world.speech?.close();
  await world.media.close();
  await world.mailer.close();
  await world.database.close();
}
