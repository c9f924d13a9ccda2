import { type CustomTypesConfig, types } from 'pg';

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
