import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { TableColumn } from './column.ts';
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
