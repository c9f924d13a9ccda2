import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEvery } from '../../test/assert-every.ts';
import { csvRow } from './csv.ts';

/** Cells as a spreadsheet sees them that takes another sign for the separator: quotes within a cell are nothing to it. */
const cellsBy = (separator: RegExp, row: string): string[] =>
  row.split(separator).map((cell) => cell.replace(/^"+/, ''));

test('no cell begins a formula, whatever a spreadsheet takes for the separator of cells', () => {
  const hostile = ['=1+1', 'x;=1+1', 'x\t=1+1', 'x;"=1+1"', 'x;;@SUM(A1)', 'x;+1', 'x;-1', 'x\n=1+1', 'x\r\n=1+1;=2'];
  for (const cell of hostile) {
    const row = csvRow(['2026-01-01', cell, 3]);
    assertEvery(cellsBy(/[;\t\r\n]/, row), (text) => !/^[=+\-@]/.test(text));
    assert.doesNotMatch(row, /(^|,)"?[=+\-@]/, row);
  }
});

test('what is no formula stays as it is', () => {
  assert.equal(
    csvRow(['a - b', 'one; two', -5, 'he said "so", and more']),
    'a - b,"one; two",-5,"he said ""so"", and more"',
  );
});
