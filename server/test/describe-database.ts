import { after, before, describe } from 'node:test';
import type { Pool } from 'pg';
import { silentLog } from '../src/main/silent-log.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { bothDatabases, oneDatabase, type TestPlace } from './databases.ts';

/** Opens the database of a place, without a server. */
export const openTestDatabase = ({ dataDir, databaseUrl }: Omit<TestPlace, 'close'>): Promise<Database> =>
  openDatabase({ dataDir, log: silentLog, ...(databaseUrl ? { url: databaseUrl } : {}) });

/** A suite's database, which opens before its tests and closes after them. */
export class DatabaseSuite {
  readonly name: 'the embedded database' | 'PostgreSQL';
  place!: TestPlace;
  database!: Database;

  constructor(name: DatabaseSuite['name']) {
    this.name = name;
  }

  get pool(): Pool {
    return this.database.pool;
  }

  get kysely(): Database['kysely'] {
    return this.database.kysely;
  }

  /** Closes the database and opens it again. */
  async reopen(): Promise<void> {
    await this.database?.close();
    this.database = await openTestDatabase(this.place);
  }
}

/** Declares a suite on a migrated database without a server: `both`, or one of them, and both in a full run. */
export function describeDatabase(title: string, databases: 'one' | 'both', body: (suite: DatabaseSuite) => void): void {
  (databases === 'both' ? bothDatabases : oneDatabase)((name, open) => {
    describe(`${title}, on ${name}`, () => {
      const suite = new DatabaseSuite(name);
      before(async () => {
        suite.place = await open();
        await suite.reopen();
      });
      body(suite);
      after(async () => {
        await suite.database?.close();
        await suite.place?.close();
      });
    });
  });
}
