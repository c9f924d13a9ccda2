import { join } from 'node:path';
import { createClient, type Call } from '@lectern/contract/client';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { type Config, readConfig } from '../src/main/config.ts';
import { listenOnPort, createServer } from '../src/main/server.ts';
import { closeWorld, openWorld } from '../src/main/world.ts';
import type { World } from '../src/platform/http/context.ts';
import type { ConnectionTimeouts } from '../src/platform/http/connection-timeouts.ts';
import { type WorkLimits, usualMemberWork } from '../src/platform/limits/admission.ts';
import { type OpenPlace, openUsualPlace } from './databases.ts';
import { readOutboxEmails } from './outbox-emails.ts';
import { type AdminSession, adminRoutes } from '@lectern/contract/operations/admin';
import { ensureAdministrator } from '../src/features/accounts/ensure-administrator.ts';

export type TestWorld = {
  world: World;
  origin: string;
  dataDir: string;
  /** Calls without a session. */
  call: Call;
  /** Calls with this bearer token. */
  as(token: string): Call;
  /** Everything in the outbox so far, oldest first. */
  letters(): ReturnType<typeof readOutboxEmails>;
  close(): Promise<void>;
};

export const administrator = { email: 'root@example.org', password: 'administrator' };

/** Signs an administrator in, who is made where there is none yet. */
export async function signInAdministrator(
  { world, call }: Pick<TestWorld, 'world' | 'call'>,
  account = administrator,
): Promise<AdminSession> {
  await ensureAdministrator(world, account);
  return call(adminRoutes.login, account);
}

/** An account may call more at once than on a real server: what bounds it is then the work that it asks for. */
export const manyCalls: WorkLimits = {
  memberWork: { ...usualMemberWork, calls: { ...usualMemberWork.calls, maxConcurrentPerOwner: 64 } },
};

/** The whole server on a given place, or on one of its own that `open` makes, listening on a free port of 127.0.0.1. */
export async function openTestWorld({
  databaseUrl: givenUrl,
  dataDir: givenDir,
  env = {},
  now,
  patience,
  limits = {},
  jobs = true,
  open = openUsualPlace,
}: {
  databaseUrl?: string | undefined;
  dataDir?: string;
  env?: Record<string, string>;
  now?: () => Date;
  /** Shorter than a real server's. */
  patience?: ConnectionTimeouts;
  /** Other than a real server's. */
  limits?: WorkLimits;
  /** Whether jobs run. */
  jobs?: boolean;
  open?: OpenPlace;
} = {}): Promise<TestWorld> {
  const own = givenDir === undefined ? await open() : undefined;
  const { dataDir, databaseUrl } = own ?? { dataDir: givenDir!, databaseUrl: givenUrl };
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    PORT: '0',
    ADMIN_PASSWORD: 'administrator-of-tests',
    SPEECH: 'captions',
    SLIDES: 'off',
    SPEAKERS: 'off',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...env,
  });
  const world = await openWorld(config, {
    log: pino({ level: config.logLevel }),
    print: () => undefined,
    passwordCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
    ...(now ? { now } : {}),
  });
  const { app, origin } = await serve(world, config, { patience, limits }, jobs).catch(async (error: unknown) => {
    await closeWorld(world, 0);
    throw error;
  });
  return {
    world,
    origin,
    dataDir,
    call: createClient({ origin }),
    as: (token) => createClient({ origin, token: () => token }),
    letters: () => readOutboxEmails(join(dataDir, 'outbox')),
    async close() {
      await app.close();
      await closeWorld(world, 0);
      await own?.close();
    },
  };
}

async function serve(
  world: World,
  config: Config,
  bounds: Parameters<typeof createServer>[2],
  jobs: boolean,
): Promise<{ app: FastifyInstance; origin: string }> {
  const app = await createServer(world, config, bounds);
  if (jobs) world.jobs.start();
  return { app, origin: await listenOnPort(app, world, { port: config.port, host: '127.0.0.1' }) };
}
