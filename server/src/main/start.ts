import { ensureAdministrator } from '../features/accounts/ensure-administrator.ts';
import { pino } from 'pino';
import { type Config, readConfig } from './config.ts';
import { listen } from './listen.ts';
import { createServer } from './server.ts';
import { toldInALine } from './told-in-a-line.ts';
import { closeWorld, openWorld } from './world.ts';

const print = (line: string): void => console.log(line);

async function start(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel === 'info' ? 'warn' : config.logLevel });
  print(
    `${config.brand}: opening ${config.database.kind === 'embedded' ? `the embedded database in ${config.dataDir}` : 'PostgreSQL'} …`,
  );
  const world = await openWorld(config, { log, print });
  const administrator = await ensureAdministrator(world, config.administrator);
  const app = await createServer(world, { ...config, logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel });
  world.jobs.start();
  await world.jobs.enqueue('sweep', {}, { key: 'sweep' });
  await listen(app, world, config);

  print(`${config.brand} is ready at ${world.publicUrl}`);
  if (world.mailer.kind === 'outbox')
    print(`Mails are files in ${config.dataDir}/outbox; their links are printed here.`);
  if (administrator?.password)
    print(`First administrator: ${administrator.email}, password ${administrator.password} (shown only now).`);
  for (const notice of world.media.notices) print(notice);
  if (world.speech) print(`Recordings without captions are recognised by ${world.speech.label}.`);
  if (world.language) print(`Chapters and answers are written by ${world.language.label}.`);

  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    print('Stopping: running jobs are handed back and go on at the next start.');
    await app.close();
    await closeWorld(world);
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

try {
  await start(readConfig());
} catch (error) {
  console.error(toldInALine(error) ? error.message : error);
  process.exit(1);
}
