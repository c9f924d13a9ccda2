import { CompiledQuery } from 'kysely';
import type { Queryable } from './database.ts';
import { quoteIdentifier, type TableHead } from './dump.ts';

/** How much is sent in one statement, in characters. */
const fill = 1_000_000;

const run = async (db: Queryable, text: string, values: unknown[] = []): Promise<unknown[]> =>
  (await db.executeQuery(CompiledQuery.raw(text, values))).rows;

/** Whether no table of the product holds a row. False positives are impossible: a database without tables is empty. */
export async function isEmpty(db: Queryable): Promise<boolean> {
  const tables = (await run(
    db,
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('migrations', 'jobs', 'letter_pairs', 'search_keys', 'passage_embeddings')`,
  )) as { name: string }[];
  for (const { name } of tables)
    if ((await run(db, `select from ${quoteIdentifier(name)} limit 1`)).length > 0) return false;
  return true;
}

/**
 * Reads the lines of `dumpTables` into a database whose tables are those of the dump and empty, within a transaction.
 * Resolves with the number of rows of each table.
 */
export async function loadTables(tx: Queryable, lines: AsyncIterable<string>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  // Triggers rest: their rows are among the lines.
  await run(tx, `select set_config('lectern.loading', 'on', true)`);
  let head: TableHead | undefined;
  let rows: string[] = [];
  let length = 0;

  async function flush(): Promise<void> {
    if (!head || rows.length === 0) return;
    const table = quoteIdentifier(head[0]);
    const columns = head[1].map(quoteIdentifier).join(', ');
    await run(
      tx,
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
      [`[${rows.join(',')}]`],
    );
    counts[head[0]]! += rows.length;
    rows = [];
    length = 0;
  }

  for await (const line of lines) {
    if (line.startsWith('[')) {
      await flush();
      head = JSON.parse(line) as TableHead;
      counts[head[0]] = 0;
      for (const [column, { last, called }] of Object.entries(head[2]))
        await run(tx, 'select setval(pg_get_serial_sequence(quote_ident($1), $2), $3, $4)', [
          head[0],
          column,
          last,
          called,
        ]);
    } else {
      rows.push(line);
      length += line.length;
      if (length >= fill) await flush();
    }
  }
  await flush();
  return counts;
}
