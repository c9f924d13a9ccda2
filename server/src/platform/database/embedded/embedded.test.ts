import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { after, before, describe, it, mock } from 'node:test';
import '../../../../test/on-disk.ts';
import { pino } from 'pino';
import { openEmbeddedPlace, type TestPlace } from '../../../../test/databases.ts';
import { openDatabase, vacuumTables } from '../database.ts';
import { DatabaseConfigError } from '../failures.ts';
import { openEngine } from './engine.ts';

const log = pino({ level: 'fatal' });
const inUse = (error: unknown): boolean =>
  error instanceof DatabaseConfigError && /is in use by another running process/.test(error.message);

/** A process that writes as fast as it can and says which commits were acknowledged. */
function startWriter(dataDir: string) {
  const program = fileURLToPath(new URL('../../../../test/crash-writer.ts', import.meta.url));
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const acknowledged = new Set<number>();
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => acknowledged.add(Number(line)));
  /** Resolves at the line of this commit. */
  const hasAcknowledged = (count: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      lines.on('line', () => acknowledged.size >= count && resolve(undefined));
      child.once('exit', (code) => reject(new Error(`The writer ended with ${code}.`)));
    });
  return { child, acknowledged, hasAcknowledged };
}

describe('the embedded database', () => {
  let place: TestPlace;
  before(async () => {
    place = await openEmbeddedPlace();
  });
  after(() => place?.close());

  it('syncs a commit to disk, when it is acknowledged', async () => {
    const sync = mock.method(fs, 'fdatasyncSync');
    syncBuiltinESMExports();
    const engine = await openEngine(join(place.dataDir, 'database'));
    try {
      const { rows } = await engine.query(
        `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits,
                current_setting('wal_sync_method') as method, current_setting('full_page_writes') as pages`,
      );
      assert.deepEqual(rows, [{ fsync: 'on', commits: 'on', method: 'fsync', pages: 'on' }]);
      await engine.query('create table once (n int)');
      const before = sync.mock.callCount();
      await engine.query('insert into once values (1)');
      assert.ok(sync.mock.callCount() > before, 'nothing was sent to the disk');
    } finally {
      await engine.close();
      sync.mock.restore();
      syncBuiltinESMExports();
    }
  });

  it('stays small under changes, with its upkeep', async () => {
    const { pool, close } = await openDatabase({ dataDir: place.dataDir, log });
    await pool.query('create table hot (n int); insert into hot select generate_series(1, 200)');
    const churn = async (): Promise<number> => {
      for (let round = 0; round < 20; round += 1) await pool.query('update hot set n = n + 1');
      const { rows } = await pool.query<{ size: number }>(`select pg_relation_size('hot') as size`);
      return rows[0]!.size;
    };
    const first = await churn();
    for (let round = 0; round < 3; round += 1) {
      await vacuumTables(pool, true);
      assert.ok((await churn()) <= first * 1.2);
    }
    await close();
  });

  it('keeps every acknowledged commit, whole transactions and no lock, when the process is killed', async () => {
    for (const commits of [20, 60, 150]) {
      const { child, acknowledged, hasAcknowledged } = startWriter(place.dataDir);
      const isLate = hasAcknowledged(commits);
      await hasAcknowledged(1);
      await assert.rejects(openDatabase({ dataDir: place.dataDir, log }), inUse);
      await isLate;
      child.kill('SIGKILL');
      await once(child.stdout, 'close');
      const { pool, close } = await openDatabase({ dataDir: place.dataDir, log });
      const { rows } = await pool.query<{ id: number }>('select id from entries');
      const there = new Set(rows.map(({ id }) => id));
      for (const id of acknowledged) assert.ok(there.has(id), `commit ${id} is lost, of ${commits} and more`);
      assert.deepEqual((await pool.query('select sum(balance) as total from accounts')).rows, [{ total: 1000 }]);
      const { rows: byIndex } = await pool.query(`select count(*) as n from entries where name like '%entry%'`);
      assert.equal(byIndex[0]?.n, rows.length);
      await close();
    }
  });
});
