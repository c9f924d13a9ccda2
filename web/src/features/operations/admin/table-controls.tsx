import { useEffect, useRef, useState } from 'react';
import { SelectField, Field } from '../../../ui/field.tsx';
import type { TableColumn } from './column.ts';
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
