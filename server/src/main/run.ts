import { ensureAdministrator } from '../features/accounts/ensure-administrator.ts';
import { serveSnapshots } from '../features/operations/backup/snapshot.ts';
import { serveMoveCommands } from '../features/operations/moving/move-and-report.ts';
import { flushCompileCache } from 'node:module';
import { styleText } from 'node:util';
import { pino } from 'pino';
import { returnMemoryAfterStart } from '../platform/subprocess/return-memory.ts';
import { currentWork } from '../platform/log/log.ts';
import type { Config } from './config.ts';
import { listenOnPort, createServer } from './server.ts';
import type { SpeechEngine } from '../ports/speech/port.ts';
import { openTracing } from './open-tracing.ts';
import { closeWorld, openWorld } from './world.ts';

const print = (line: string): void => console.log(line);

/** Whether money is taken, which nobody should believe by mistake. */
const paymentsBy = {
  sandbox: 'Payments are a sandbox: plans and tokens cost nothing (PAYMENTS).',
  stripe: 'Payments go through Stripe.',
};

/** Runs the product by its settings until it is told to stop. */
export async function run(config: Config): Promise<void> {
  const closeTracing = config.tracesTo === undefined ? undefined : await openTracing(config.tracesTo);
  const log = pino({ level: config.logLevel, mixin: currentWork });
  print(
    `${config.brand}: opening ${config.database.kind === 'embedded' ? `the embedded database in ${config.dataDir}` : 'PostgreSQL'} …`,
  );
  const world = await openWorld(config, { log, print });
  const app = await createServer(world, config);
  if (config.role !== 'web') world.jobs.start();
  await world.jobs.enqueue('sweep', {}, { key: 'sweep' });
  await listenOnPort(app, world, config);
  // A start that fails before leaves none behind, and one that fails from here on has told the password.
  const administrator = await ensureAdministrator(world, config.administrator);
  if (administrator)
    print(
      `First administrator: ${administrator.email}, password ${administrator.password} (shown only now; if it is lost: npm run -s lectern -- administrators reset ${administrator.email}).`,
    );
  const stopCommands =
    world.database.kind === 'embedded' ? [await serveSnapshots(world), await serveMoveCommands(world)] : [];

  const does = { all: '', web: ' for people; jobs are done by workers', worker: ' as a worker' }[config.role];
  print(`${config.brand} is ready at ${world.publicUrl}${does}`);
  if (world.mailer.kind === 'outbox')
    print(`Mails are files in ${config.dataDir}/outbox; their links are printed here.`);
  print(paymentsBy[world.payments.kind]);
  if (world.singleSignOn?.trustsUnverifiedEmail)
    print(
      styleText(
        'red',
        'OIDC_TRUST_UNVERIFIED_EMAIL: whoever can choose an email address at the provider can take it here.',
      ),
    );
  if (world.media.provider) print('New recordings are received and played by Mux.');
  for (const notice of world.media.notices) print(notice);
  if (world.speech) print(await introduced(world.speech));
  if (world.language) print(`Chapters and answers are written by ${world.language.label}.`);

  // A process that is killed would leave nothing of it to the next start.
  flushCompileCache();
  returnMemoryAfterStart();

  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    print('Stopping: running jobs are handed back and go on at the next start.');
    await app.close();
    for (const stopServing of stopCommands) await stopServing();
    await closeWorld(world);
    await closeTracing?.().catch(() => undefined);
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

/** Describes the engine that recognises recordings without captions, and the model it will fetch. */
async function introduced({ label, missing }: Pick<SpeechEngine, 'label' | 'missing'>): Promise<string> {
  const model = await missing?.();
  if (!model) return `Recordings without captions are recognised by ${label}.`;
  const facts = `${(model.bytes / 1e6).toFixed(0)} MB, ${model.licence}`;
  return `Recordings without captions are recognised by ${label}; its model (${facts}) is fetched for the first one. SPEECH=captions turns it off.`;
}
