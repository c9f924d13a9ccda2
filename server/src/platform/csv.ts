/**
 * Where a program might begin a cell of its own: at the beginning, and after what separates cells or rows in other settings of
 * language than ours, which do not know that our cells are quoted either.
 */
const begins = /(^|[;\t\r\n]"*)(?=[=+\-@\t\r])/g;

/** One row as CSV (RFC 4180). What a spreadsheet would take for a formula is made a text. */
export const csvRow = (cells: readonly (string | number)[]): string =>
  cells
    .map((cell) => {
      const text = typeof cell === 'string' ? cell.replaceAll(begins, "$1'") : String(cell);
      return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(',');
