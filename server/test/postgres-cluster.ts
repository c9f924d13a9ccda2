import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';

/** A PostgreSQL of the tests' own. `url` is that of a superuser; it has no password and no network port. */
export type Cluster = { url: string; stop(): Promise<void> };

/** The folder of initdb and postgres: PG_BIN, PATH, or where Debian puts them; undefined when they are not installed. */
export function findPostgres(): string | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return [process.env.PG_BIN ?? '', ...(process.env.PATH ?? '').split(delimiter), ...debian].find(
    (folder) => folder && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** The standard input ends when this process does, however it does: then the server ends and its data are removed. */
const supervised = `exec 3<&0; "$1/postgres" -D "$2/data" -k "$2" \
  -c listen_addresses= -c fsync=off -c full_page_writes=off -c shared_buffers=64MB -c max_connections=200 \
  >"$2/log" 2>&1 3<&- & server=$!; cat <&3 >/dev/null; kill -QUIT $server; wait $server; rm -rf "$2"`;

/** Starts a cluster, or resolves with undefined where PostgreSQL is not installed. */
export async function startCluster(): Promise<Cluster | undefined> {
  const bin = findPostgres();
  if (!bin) return undefined;
  const user = unprivileged();
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
  const server = spawn('sh', ['-c', supervised, 'sh', bin, folder], {
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    ...user,
  });
  const gone = once(server, 'exit');
  // Neither keeps this process alive.
  server.unref();
  (server.stdin as unknown as { unref(): void }).unref();
  const url = `postgresql://lectern@localhost/postgres?host=${encodeURIComponent(folder)}`;
  await whenReachable(url);
  return {
    url,
    async stop() {
      server.ref();
      server.stdin.end();
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function whenReachable(url: string): Promise<void> {
  for (let tries = 300; ; tries -= 1) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (tries === 0) throw error;
      await delay(100);
    }
  }
}
