import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { failureText } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FilterField } from './filter-field.tsx';
import type { TableState } from './use-table-state.ts';

export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Whether the server can sort by it. */
  sorts?: boolean;
  /** Figures stand at the right. */
  figures?: boolean;
  /** A text that breaks into lines: it keeps room to be read. */
  prose?: boolean;
  /** Stays in sight while the others scroll sideways, where there is room for both. */
  pinned?: boolean;
};

/** The line is drawn by itself: a cell of a table whose borders collapse has no shadow. */
const pin =
  'bg-inherit md:sticky md:right-0 md:before:absolute md:before:inset-y-0 md:before:-left-px md:before:w-px md:before:bg-line';

type Rows<Row> = { data: Row[]; total: number };

type AdminTableProps<Row> = {
  /** What the rows are, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  state: TableState;
  /** The beginning of the query's name; the state of the table is its rest. */
  name: readonly string[];
  load: (signal: AbortSignal) => Promise<Rows<Row>>;
  /** What the filter looks in; no filter without. */
  filter?: string;
  empty: string;
  /** Beside the filter. */
  children?: ReactNode;
};

/** A table of any length: sorted, filtered and cut into pages by the server. */
export function AdminTable<Row>(props: AdminTableProps<Row>) {
  const { label, columns, keyOf, state, name, load, filter, empty, children } = props;
  const { page, limit, sort, order, q } = state;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [...name, page, sort, order, q],
    queryFn: ({ signal }) => load(signal),
    placeholderData: keepPreviousData,
  });

  return (
    <section aria-label={label} className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-end gap-4">
        {filter && <FilterField label={filter} value={q} onChange={state.setFilter} />}
        {children}
      </div>
      {error && !data ? (
        <ErrorState text={failureText(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div
          role="region"
          aria-label={`${label}, scrolls sideways`}
          // A region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className={clsx(
            // What is for screen readers only stands absolutely: it must be cut off here as well.
            'relative overflow-x-auto rounded-lg border border-line bg-surface',
            isPlaceholderData && 'opacity-60',
          )}
        >
          <table aria-busy={!data} className="w-full border-collapse text-sm">
            <thead>
              <tr className="border-b border-line bg-surface text-start">
                {columns.map((column) => (
                  <Heading key={column.key} column={column} state={state} />
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {data?.data.map((row) => (
                <tr key={keyOf(row)} className="bg-surface hover:bg-sunken">
                  {columns.map(({ key, cell, figures, prose, pinned }) => (
                    <td
                      key={key}
                      className={clsx(
                        'px-2.5 py-3 align-top',
                        figures && 'text-end tabular-nums',
                        prose && 'min-w-48',
                        pinned && pin,
                      )}
                    >
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
              {!data &&
                [0, 1, 2, 3, 4].map((n) => (
                  <tr key={n}>
                    <td colSpan={columns.length} className="px-4 py-3">
                      <Skeleton className="h-5" />
                    </td>
                  </tr>
                ))}
              {data?.data.length === 0 && (
                <tr>
                  <td colSpan={columns.length} className="px-4 py-10 text-soft sm:text-center">
                    {q ? 'Nothing matches this filter.' : empty}
                  </td>
                </tr>
              )}
            </tbody>
          </table>
        </div>
      )}
      {data && data.total > 0 && <Pages page={page} limit={limit} total={data.total} onPage={state.setPage} />}
    </section>
  );
}

function Heading<Row>({ column, state }: { column: Column<Row>; state: TableState }) {
  const { key, title, sorts, figures, pinned } = column;
  const sorted = state.sort === key;
  const Icon = !sorted ? ChevronsUpDown : state.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={sorted ? (state.order === 'asc' ? 'ascending' : 'descending') : undefined}
      className={clsx(
        'px-2.5 py-2 align-bottom font-medium text-soft',
        figures ? 'text-end' : 'text-start',
        pinned && pin,
      )}
    >
      {sorts ? (
        <button
          type="button"
          onClick={() => state.sortBy(key)}
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

type PagesProps = { page: number; limit: number; total: number; onPage: (page: number) => void };

function Pages({ page, limit, total, onPage }: PagesProps) {
  const first = (page - 1) * limit + 1;
  const last = Math.min(total, page * limit);
  const inWords = (n: number): string => n.toLocaleString('en-US');
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
