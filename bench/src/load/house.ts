import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Call, createClient } from '@lectern/contract/client';
import { administer, openPostgresPlace, type TestPlace } from '@lectern/server/test/databases';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { type ServerProcess, createServerSettings, startServer } from '@lectern/server/test/process';
import { openTestWorld } from '@lectern/server/test/world';
import { copyLibrary } from '../search/copy-library.ts';
import { fillLibrary } from '../search/library.ts';
import { fetchFrom } from './people.ts';

/** Accounts with libraries in a database of PostgreSQL, on which servers are then started. */
export type LoadAccounts = {
  members: Settled[];
  /** Has many more videos than the others. */
  collector: Settled;
  /** Has none yet. */
  newcomer: Settled;
  cues: number;
  /** The database once more, for a run of its own, and an empty folder. */
  open(): Promise<TestPlace>;
  close(): Promise<void>;
};

/** A member who calls the server at an address that is known only when it is started. */
type Settled = TestMember & { at(origin: string): Call };

/** From one to three hours. */
const hoursOf = (n: number): number => 1 + (n % 3);

/**
 * Signs so many members up, each with so many videos of one to three hours less the one they upload, one with
 * `collected`, and one with none.
 */
export async function createLoadAccounts({
  members: count,
  videos,
  collected,
}: {
  members: number;
  videos: number;
  collected: number;
}): Promise<LoadAccounts> {
  const place = await openPostgresPlace();
  const server = await openTestWorld({ ...place, jobs: true, env: { TRUST_PROXY: '1' } });
  const members: TestMember[] = [];
  let cues: number;
  try {
    for (let n = 0; n < count + 2; n += 1)
      members.push(await signUp(server.origin, server.letters, { fetch: fetchFrom(n) }));
    const { pool, kysely } = server.world.database;
    await kysely.updateTable('workspaces').set({ plan: 'professional' }).execute();
    const [one, ...others] = members.slice(0, -1).map(({ session }) => session.id);
    await fillLibrary(server.world, one!, videos - 1, hoursOf);
    const collector = others.pop()!;
    // With a client of its own: millions of rows take longer than any statement of the product may.
    await administer(place.databaseUrl!, async (client) => {
      const copies = others.map((to) => ({ to, times: 1 }));
      await copyLibrary(client, one!, [...copies, { to: collector, times: Math.round(collected / (videos - 1)) }]);
    });
    cues = (await pool.query<{ n: number }>('select count(*)::int as n from cues')).rows[0]!.n;
  } finally {
    await server.close();
  }
  const settled = members.map((each) => ({
    ...each,
    at: (origin: string) => createClient({ origin, token: () => each.session.token }),
  }));
  return {
    members: settled.slice(0, -2),
    collector: settled.at(-2)!,
    newcomer: settled.at(-1)!,
    cues,
    async open() {
      const own = await openPostgresPlace();
      const [from, to] = [place, own].map(({ databaseUrl }) => new URL(databaseUrl!).pathname.slice(1));
      const server = new URL(place.databaseUrl!);
      server.pathname = '/postgres';
      await administer(String(server), async (client) => {
        await client.query(`drop database ${to} with (force)`);
        await client.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [from]);
        await client.query(`create database ${to} template ${from}`);
      });
      return own;
    },
    close: () => place.close(),
  };
}

/** Processes of the product on one database and one storage. */
export type Running = {
  worker: ServerProcess;
  /** At least so many web processes as were asked for last. */
  webs(count: number): Promise<ServerProcess[]>;
  stop(): Promise<void>;
};

const cli = join(import.meta.dirname, '../../../server/src/main/cli.ts');

/** Starts a worker, and web processes as they are asked for. */
export async function startHouse(place: TestPlace, env: Record<string, string>): Promise<Running> {
  const shared = { ...env, TRUST_PROXY: '1', ADMIN_PASSWORD: randomUUID() };
  const start = async (ROLE: string): Promise<ServerProcess> =>
    startServer({ ...(await createServerSettings(place)), ...shared, ROLE });
  // The database is a copy, and knows recordings of which nothing lies in the storage.
  await promisify(execFile)(process.execPath, [cli, 'adopt', '--yes'], {
    env: { ...process.env, ...env, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl },
  });
  const worker = await start('worker');
  const started: ServerProcess[] = [];
  return {
    worker,
    async webs(count) {
      while (started.length < count) started.push(await start('web'));
      return started.slice(0, count);
    },
    async stop() {
      for (const each of [...started, worker]) await each.stop();
    },
  };
}
