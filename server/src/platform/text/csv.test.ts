import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEvery } from '../../../test/assert-every.ts';
import { csvFile } from './csv.ts';

/** A row between the heads and the end. */
const csvRow = (cells: readonly (string | number)[]): string => csvFile([], [cells]).slice('\ufeff\r\n'.length, -2);

/**
 * Cells as a spreadsheet sees them that takes another sign for the separator: quotes within a cell are nothing to it.
 */
const cellsBy = (separator: RegExp, row: string): string[] =>
  row.split(separator).map((cell) => cell.replace(/^"+/, ''));

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹣'];
const separators = [
  '',
  'x;',
  'x\t',
  'x\n',
  'x\r\n',
  'x\u2028',
  'x;;',
  'x;"',
  'x; ',
  ' ',
  '\u200b',
  'x;\ufeff',
  '\n\n',
  'x;\n \n',
  ' \v',
];

test('lets no cell begin a formula, regardless of the separator a spreadsheet uses', () => {
  for (const sign of signs)
    for (const before of separators) {
      const row = csvRow(['2026-01-01', `${before}${sign}cmd|'/c calc'!a0`, 3]);
      assertEvery(
        cellsBy(/[;\t\r\n\u2028]/, row),
        (text) => !signs.includes(text.replace(/^[\s"\p{Cf}]+/u, '')[0] ?? ''),
      );
      assert.match(row, /^"2026-01-01","[^]*",3$/);
    }
});

test('a cell takes no longer than another, when it is nothing but separators', () => {
  for (const one of ['\n', ';', ' ', '"', '\u200b', ';\n ', '\t'])
    assert.ok(csvRow([`x${one.repeat(200_000)}x`]).length > 200_000);
});

test('keeps other text unchanged and quotes every text', () => {
  assert.equal(
    csvRow(['a - b', 'one; two', -5, 'he said "so", and more', '', 'me@example.org']),
    '"a - b","one; two",-5,"he said ""so"", and more","","me@example.org"',
  );
});

test('a file begins with the mark of UTF-8, and every row ends, when a table is made', () => {
  assert.equal(csvFile(['day', 'what'], [['Münster', 1]]), '\ufeff"day","what"\r\n"Münster",1\r\n');
});
