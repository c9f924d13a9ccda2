import { type ChildProcessByStdio, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Writable } from 'node:stream';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';

/** A PostgreSQL of the tests' own. `url` is that of a superuser; it has no password and no network port. */
export type Cluster = {
  url: string;
  /** Where it listens. */
  socket: string;
  stop(): Promise<void>;
  /**
   * Ends it as an operator does (`immediate`, `fast`) or by SIGKILL (`crash`). It is as it was afterwards, and away
   * meanwhile.
   */
  shutDown(mode: keyof typeof endings): Promise<void>;
  /** After `shutDown`. */
  startAgain(): Promise<void>;
  /** Every process of it stands still, or goes on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
};

const endings = { fast: 'SIGINT', immediate: 'SIGQUIT', crash: 'SIGKILL' } as const;

/**
 * The folder of initdb and postgres: PG_BIN, PATH, or where Debian puts them; undefined when they are not installed.
 */
export function findPostgres(): string | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return [process.env.PG_BIN ?? '', ...(process.env.PATH ?? '').split(delimiter), ...debian].find(
    (folder) => folder && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
}

/** User and group that PostgreSQL runs as, because it refuses to run as root. */
function findUnprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** The standard input ends when this process does, however it does: then the server ends and its data are removed. */
const supervised = `exec 3<&0; "$1/postgres" -D "$2/data" -k "$2" \
  -c listen_addresses= -c fsync="$4" -c full_page_writes="$4" -c shared_buffers=64MB \
  -c max_connections="$3" >"$2/log" 2>&1 3<&- & cat <&3 >/dev/null
  read -r server <"$2/data/postmaster.pid" && kill -QUIT "$server" && while kill -0 "$server" 2>/dev/null; do sleep 0.05; done;
  rm -rf "$2"`;

/** Makes the files of a cluster in a folder of its own, under `data`. */
async function initCluster(bin: string): Promise<string> {
  const user = findUnprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'lectern-pg-'));
  if (user) await chown(folder, user.uid, user.gid);
  const initdb = [
    '-D',
    join(folder, 'data'),
    '-U',
    'lectern',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ];
  await promisify(execFile)(join(bin, 'initdb'), initdb, { cwd: folder, ...user });
  return folder;
}

/**
 * Starts a cluster, or resolves with undefined where PostgreSQL is not installed. Nothing waits for its disk unless it is
 * to be durable, as in production.
 */
export async function startCluster(connections = 200, { isDurable = false } = {}): Promise<Cluster | undefined> {
  const bin = findPostgres();
  if (!bin) return undefined;
  const folder = await initCluster(bin);
  const launch = (): ChildProcessByStdio<Writable, null, null> => {
    const server = spawn('sh', ['-c', supervised, 'sh', bin, folder, String(connections), isDurable ? 'on' : 'off'], {
      cwd: folder,
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      ...findUnprivilegedUser(),
    });
    // Neither keeps this process alive.
    server.unref();
    (server.stdin as unknown as { unref(): void }).unref();
    return server;
  };
  const launched = [launch()];
  const url = `postgresql://lectern@localhost/postgres?host=${encodeURIComponent(folder)}`;
  await whenReachable(url);
  const pidFile = join(folder, 'data', 'postmaster.pid');
  const postmaster = (): number => Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  return {
    url,
    socket: join(folder, '.s.PGSQL.5432'),
    async shutDown(mode) {
      const pid = postmaster();
      process.kill(pid, endings[mode]);
      while (isAlive(pid)) await delay(20);
    },
    async startAgain() {
      // Remains of a killed process may still hold the shared memory: then one that is launched ends at once.
      for (let tries = 0; tries < 300; tries += 1) {
        if (tries % 5 === 0 && (!existsSync(pidFile) || !isAlive(postmaster()))) launched.push(launch());
        if (await isReachable(url)) return;
        await delay(100);
      }
      throw new Error(`PostgreSQL did not come back:\n${readFileSync(join(folder, 'log'), 'utf8')}`);
    },
    signal(signal) {
      const pid = postmaster();
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
      for (const each of [pid, ...children.map(Number)]) process.kill(each, signal);
    },
    async stop() {
      const ends = launched.map(async (server) => {
        const gone = once(server, 'exit');
        server.ref();
        server.stdin.end();
        if (server.exitCode === null) await gone;
      });
      await Promise.all(ends);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Whether a server takes connections there. */
async function isReachable(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  // One that ends while it is being asked says so once more here.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function whenReachable(url: string): Promise<void> {
  for (let tries = 300; !(await isReachable(url)); tries -= 1) {
    if (tries === 0) throw new Error('The PostgreSQL of the tests does not answer.');
    await delay(100);
  }
}
