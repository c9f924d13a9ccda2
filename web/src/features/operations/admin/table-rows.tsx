import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type TableColumn, type Layout, findMainColumn } from './column.ts';
import type { TableState } from './use-table-state.ts';

/** The head of a column; one that sorts is a button. */
export function TableHeading<Row>({ column, state }: { column: TableColumn<Row>; state: TableState }) {
  const { key, title, sorts, figures } = column;
  const sorted = state.sort === key;
  const Icon = !sorted ? ChevronsUpDown : state.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={sorted ? (state.order === 'asc' ? 'ascending' : 'descending') : undefined}
      className={clsx('px-2 py-2 align-bottom font-medium text-soft', figures ? 'text-end' : 'text-start')}
    >
      {sorts ? (
        <button
          type="button"
          // Text sorts from A first, figures from the largest.
          onClick={() => state.sortBy(key, sorted ? undefined : figures ? 'desc' : 'asc')}
          className={clsx(
            'inline-flex min-h-8 items-center gap-1.5 rounded-sm hover:text-ink',
            figures ? 'text-end' : 'text-start',
          )}
        >
          {title}
          <Icon aria-hidden className="size-3.5 shrink-0" />
        </button>
      ) : (
        // As high as those that sort.
        <span className="inline-flex min-h-8 items-center">{title}</span>
      )}
    </th>
  );
}

const cellShape = 'px-2 py-3 align-top wrap-anywhere';

/** A row, with what has no column of its own under the main cell. */
export function TableRow<Row>({ row, layout }: { row: Row; layout: Layout<Row> }) {
  const { shown, folded } = layout;
  const main = findMainColumn(shown.map(({ column }) => column));
  return (
    <tr className="hover:bg-sunken">
      {shown.map(({ column }) => (
        <td key={column.key} className={clsx(cellShape, column.figures && 'text-end tabular-nums')}>
          {column.cell(row)}
          {column === main && folded.length > 0 && (
            <dl className="mt-1.5 grid gap-1">
              {folded.map(({ key, title, cell }) => (
                <div key={key} className="flex flex-wrap gap-x-2">
                  <dt className="text-soft">{title}</dt>
                  <dd className="min-w-0">{cell(row)}</dd>
                </div>
              ))}
            </dl>
          )}
        </td>
      ))}
    </tr>
  );
}
