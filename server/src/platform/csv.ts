/** One row as CSV (RFC 4180). A cell that a spreadsheet would take for a formula is made a text. */
export const csvRow = (cells: readonly (string | number)[]): string =>
  cells
    .map((cell) => {
      const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell);
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(',');
