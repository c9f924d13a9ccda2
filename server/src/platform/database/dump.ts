import { CompiledQuery } from 'kysely';
import type { Queryable } from './database.ts';

/**
 * Dumps a database as JSON lines: a head, then per table an array head and row objects in deterministic order.
 * PostgreSQL serialises rows, so JavaScript converts no values.
 */
export type TableHead = readonly [
  table: string,
  columns: readonly string[],
  /** The last number each identity column has given. */
  identities: Readonly<Record<string, { last: number; called: boolean }>>,
];

export type MigrationRun = { name: string; sha256: string };

/** Rows that are asked for at once: a statement must end within the time limit of the pool. */
const batch = 1000;

type Column = { table: string; name: string; key: number | null; is_text: boolean; sequence: string | null };

const query = async <Row>(db: Queryable, text: string, values: unknown[] = []): Promise<Row[]> =>
  (await db.executeQuery(CompiledQuery.raw(text, values))).rows as Row[];

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Every column of the product's tables but jobs, which a backup lists itself. `key` is its place in the primary key, from 1. */
const columnsOf = (db: Queryable): Promise<Column[]> =>
  query(
    db,
    `select c.relname as table, a.attname as name, array_position(k.conkey, a.attnum) as key, a.attcollation <> 0 as is_text,
       case when a.attidentity <> '' then pg_get_serial_sequence(quote_ident(c.relname), a.attname) end as sequence
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('migrations', 'jobs', 'letter_pairs', 'search_keys', 'passage_embeddings')
     order by c.relname collate "C", a.attnum`,
  );

/** Which table points to which. */
const referencesOf = (db: Queryable): Promise<{ from: string; to: string }[]> =>
  query(
    db,
    `select distinct c.relname as from, t.relname as to from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.oid <> t.oid`,
  );

/** The tables so that each comes after those it points to. */
function inOrder(tables: readonly string[], references: readonly { from: string; to: string }[]): string[] {
  const ordered = new Set<string>();
  const visit = (table: string, trail: readonly string[]): void => {
    if (trail.includes(table)) throw new Error(`The tables ${[...trail, table].join(' → ')} point to each other.`);
    for (const { from, to } of references) if (from === table) visit(to, [...trail, table]);
    ordered.add(table);
  };
  for (const table of tables) visit(table, []);
  return [...ordered];
}

/** The migrations a database has run, in their order. */
export const migrationsOf = (db: Queryable): Promise<MigrationRun[]> =>
  query(db, 'select name, sha256 from migrations order by name collate "C"');

/** The lines of all tables but the lists of migrations and jobs. Within a snapshot, or they are not of one moment. */
export async function* dumpTables(tx: Queryable): AsyncGenerator<string> {
  const columns = Map.groupBy(await columnsOf(tx), ({ table }) => table);
  for (const table of inOrder([...columns.keys()], await referencesOf(tx))) {
    const own = columns.get(table)!;
    const identities: Record<string, { last: number; called: boolean }> = {};
    for (const { name, sequence } of own)
      if (sequence !== null)
        identities[name] = (
          await query<{ last: number; called: boolean }>(
            tx,
            `select last_value as last, is_called as called from ${sequence}`,
          )
        )[0]!;
    const head: TableHead = [table, own.map(({ name }) => name), identities];
    yield JSON.stringify(head);
    yield* rowsOf(tx, table, own);
  }
}

/** Ordered by the primary key, else by all of the row; texts by their bytes, which no locale changes. */
async function* rowsOf(tx: Queryable, table: string, columns: readonly Column[]): AsyncGenerator<string> {
  const keys = columns.filter(({ key }) => key !== null).toSorted((a, b) => a.key! - b.key!);
  const order = keys.map(({ name, is_text }) => `t.${quoteIdentifier(name)}${is_text ? ' collate "C"' : ''}`);
  await query(
    tx,
    `declare dumped no scroll cursor for
     select row_to_json(t)::text as line from ${quoteIdentifier(table)} t order by ${order.join(', ') || 't::text collate "C"'}`,
  );
  for (;;) {
    const rows = await query<{ line: string }>(tx, `fetch ${batch} from dumped`);
    for (const { line } of rows) yield line;
    if (rows.length < batch) break;
  }
  await query(tx, 'close dumped');
}
