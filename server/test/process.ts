import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { killWithParent } from '../src/platform/subprocess/kill-with-parent.ts';
import type { TestPlace } from './databases.ts';
import { freePort } from './free-port.ts';
import { readOutboxEmails } from './outbox-emails.ts';
import { quickToCompile } from './quick-to-compile.ts';

/** The product as people run it, in a process of its own that a test can kill. */
export type ServerProcess = {
  origin: string;
  /** Everything it printed. */
  lines: string[];
  /** Everything in the outbox so far, oldest first. */
  letters(): ReturnType<typeof readOutboxEmails>;
  /** SIGKILL: no goodbye of any kind. */
  kill(): Promise<void>;
  /** SIGTERM, and its exit code. */
  stop(): Promise<number | null>;
  pid: number;
  /** Resolves when it has ended, however. */
  gone: Promise<unknown>;
};

export type ServerSettings = Record<string, string> & { DATA_DIR: string };

/** Megabytes that a process held at most since it began. */
export async function readPeakMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** For a server on a place: at every start it has the same port. */
export async function createServerSettings({
  dataDir,
  databaseUrl,
}: Omit<TestPlace, 'close'>): Promise<ServerSettings> {
  return {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
}

/** For one of several processes that share a database, but no folder: at every start it has the same port. */
export const createRoleSettings = async (role: string, databaseUrl: string | undefined): Promise<ServerSettings> => ({
  ...(await createServerSettings({
    dataDir: await mkdtemp(join(tmpdir(), `lectern-${role}-`)),
    ...(databaseUrl ? { databaseUrl } : {}),
  })),
  ROLE: role,
});

const entry = join(import.meta.dirname, '../src/main/start.ts');

/** Starts the server and resolves when it says that it is ready. Throws with its output when it ends before. */
export async function startServer(
  env: ServerSettings,
  program = entry,
  node = process.execPath,
): Promise<ServerProcess> {
  const port = env.PORT ?? String(await freePort());
  const child: ChildProcess = spawn(node, [quickToCompile, program], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...(process.env.TMPDIR ? { TMPDIR: process.env.TMPDIR } : {}),
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      SPEECH: 'captions',
      SLIDES: 'off',
      SPEAKERS: 'off',
      ...env,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const gone = once(child, 'exit');
  const release = killWithParent(child);
  child.once('exit', release);
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        if (line.includes('is ready at')) resolve();
      });
    void gone.then(([code]) => reject(new Error(`The server ended with code ${code}:\n${lines.join('\n')}`)));
  });
  await ready;
  // The process lives on; from here its end is awaited by kill and stop.
  ready.catch(() => undefined);
  return {
    origin: `http://127.0.0.1:${port}`,
    lines,
    pid: child.pid!,
    gone,
    letters: () => readOutboxEmails(join(env.DATA_DIR, 'outbox')),
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
    async stop() {
      child.kill('SIGTERM');
      const [code] = (await gone) as [number | null];
      return code;
    },
  };
}
