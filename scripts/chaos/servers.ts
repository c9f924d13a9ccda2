import { readdir, readFile, rm } from 'node:fs/promises';
import type { NetConnectOpts } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type OutboxEmail, readOutboxEmails } from '../../server/test/outbox-emails.ts';
import {
  createRoleSettings,
  createServerSettings,
  type ServerProcess,
  type ServerSettings,
  startServer,
} from '../../server/test/process.ts';
import type { Findings } from './findings.ts';

/** Resources of a server process: resident bytes and open descriptors. */
export type Footprint = { at: number; incarnation: number; resident: number; descriptors: number };

/** The server under test, which is started again whenever it has ended. */
export type Server = {
  /** SIGKILL; resolves when it is gone. False: it was not there. */
  kill(): Promise<boolean>;
  /** SIGTERM, which must end it with code 0. */
  terminate(): Promise<boolean>;
  /** Resolves when it answers again. */
  up(): Promise<void>;
  /** Returns the process id; undefined while the process is down. */
  pid(): number | undefined;
  /** Ends it for good. */
  stop(): Promise<void>;
  starts(): number;
  footprints: Footprint[];
};

/** Milliseconds. */
const sampleEvery = 2000;
/** Seconds from SIGTERM to the end, with a database that does not answer in between. */
const longestEnd = 90;
/** A start may fail while something it needs is away; so long after the last fault, in seconds, it may not any more. */
const longestStart = 300;

const name = 'the server ends only when it is told to';

type Listener = {
  begun(incarnation: number): void;
  /** When something that the server needs to start was last away. */
  troubled(): number;
};

/** Starts the server and keeps it up. */
async function superviseServer(
  env: ServerSettings,
  findings: Findings,
  { begun, troubled }: Listener,
): Promise<Server> {
  let current: ServerProcess | undefined;
  let told = false;
  const over = new AbortController();
  let incarnation = 0;
  let ready = Promise.withResolvers<void>();
  const footprints: Footprint[] = [];

  async function begin(): Promise<void> {
    for (;;) {
      try {
        current = await startServer(env);
        incarnation += 1;
        begun(incarnation);
        return ready.resolve();
      } catch (error) {
        const late = Date.now() - troubled() > longestStart * 1000;
        if (late) findings.check('the server starts', false, String(error));
        if (late && Date.now() - troubled() > 2 * longestStart * 1000) throw error;
        await delay(500);
      }
    }
  }

  async function keep(): Promise<void> {
    do {
      told = false;
      await begin();
      await current!.gone;
      findings.check(name, told, `it ended by itself: ${current!.lines.slice(-15).join('\n')}`);
      current = undefined;
      if (!over.signal.aborted) ready = Promise.withResolvers();
    } while (!over.signal.aborted);
  }

  async function measure(): Promise<void> {
    const pid = current?.pid;
    if (pid === undefined) return;
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const resident = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
    const descriptors = (await readdir(`/proc/${pid}/fd`)).length;
    if (resident > 0) footprints.push({ at: Date.now(), incarnation, resident, descriptors });
  }
  // A process that ends meanwhile has nothing to measure, and only Linux tells.
  const sampling = setInterval(() => void measure().catch(() => undefined), sampleEvery);

  async function end(how: 'kill' | 'stop'): Promise<boolean> {
    const ending = current;
    if (!ending || told) return false;
    told = true;
    if (how === 'kill') await ending.kill();
    else {
      const late = new AbortController();
      const code = await Promise.race([ending.stop(), delay(longestEnd * 1000, 'too late' as const, late)]).catch(
        String,
      );
      late.abort();
      findings.check(
        'SIGTERM ends the server with code 0',
        code === 0,
        `${code}: ${ending.lines.slice(-5).join('\n')}`,
      );
      if (code === 'too late') await ending.kill();
    }
    return true;
  }

  // It does not outlive this process, whatever ends that.
  const leave = (): void => void (current && process.kill(current.pid, 'SIGKILL'));
  process.once('exit', leave);

  const keeping = keep();
  await Promise.race([ready.promise, keeping]);
  return {
    footprints,
    kill: () => end('kill'),
    terminate: () => end('stop'),
    up: () => Promise.race([ready.promise, keeping]),
    pid: () => (told ? undefined : current?.pid),
    starts: () => incarnation,
    async stop() {
      over.abort();
      clearInterval(sampling);
      await end('stop');
      await keeping;
      process.off('exit', leave);
    },
  };
}

/** `server` does everything in one process. */
export type Role = 'server' | 'web' | 'worker';

export type Process = {
  role: Role;
  port: number;
  settings: ServerSettings;
  server: Server;
  /** It was stopped by SIGSTOP. */
  frozen: boolean;
};

/** All processes of an installation. */
export type Servers = Awaited<ReturnType<typeof superviseServers>>;

/** More than any process is started times. */
const incarnations = 1_000_000;

/** Keeps a process of each role up, each with a folder of its own, or all in the folder that is given. */
export async function superviseServers(
  roles: readonly Role[],
  settings: Record<string, string>,
  { dataDir, databaseUrl }: { dataDir: string | undefined; databaseUrl: string | undefined },
  findings: Findings,
  listener: Listener,
) {
  async function begin(role: Role): Promise<Process> {
    const env: ServerSettings = {
      ...(dataDir === undefined
        ? await createRoleSettings(role, databaseUrl)
        : await createServerSettings({ dataDir, ...(databaseUrl ? { databaseUrl } : {}) })),
      ...settings,
    };
    const server = await superviseServer(env, findings, listener);
    return { role, port: Number(env.PORT), settings: env, server, frozen: false };
  }
  // All of them start for the first time at the same moment.
  const processes = await Promise.all(roles.map(begin));
  const folders = processes.map((each) => each.settings.DATA_DIR);
  const forPeople = processes.filter(({ role }) => role !== 'worker');
  let turn = 0;
  return {
    processes,
    /** Where the next connection goes: the processes for people in turn, but for those that are away or frozen. */
    next(): NetConnectOpts {
      const living = forPeople.filter(({ server, frozen }) => !frozen && server.pid() !== undefined);
      const able = living.length > 0 ? living : forPeople;
      turn += 1;
      return { host: '127.0.0.1', port: able[turn % able.length]!.port };
    },
    /** Resolves when every process answers. */
    async up(): Promise<void> {
      for (const { server } of processes) await server.up();
    },
    /** Resolves when one of each role does. */
    async served(): Promise<void> {
      for (const those of Map.groupBy(processes, ({ role }) => role).values())
        await Promise.any(those.map(({ server }) => server.up()));
    },
    /** Everything in the outboxes: whichever process takes a mail writes it. */
    async letters(): Promise<OutboxEmail[]> {
      return (await Promise.all(folders.map((folder) => readOutboxEmails(join(folder, 'outbox'))))).flat();
    },
    footprints: (): Footprint[] =>
      processes.flatMap(({ server }, n) =>
        server.footprints.map((each) => ({ ...each, incarnation: n * incarnations + each.incarnation })),
      ),
    starts: (): number => processes.reduce((sum, { server }) => sum + server.starts(), 0),
    async stop(): Promise<void> {
      await Promise.all(processes.map(({ server }) => server.stop()));
    },
    async removeFolders(): Promise<void> {
      if (dataDir === undefined) for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}
