import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, type RefObject, useLayoutEffect, useState } from 'react';
import { Failure } from '../../../session/not-loaded.tsx';
import { Awaited, Skeleton } from '../../../ui/page-placeholder.tsx';
import { writeStoredJson, readStoredJson } from '../../../ui/local-storage.ts';
import { useOnline } from '../../../ui/reach.ts';
import { type TableColumn, type Layout, layoutColumns } from './column.ts';
import { FilterField, SortField, TablePages, TableHeading, TableRow } from './table-parts.tsx';
import type { TableState } from './use-table-state.ts';
import { handOverFocus } from '../../../ui/focus-place.ts';

type Rows<Row> = { data: Row[]; total: number };

type AdminTableProps<Row, Answer extends Rows<Row>> = {
  label: string;
  columns: readonly TableColumn<Row>[];
  keyOf: (row: Row) => string;
  /** Lines of a usual row: so high it is while it is awaited. */
  lines?: number;
  state: TableState;
  /** The beginning of the query's name; the state of the table is its rest. */
  name: readonly string[];
  load: (signal: AbortSignal) => Promise<Answer>;
  /** Is told what has come, also where it was known from before. */
  onAnswer?: (answer: Answer) => void;
  /** Fields the filter searches; without it there is no filter. */
  filter?: string;
  empty: string;
  children?: ReactNode;
};

/**
 * A table that the server sorts, filters and pages. Column widths are fixed before rows arrive; columns that do not
 * fit fold under the main one.
 */
export function AdminTable<Row, Answer extends Rows<Row>>(props: AdminTableProps<Row, Answer>) {
  const { label, columns, keyOf, lines = 2, state, name, load, onAnswer, filter, empty, children } = props;
  const { page, limit, sort, order, q, setPage } = state;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [...name, page, sort, order, q],
    queryFn: ({ signal }) => load(signal),
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (data) onAnswer?.(data);
  }, [data, onAnswer]);
  const section = useRef<HTMLElement>(null);
  const width = useWidth(section);
  const layout = width === undefined ? undefined : layoutColumns(columns, width - borders);
  useRowFocusHandover(section);
  const awaited = useAwaitedRows(label, limit, data?.data.length);

  const last = Math.ceil((data?.total ?? 0) / limit);
  const isBeyond = !isPlaceholderData && last > 0 && page > last;
  // The only row of the last page was deleted.
  useEffect(() => {
    if (isBeyond) setPage(last);
  });

  return (
    <section ref={section} tabIndex={-1} aria-label={label} className="grid min-w-0 gap-4 focus:outline-none">
      <div className="flex flex-wrap items-end gap-4">
        {filter && <FilterField label={filter} value={q} onChange={state.setFilter} />}
        {layout?.folded.some(({ sorts }) => sorts) && <SortField columns={columns} state={state} />}
        {children}
      </div>
      {error && !data ? (
        <Failure query={{ error, isFetching, refetch }} />
      ) : (
        layout && (
          <div
            className={clsx(
              // Screen-reader-only content is positioned absolutely, so this element must clip it too.
              'relative overflow-hidden rounded-lg border border-line bg-surface',
              isPlaceholderData && 'opacity-60',
            )}
          >
            <table aria-busy={!data} className="w-full table-fixed border-collapse text-sm">
              <colgroup>
                {layout.shown.map(({ column, width: wide }) => (
                  <col key={column.key} style={{ width: `${wide}rem` }} />
                ))}
              </colgroup>
              <thead>
                <tr className="border-b border-line text-start">
                  {layout.shown.map(({ column }) => (
                    <TableHeading key={column.key} column={column} state={state} />
                  ))}
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {data?.data.map((row) => (
                  <TableRow key={keyOf(row)} row={row} layout={layout} />
                ))}
                {!data && <AwaitedRows count={awaited} lines={lines} layout={layout} />}
                {data?.data.length === 0 && (
                  <tr>
                    <td colSpan={layout.shown.length} className="px-4 py-10 text-soft sm:text-center">
                      {q ? 'Nothing matches this filter.' : empty}
                    </td>
                  </tr>
                )}
              </tbody>
            </table>
          </div>
        )
      )}
      {data && data.total > 0 && <TablePages page={page} limit={limit} total={data.total} onPage={setPage} />}
    </section>
  );
}

/** Width of the borders around a table, in rem. */
const borders = 0.125;

/** How many rows are likely to come: as many as came last, else a whole page. */
function useAwaitedRows(label: string, limit: number, come: number | undefined): number {
  const key = `lectern.rows.${label}`;
  useEffect(() => {
    if (come) writeStoredJson(key, come);
  }, [key, come]);
  const kept = readStoredJson(key);
  return typeof kept === 'number' && kept > 0 ? Math.min(kept, limit) : limit;
}

/** Rem: a line of the table's text, and what a cell has above and below it. */
const lineHeight = 1.3125;
const padding = 1.5;

type AwaitedRowsProps<Row> = { count: number; lines: number; layout: Layout<Row> };

/** Rows of the height they will have. */
function AwaitedRows<Row>({ count, lines, layout }: AwaitedRowsProps<Row>) {
  const height = (lines + layout.folded.length) * lineHeight + padding;
  if (!useOnline())
    return (
      <tr>
        <td colSpan={layout.shown.length} className="px-4">
          <Awaited>{null}</Awaited>
        </td>
      </tr>
    );
  return Array.from({ length: count }, (_, n) => (
    <tr key={n} style={{ height: `${height}rem` }}>
      {layout.shown.map(({ column }) => (
        <td key={column.key} className="px-2 py-3 align-top">
          <Skeleton className="h-5" />
        </td>
      ))}
    </tr>
  ));
}

const stopsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>('a[href], button, summary')];

/**
 * When an answer removes the focused row or button, moves focus to the same button of the row now there, the previous
 * row, or the table's surroundings.
 */
function useRowFocusHandover(around: RefObject<HTMLElement | null>): void {
  const held = useRef<{ element: HTMLElement; row: number; nth: number }>(undefined);
  useEffect(() => {
    const watched = around.current;
    const hold = ({ target }: FocusEvent): void => {
      const row = target instanceof HTMLElement ? target.closest<HTMLTableRowElement>('tbody tr') : null;
      if (!(target instanceof HTMLElement) || !row) return;
      held.current = { element: target, row: row.sectionRowIndex, nth: stopsOf(row).indexOf(target) };
    };
    watched?.addEventListener('focusin', hold);
    return () => watched?.removeEventListener('focusin', hold);
  }, [around]);
  useLayoutEffect(() => {
    if (!held.current || held.current.element.isConnected) return;
    const { element, row, nth } = held.current;
    held.current = undefined;
    const rows = [...(around.current?.querySelectorAll('tbody tr') ?? [])];
    const next = [...rows.slice(row), ...rows.slice(0, row).reverse()].map(stopsOf).find(({ length }) => length > 0);
    handOverFocus(element, next?.[Math.min(nth, next.length - 1)] ?? around.current);
  });
}

/** The inner width of an element in rem, also when it changes; undefined before it is on the page. */
function useWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const measure = (): void => setWidth(measured.clientWidth / rem);
    // At once: the first frame that is painted has its columns.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
