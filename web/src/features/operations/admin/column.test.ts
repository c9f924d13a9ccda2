import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type TableColumn, layoutColumns } from './column.ts';

const column = (key: string, room: number, rest: Partial<TableColumn<unknown>> = {}): TableColumn<unknown> => ({
  key,
  title: key,
  cell: () => null,
  room,
  ...rest,
});
const columns = [
  column('kind', 6, { folds: 2 }),
  column('subject', 10, { main: true, grows: 1 }),
  column('message', 12, { folds: 3, grows: 2 }),
  column('email', 8, { folds: 1, grows: 1 }),
  column('actions', 6),
];
const keysOf = (those: readonly { key: string }[]): string => those.map(({ key }) => key).join(' ');
const at = (width: number) => {
  const { shown, folded } = layoutColumns(columns, width);
  return [keysOf(shown.map((each) => each.column)), keysOf(folded)];
};

describe('the columns of a table', () => {
  it('all stand beside each other where there is room, and share what is left', () => {
    const { shown, folded } = layoutColumns(columns, 50);
    assert.deepEqual(folded, []);
    assert.deepEqual(
      shown.map(({ width }) => width),
      [6, 12, 16, 10, 6],
    );
  });

  it('go under the main one by their order, which needs more room then; last those without one', () => {
    assert.deepEqual(at(42), ['kind subject message email actions', '']);
    assert.deepEqual(at(41), ['kind subject email actions', 'message']);
    assert.deepEqual(at(31), ['subject email actions', 'kind message']);
    assert.deepEqual(at(20), ['subject actions', 'email kind message']);
    assert.deepEqual(at(17), ['subject', 'actions email kind message']);
  });

  it('columns of a table never exceed the width of the table', () => {
    for (let width = 4; width < 60; width += 0.5) {
      const sum = layoutColumns(columns, width).shown.reduce((all, each) => all + each.width, 0);
      assert.ok(Math.abs(sum - width) < 1e-9, `${sum} in ${width}`);
    }
  });
});
