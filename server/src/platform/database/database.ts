import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Log } from '../log.ts';
import { openEmbedded } from './embedded/open.ts';
import { lockFolder } from './lock.ts';
import { areCurrent, migrate } from './migrate.ts';
import { connectPostgresql } from './postgresql.ts';
import type { Tables } from './tables.ts';
import { asTransaction, outsideTransaction } from './transactions.ts';
import { startUpkeep } from './upkeep.ts';

/** The database or a transaction on it: what a store asks. */
export type Queryable = Kysely<Tables>;

export type Database = {
  kind: 'embedded' | 'postgresql';
  kysely: Kysely<Tables>;
  pool: pg.Pool;
  /**
   * Runs `work` in a transaction, committed when it resolves and rolled back when it throws. Within it only `tx` may
   * be used: `kysely`, `pool` and a second transaction throw.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Runs several reads that see the database at one moment: what is assembled from them was true together. */
  snapshot<T>(read: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Whether the database still stands at the migrations this process was started with. */
  isCurrent(): Promise<boolean>;
  close(): Promise<void>;
};

type Opened = { pool: pg.Pool; kind: Database['kind']; release(): Promise<void> };

const migrationsFolder = join(import.meta.dirname, '../../../migrations');

/**
 * Opens the PostgreSQL at `url`, or the embedded one in `dataDir/database`, and migrates it.
 * Throws `DatabaseRefused`: in use by another process, unreachable, too old, or of another history.
 */
export async function openDatabase(options: {
  url?: string;
  dataDir: string;
  log: Log;
  migrations?: string;
}): Promise<Database> {
  const { pool, kind, release } = options.url
    ? await openServer(options.url)
    : await openFolder(options.dataDir, options.log);
  let migrations: Awaited<ReturnType<typeof migrate>>;
  try {
    pool.on('error', (error) => options.log.warn({ err: error }, 'An idle database connection was lost.'));
    migrations = await migrate(pool, options.migrations ?? migrationsFolder);
  } catch (error) {
    await pool.end();
    await release();
    throw error;
  }
  guard(pool);
  const stopUpkeep = kind === 'embedded' ? startUpkeep(pool, options.log) : async () => undefined;
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    kind,
    kysely,
    pool,
    transaction: (work) => asTransaction((mark) => kysely.transaction().execute((tx) => mark(() => work(tx)))),
    snapshot: (read) =>
      asTransaction((mark) =>
        kysely
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute((tx) => mark(() => read(tx))),
      ),
    isCurrent: () => areCurrent(pool, migrations),
    async close() {
      await stopUpkeep();
      await kysely.destroy();
      await release();
    },
  };
}

async function openServer(url: string): Promise<Opened> {
  return { pool: await connectPostgresql(url), kind: 'postgresql', release: async () => undefined };
}

async function openFolder(dataDir: string, log: Log): Promise<Opened> {
  await mkdir(dataDir, { recursive: true });
  const unlock = await lockFolder(dataDir);
  try {
    const { pool, close } = await openEmbedded(join(dataDir, 'database'), log);
    return {
      pool,
      kind: 'embedded',
      async release() {
        await close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Every way to a connection leads through `connect`: within a transaction it throws instead of waiting for ever. */
function guard(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);
  const guarded = (callback?: Parameters<typeof connect>[0]): unknown => {
    try {
      outsideTransaction('A query past the transaction');
    } catch (error) {
      if (callback) return callback(error as Error, undefined, () => undefined);
      return Promise.reject(error);
    }
    return callback ? connect(callback) : connect();
  };
  pool.connect = guarded as typeof pool.connect;
}
