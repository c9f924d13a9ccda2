import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findPostgres, initCluster, isReachable, findUnprivilegedUser } from '../../server/test/postgres-cluster.ts';

/** A PostgreSQL that dies and comes back with its data. */
export type Postgres = {
  /** Where it listens. */
  socket: string;
  /** SIGKILL: a crash; SIGQUIT: the immediate stop; SIGINT: the fast one. Resolves when nothing of it is left. */
  end(signal: 'SIGKILL' | 'SIGQUIT' | 'SIGINT'): Promise<void>;
  /** Resolves when it answers. */
  start(): Promise<void>;
  close(): Promise<void>;
};

/** Ends when the server does. The server ends with this process, however that ends: then its standard input does. */
const supervised = `exec 3<&0; "$1/postgres" -D "$2/data" -k "$2" \
  -c listen_addresses= -c fsync=off -c full_page_writes=off -c shared_buffers=64MB -c max_connections=100 \
  >>"$2/log" 2>&1 3<&- & server=$!; { cat <&3 >/dev/null; kill -QUIT $server 2>/dev/null; } & wait $server`;

/** Makes a cluster with an empty database named postgres; undefined where PostgreSQL is not installed. */
export async function openPostgres(): Promise<Postgres | undefined> {
  const bin = findPostgres();
  if (!bin) return undefined;
  const folder = await initCluster(bin);
  let supervisor: ChildProcess | undefined;

  const url = `postgresql://lectern@localhost/postgres?host=${encodeURIComponent(folder)}`;

  const self: Postgres = {
    socket: join(folder, '.s.PGSQL.5432'),
    async start() {
      for (let tries = 0; tries < 600; tries += 1) {
        // Remains of the killed process may still hold the shared memory; then this one ends at once.
        if (!supervisor || supervisor.exitCode !== null)
          supervisor = spawn('sh', ['-c', supervised, 'sh', bin, folder], {
            cwd: folder,
            stdio: ['pipe', 'ignore', 'ignore'],
            ...findUnprivilegedUser(),
          });
        if (await isReachable(url)) return;
        await delay(100);
      }
      throw new Error(`PostgreSQL did not come back:\n${await readFile(join(folder, 'log'), 'utf8')}`);
    },
    async end(signal) {
      if (!supervisor) return;
      const gone = once(supervisor, 'exit');
      const pid = Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0]);
      process.kill(pid, signal);
      await gone;
      supervisor.stdin?.end();
      supervisor = undefined;
    },
    async close() {
      await self.end('SIGINT').catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
  await self.start();
  return self;
}
