import { type CustomTypesConfig, types } from 'pg';
import type { ColumnType } from 'kysely';

const { builtins } = types;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the integers of JavaScript.`);
  return value;
}

const own = new Map<number, (text: string) => unknown>([
  [builtins.INT8, safeInteger],
  [builtins.NUMERIC, Number],
  // A day has no time zone; as a Date it would shift with that of the server.
  [builtins.DATE, (text) => text],
]);

/** How columns are read, alike on both databases: bigint and numeric as numbers, date as text, timestamptz as Date. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (type, format) =>
    (format !== 'binary' && own.get(type)) || types.getTypeParser(type, format === 'binary' ? 'binary' : 'text'),
};

/** A pattern for `like` and `ilike` that finds a text anywhere, its own signs taken literally. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

export type Created = ColumnType<Date, Date | undefined, Date>;
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
