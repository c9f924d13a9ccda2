import { useEffect, useRef, useState } from 'react';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { SelectField, Field } from '../../../ui/field.tsx';
import { type TableColumn, type Layout, findMainColumn } from './column.ts';
import type { TableState } from './use-table-state.ts';
import { Button } from '../../../ui/button.tsx';

/** Sorts a table in which not every column has a head to press. */
export function SortField<Row>({ columns, state }: { columns: readonly TableColumn<Row>[]; state: TableState }) {
  return (
    <div className="w-full sm:w-56">
      <SelectField
        label="Sort by"
        value={`${state.sort} ${state.order}`}
        options={columns
          .filter(({ sorts }) => sorts)
          .flatMap(({ key, title }) => [
            [`${key} asc`, `${title}, ascending`] as const,
            [`${key} desc`, `${title}, descending`] as const,
          ])}
        onChange={({ target }) => {
          const [column, order] = target.value.split(' ');
          state.sortBy(column!, order === 'asc' ? 'asc' : 'desc');
        }}
      />
    </div>
  );
}

/** Milliseconds after the last key (specification section 9). */
const pause = 300;

type FilterFieldProps = { label: string; value: string; onChange: (value: string) => void };

/** Applies typed text when typing pauses. Shows the active filter, also when a link or the palette set it. */
export function FilterField({ label, value, onChange }: FilterFieldProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Last value this field requested or received. */
  const known = useRef(value);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    clearTimeout(timer.current);
    setTyped(value);
  }, [value]);
  const type = (text: string): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      known.current = text;
      onChange(text);
    }, pause);
  };
  return (
    <div className="w-full sm:w-72">
      <Field type="search" label={label} value={typed} onChange={({ target }) => type(target.value)} />
    </div>
  );
}

type TablePagesProps = { page: number; limit: number; total: number; onPage: (page: number) => void };

const inWords = (n: number): string => n.toLocaleString('en-US');

/** Which rows these are of how many, and the way to the others. */
export function TablePages({ page, limit, total, onPage }: TablePagesProps) {
  const first = (page - 1) * limit + 1;
  const last = Math.min(total, page * limit);
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-sm text-soft tabular-nums">
        {first > total ? `None of ${inWords(total)}` : `${inWords(first)} to ${inWords(last)} of ${inWords(total)}`}
      </p>
      <div className="flex gap-2">
        <Button look="secondary" size="sm" disabled={page === 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Button look="secondary" size="sm" disabled={last >= total} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </div>
    </nav>
  );
}

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
