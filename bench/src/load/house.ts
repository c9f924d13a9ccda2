import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Call, createClient } from '@lectern/contract/client';
import { administer, openPostgresPlace, type TestPlace } from '@lectern/server/test/databases';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { type ServerProcess, createServerSettings, startServer } from '@lectern/server/test/process';
import { openTestWorld } from '@lectern/server/test/world';
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

type Client = Parameters<Parameters<typeof administer>[1]>[0];

/** From one to three hours. */
const hoursOf = (n: number): number => 1 + (n % 3);

/**
 * Copies one member's library to another, `times` times. Uses SQL because the product's functions would take most of
 * an hour for millions of cues.
 */
async function copyLibrary(client: Client, from: string, to: string, times: number): Promise<void> {
  await client.query('drop table if exists copied');
  await client.query(
    `create temporary table copied as select id as old, gen_random_uuid() as new, time
       from videos, generate_series(1, $2::int) as time where workspace_id = $1`,
    [from, times],
  );
  await client.query(
    `insert into videos (id, workspace_id, asset_id, playback_id, captions_track_id, title, description, duration, playable, has_thumbnail, created_at)
       select new, $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), title, description, duration, playable, has_thumbnail,
         created_at + time * interval '1 day'
       from videos join copied on old = id`,
    [to],
  );
  await client.query(
    `insert into cues (video_id, position, start_s, end_s, text, search_text, span_own)
       select new, position, start_s, end_s, text, search_text, span_own from cues join copied on old = video_id`,
  );
  await client.query(
    `insert into chapters (id, video_id, n, start_s, end_s, title, summary, quotes, search, edited, folded)
       select gen_random_uuid(), new, n, start_s, end_s, title, summary, quotes, search, edited, folded
       from chapters join copied on old = video_id`,
  );
  await client.query('drop table copied');
}

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
    // Kept up row by row, the index of what is said takes several times as long as made at once.
    const { rows } = await pool.query<{ indexdef: string }>(
      `select indexdef from pg_indexes where indexname = 'cues_video_search_text'`,
    );
    await pool.query('drop index cues_video_search_text');
    const collector = others.pop()!;
    // With a client of its own: millions of rows take longer than any statement of the product may.
    await administer(place.databaseUrl!, async (client) => {
      // All that they refer to is there.
      await client.query('set session_replication_role = replica');
      for (const other of others) await copyLibrary(client, one!, other, 1);
      await copyLibrary(client, one!, collector, Math.round(collected / (videos - 1)));
      await client.query(`set maintenance_work_mem = '1GB'`);
      await client.query(rows[0]!.indexdef);
      await client.query('vacuum (analyze)');
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
