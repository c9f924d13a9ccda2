import { writeSync } from 'node:fs';
import { sql } from 'kysely';
import { pino } from 'pino';
import { openDatabase } from '../src/platform/database/database.ts';

/**
 * `crash-writer.ts DATA_DIR`: writes entries and moves money between accounts until it is killed. Prints the number of
 * each entry once its commit is acknowledged, past every buffer of this process.
 */
const { pool, transaction } = await openDatabase({ dataDir: process.argv[2]!, log: pino({ level: 'fatal' }) });
await pool.query(`
  create table if not exists entries (id int primary key, name text not null);
  create index if not exists entries_name on entries using gin (name gin_trgm_ops);
  create table if not exists accounts (n int primary key, balance int not null);
  insert into accounts select n, 100 from generate_series(1, 10) as n on conflict do nothing`);
const { rows } = await pool.query<{ next: number }>('select coalesce(max(id), 0) + 1 as next from entries');
let next = rows[0]!.next;

async function write(): Promise<never> {
  for (;;) {
    const id = next;
    next += 1;
    await transaction(async (tx) => {
      await sql`update accounts set balance = balance - 1 where n = ${1 + (id % 10)}`.execute(tx);
      await sql`insert into entries values (${id}, ${`entry ${id} ${'x'.repeat(id % 500)}`})`.execute(tx);
      await sql`update accounts set balance = balance + 1 where n = ${1 + ((id * 7) % 10)}`.execute(tx);
    });
    writeSync(1, `${id}\n`);
  }
}

await Promise.all([write(), write(), write(), write()]);
