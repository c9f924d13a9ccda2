/**
 * Matches possible formula starts: at the beginning and after any locale's separators, including full-width signs.
 * Each match looks only to the next separator, to stay linear.
 */
const begins =
  /(^|[;\t\n\v\f\r\u0085\u2028\u2029])(?=["\p{Zs}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]|[\t\r])/gu;

type Row = readonly (string | number)[];

/** A row as RFC 4180 has it, each text in quotes. What a spreadsheet would take for a formula is made a text. */
const csvRow = (cells: Row): string =>
  cells
    .map((cell) =>
      typeof cell === 'string' ? `"${cell.replaceAll(begins, "$1'").replaceAll('"', '""')}"` : String(cell),
    )
    .join(',');

/** A file of rows. Excel takes it for UTF-8 by its first sign alone. */
export const csvFile = (heads: Row, rows: readonly Row[]): string =>
  `\ufeff${[heads, ...rows].map((row) => `${csvRow(row)}\r\n`).join('')}`;
