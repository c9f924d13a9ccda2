import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { makeSealingKey } from '../features/accounts/seal-tokens.ts';
import { ensureSigningKey } from '../platform/http/signing.ts';
import type { PasswordCost, SingleSignOn, World } from '../platform/http/context.ts';
import { existsSync } from 'node:fs';
import { day } from '@lectern/contract/rules/durations';
import { productionPasswordCost } from '../features/accounts/passwords.ts';
import { ensureOneInstallation, refuseHalfRestored, refuseUsedPlace } from '../features/storage/installation.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { inSpans } from '../platform/log/tracing.ts';
import { createDiskCache, type DiskCache } from '../platform/cache/disk-cache.ts';
import { ensurePrivateFolder } from '../platform/files/private-folder.ts';
import { createScratch, type Scratch } from '../platform/files/scratch.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log/log.ts';
import { offerModel } from '../ports/language/local/models.ts';
import { createOutbox } from '../ports/mail/outbox.ts';
import { createSmtp } from '../ports/mail/smtp.ts';
import { createSandbox } from '../ports/payments/sandbox/sandbox.ts';
import type { Storage } from '../ports/storage/port.ts';
import type { Config } from './config.ts';
import { jobDefinitions } from './jobs.ts';
import { openLanguage } from './open-language.ts';
import { openStorage } from './open-storage.ts';
import { openSpeech } from './open-speech.ts';
import { lossesForOperator } from '../features/videos/look.ts';
import { readChangedWords } from '../features/library/embeddings/embed-passages.job.ts';
import { webhookFanOut } from '../features/operations/webhooks/fan-out.ts';
import { recordingEmails } from '../features/videos/recording-emails.ts';
import { forgetEvents } from '../platform/events/deliver-events.ts';
import type { EventReader } from '../platform/events/events.ts';
import { openNameServers } from '../ports/names/dns.ts';
import { createLocalMedia } from '../ports/media/local/media.ts';
import type { Media } from '../ports/media/port.ts';
import { SpeechConfigError } from '../ports/speech/port.ts';
import { createLocalSpeakers } from '../ports/speech/speakers/local-speakers.ts';
import type { Speakers } from '../ports/speech/speakers/port.ts';

/**
 * Opens the configured speaker engine; undefined without one. The default engine may be missing on this machine; an
 * explicitly configured one may not.
 */
async function openSpeakers({ speakers, dataDir }: Config, media: Media): Promise<Speakers | undefined> {
  if (speakers.kind === 'off') return undefined;
  try {
    return await createLocalSpeakers({ ...speakers, dataDir }, media);
  } catch (error) {
    if (error instanceof SpeechConfigError && speakers.byDefault) return undefined;
    throw error;
  }
}

/** The media engine of the settings. Only the one chosen is loaded; the one of this machine always is. */
async function openMedia(
  { media, ffmpegPath, cacheSize }: Pick<Config, 'media' | 'ffmpegPath' | 'cacheSize'>,
  { cache, scratch, log }: { cache: DiskCache; scratch: Scratch; log: Log },
): Promise<Media> {
  const local = await createLocalMedia({ ffmpegPath, cache, log });
  if (media.kind === 'local') return local;
  const { createMuxMedia } = await import('../ports/media/mux/mux.ts');
  const { path } = await scratch.folder();
  return createMuxMedia({ ...media, local, cache, copies: { folder: join(path, 'mux'), most: cacheSize } });
}

/** The provider of the settings, which is first asked when somebody signs in. */
async function openSingleSignOn({ signIn }: Config, now: () => Date): Promise<SingleSignOn | undefined> {
  if (signIn.kind === 'password') return undefined;
  const { createOpenIdProvider } = await import('../ports/identity/openid.ts');
  const { breakGlass, trustsUnverifiedEmail, administratorGroup, workspace, clientSecret } = signIn;
  return {
    provider: createOpenIdProvider(signIn, now),
    isOnly: signIn.kind === 'oidc',
    breakGlass,
    trustsUnverifiedEmail,
    administratorGroup,
    workspace,
    sealingKey: makeSealingKey(clientSecret),
  };
}

/** Readers of events, in the order in which each event is delivered to them. */
const eventReaders: readonly EventReader<World>[] = [recordingEmails, lossesForOperator, webhookFanOut];

export type WorldOptions = {
  log: Log;
  /** One line at a time for the person at the console. */
  print: (line: string) => void;
  now?: () => Date;
  /** Cheaper than what keeps real passwords. */
  passwordCost?: PasswordCost;
};

/** The database of the settings alone, whatever folder it meets; `upTo` as in `openDatabase`. */
export const openDatabaseOf = ({ database, dataDir }: Config, log: Log, upTo?: string): Promise<Database> =>
  openDatabase({ ...(database.kind === 'postgresql' ? { url: database.url } : {}), dataDir, log, upTo });

/** The database of the settings, which belongs to their storage. Throws `FolderRefused`. */
async function openInstallation(config: Config, storage: Storage, log: Log): Promise<Database> {
  const { dataDir } = config;
  refuseHalfRestored(dataDir);
  if (config.database.kind === 'embedded' && !existsSync(join(dataDir, 'database'))) await refuseUsedPlace(storage);
  const database = await openDatabaseOf(config, log);
  try {
    await ensureOneInstallation(database, storage);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Opens everything the product stands on, by the settings, and nothing else. Close with `closeWorld`.
 * Jobs do not run before `world.jobs.start()`.
 */
export async function openWorld(
  config: Config,
  { log, print, now = () => new Date(), passwordCost = productionPasswordCost }: WorldOptions,
): Promise<World> {
  const notice = await ensurePrivateFolder(config.dataDir);
  if (notice !== undefined) print(notice);
  const scratch = createScratch(config.dataDir);
  const storage = await openStorage(config, scratch);
  const database = await openInstallation(config, storage, log);
  // Children and threads start in a fifth of the time when their code is compiled already.
  enableCompileCache(join(config.dataDir, 'cache', 'code'));
  const mail =
    config.mail.kind === 'smtp'
      ? createSmtp({ url: config.mail.url, from: config.mail.from })
      : createOutbox({ folder: join(config.dataDir, 'outbox'), from: config.mail.from, print });
  const mailer = {
    ...mail,
    deliver: inSpans('mail', (letter: Parameters<typeof mail.deliver>[0]) => mail.deliver(letter)),
  };
  const pictures = createDiskCache(join(config.dataDir, 'cache'), config.cacheSize);
  const media = await openMedia(config, { cache: pictures, scratch, log });
  const recogniser = await openSpeech(config, media, print);
  const speech = recogniser && {
    ...recogniser,
    recognise: inSpans('speech', (recording: Parameters<typeof recogniser.recognise>[0]) =>
      recogniser.recognise(recording),
    ),
  };
  const speakers = await openSpeakers(config, media);
  const model = await openLanguage(config.language, { info: print, warn: (text) => log.warn(text) });
  // Ignores the failure, because the model reports it itself and every question tries again.
  model?.prepare?.().catch(() => undefined);
  const language = model && {
    ...model,
    ask: inSpans('language', (question: Parameters<typeof model.ask>[0]) => model.ask(question)),
  };
  const embeddings =
    config.embeddings &&
    (await import('../ports/embeddings/compatible.ts')).createCompatibleEmbeddings(config.embeddings);
  const signingKey = await ensureSigningKey(database);
  const payments =
    config.payments.kind === 'stripe'
      ? (await import('../ports/payments/stripe/stripe.ts')).createStripe(config.payments)
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
    eventReaders: [...eventReaders, readChangedWords(embeddings !== undefined), forgetEvents],
    media,
    speech,
    speakers,
    seats: config.seats,
    outbound: { allowed: config.outboundAllowed, own: [new URL(config.publicUrl ?? 'http://localhost').hostname] },
    readsSlides: config.readsSlides,
    language,
    embeddings,
    offeredModel: offerModel(),
    mailer,
    storage,
    dataDir: config.dataDir,
    scratch,
    pictures,
    payments,
    renewalGrace: config.paymentGraceDays * day,
    retention: config.retention,
    webRoot: join(import.meta.dirname, '../../../web/dist'),
    localOrigin: '',
    administratorsNeedSecondFactor: config.administrator.secondFactor === 'required',
    passwordCost,
    singleSignOn: await openSingleSignOn(config, now),
    areSignUpsOpen: config.areSignUpsOpen,
    nameServers: openNameServers(config.nameServers),
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
  await world.storage.close();
  await world.database.close();
}
