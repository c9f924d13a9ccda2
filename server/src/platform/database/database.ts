import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Log } from '../log/log.ts';
import { readDiskSpace } from '../files/disk.ts';
import { openEmbedded } from './embedded/open.ts';
import { isSerializationFailure, DatabaseConfigError } from './failures.ts';
import { lockFolder } from './lock.ts';
import { areServable, migrate } from './migrate.ts';
import { connectPostgresql } from './postgresql.ts';
import type { Tables } from './tables.ts';
import { trackTransaction, outsideTransaction } from './transactions.ts';
import { day, minute } from '@lectern/contract/rules/durations';

const fullEvery = day;

/**
 * Does the embedded engine's upkeep: vacuums busy tables every few minutes and all daily, and writes checkpoints for a
 * quick start. Returns the function that ends it.
 */
function startUpkeep(pool: pg.Pool, log: Log): () => Promise<void> {
  // The first full round comes early, for an installation that never runs a whole day.
  let lastFull = Date.now() + 10 * minute - fullEvery;
  let round = Promise.resolve();
  const timer = setInterval(() => {
    const full = Date.now() - lastFull >= fullEvery;
    if (full) lastFull = Date.now();
    round = round
      .then(() => vacuumTables(pool, full))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'The upkeep of the embedded database failed; it is tried again.'),
      );
  }, 5 * minute);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}

/** Exported for its test. */
export async function vacuumTables(pool: pg.Pool, full: boolean): Promise<void> {
  // Every job is written several times and then deleted: its table grows without end unless it is vacuumed.
  const { rows } = await pool.query<{ jobs: string | null }>(`select to_regclass('jobs') as jobs`);
  if (full || rows[0]!.jobs !== null) await pool.query(full ? 'vacuum (analyze)' : 'vacuum (analyze) jobs');
  await pool.query('checkpoint');
}

/** The database or a transaction on it: what a store asks. */
export type Queryable = Kysely<Tables>;

export type Database = {
  kind: 'embedded' | 'postgresql';
  kysely: Kysely<Tables>;
  pool: pg.Pool;
  /**
   * Runs `work` in a transaction, where only `tx` may be used; `kysely`, `pool` and nested transactions throw. Reruns
   * after a deadlock, so `work` may change only the database.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Runs several reads that see the database at one moment: what is assembled from them was true together. */
  snapshot<T>(read: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Whether this program can serve what a newer one may have made of the database meanwhile. */
  isServable(): Promise<boolean>;
  close(): Promise<void>;
};

type Opened = { pool: pg.Pool; kind: Database['kind']; release(): Promise<void> };

const migrationsFolder = join(import.meta.dirname, '../../../migrations');

/**
 * Opens and migrates PostgreSQL at `url` or the embedded database in `dataDir/database`, up to `upTo` ('' for none).
 * Throws `DatabaseConfigError`: in use, unreachable, too old or foreign.
 */
export async function openDatabase(options: {
  url?: string;
  dataDir: string;
  log: Log;
  migrations?: string;
  upTo?: string | undefined;
}): Promise<Database> {
  let migrations: Awaited<ReturnType<typeof migrate>> = [];
  const bringForward = async (pool: pg.Pool): Promise<void> => {
    migrations = await migrate(pool, options.migrations ?? migrationsFolder, options.log, options.upTo);
  };
  const { pool, kind, release } = options.url
    ? await openServer(options.url, options.log, bringForward)
    : await openFolder(options.dataDir, options.log, bringForward);
  guard(pool);
  const stopUpkeep = kind === 'embedded' ? startUpkeep(pool, options.log) : async () => undefined;
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    kind,
    kysely,
    pool,
    transaction: (work) =>
      untilNoCollision(() => trackTransaction((mark) => kysely.transaction().execute((tx) => mark(() => work(tx))))),
    snapshot: (read) =>
      trackTransaction((mark) =>
        kysely
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute((tx) => mark(() => read(tx))),
      ),
    isServable: () => areServable(pool, migrations),
    async close() {
      await stopUpkeep();
      await kysely.destroy();
      await release();
    },
  };
}

type BringForward = (pool: pg.Pool) => Promise<void>;

async function openServer(url: string, log: Log, bringForward: BringForward): Promise<Opened> {
  const pool = await connectPostgresql(url, log, bringForward);
  return { pool, kind: 'postgresql', release: async () => undefined };
}

/** Bytes that the engine takes when it starts, which says of a full disk no more than that it has failed. */
const roomToStart = 32 * 1024 ** 2;

async function openFolder(dataDir: string, log: Log, bringForward: BringForward): Promise<Opened> {
  await mkdir(dataDir, { recursive: true });
  const unlock = await lockFolder(dataDir);
  try {
    const { pool, close } = await openEmbedded(join(dataDir, 'database'), log);
    pool.on('error', (error) => log.warn({ err: error }, 'An idle database connection was lost.'));
    try {
      await bringForward(pool);
    } catch (error) {
      await pool.end();
      await close();
      throw error;
    }
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
    // The folder may be gone; what is told then is why it could not be opened.
    const free = await readDiskSpace({ dataDir }).then(
      (disk) => disk.free,
      () => Infinity,
    );
    if (free < roomToStart && !(error instanceof DatabaseConfigError))
      throw new DatabaseConfigError(
        `The disk of the folder ${dataDir} is full (${(free / 1e6).toFixed(1)} MB free): the embedded database cannot start. Make room on it, or set another DATA_DIR.`,
        { cause: error },
      );
    throw error;
  }
}

/** How often a transaction is begun that is always in another one's way. */
const tries = 5;

/** Runs a transaction again that the database ended because it and another one waited for each other. */
async function untilNoCollision<T>(run: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n += 1) {
    try {
      return await run();
    } catch (error) {
      if (n === tries || !isSerializationFailure(error)) throw error;
      // Not all at the same moment, or they collide again.
      await delay(Math.random() * 50 * n);
    }
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
