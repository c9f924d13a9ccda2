import { type TableQuery, longestFilter } from '@lectern/contract/operations/admin';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { failureText } from '../../../session/call.ts';
import { toast } from '../../../ui/toast.tsx';

const limit = 25;

/** Which part of a table is shown. It stands in the address, so that it survives a reload and can be shared. */
export type TableState = TableQuery & {
  setPage(page: number): void;
  /** Sorts by a column in an order; without one, once more turns it round. */
  sortBy(column: string, order?: TableQuery['order']): void;
  /** Filters by a part of a text and begins again at the first page. */
  setFilter(q: string): void;
};

export function useTableState(standard: string): TableState {
  const [query, setQuery] = useSearchParams();
  const sort = query.get('sort') ?? standard;
  const order = query.get('order') === 'asc' ? 'asc' : 'desc';
  const change = (changes: Readonly<Record<string, string | undefined>>): void =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return {
    page: Math.max(1, Math.floor(Number(query.get('page'))) || 1),
    limit,
    sort,
    order,
    // Links filter by a whole title or subject, which may be longer.
    q: (query.get('q') ?? '').slice(0, longestFilter),
    setPage: (page) => change({ page: page > 1 ? String(page) : undefined }),
    sortBy: (column, wanted = column === sort && order === 'desc' ? 'asc' : 'desc') =>
      change({ sort: column, order: wanted, page: undefined }),
    setFilter: (q) => change({ q, page: undefined }),
  };
}

export const buildListing = ({ page, limit, sort, order, q }: TableState): TableQuery => ({
  page,
  limit,
  sort,
  order,
  q,
});

/** Keeps a further restriction of a table in the URL; choosing one returns to the first page. */
export function useUrlFilter(name: string): readonly [string | null, (next: string) => void] {
  const [query, setQuery] = useSearchParams();
  const choose = (next: string): void =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('page');
        if (next) after.set(name, next);
        else after.delete(name);
        return after;
      },
      { replace: true },
    );
  return [query.get(name), choose];
}

/** Does something to a row of the tables whose queries have this name, says what came of it and shows it. */
export function useRowChange(queryKey: readonly string[]) {
  const client = useQueryClient();
  return async (work: () => Promise<{ msg: string }>, otherwise?: string): Promise<void> => {
    try {
      toast.success((await work()).msg);
    } catch (error) {
      toast.error(failureText(error, otherwise));
    }
    await client.invalidateQueries({ queryKey });
  };
}
