import type { TableQuery } from '@lectern/contract/operations/admin';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { whyMissing } from '../../../session/call.ts';
import { Awaited } from '../../../ui/awaited.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { formatDate } from './dates.ts';

/** Rows of a card; its skeleton is as high as so many. */
const shown = 5;

type LatestProps<Row> = {
  title: string;
  /** The column of the time by which the server sorts. */
  sort: string;
  load: (listing: TableQuery, signal: AbortSignal) => Promise<{ data: Row[] }>;
  /** Describes a row: its text, its time, and the page where it is handled. */
  tell: (row: Row) => { key: string; label: string; detail: ReactNode; at: string; to: string };
  empty: string;
};

/** Lists the newest rows, each linking to its page. */
export function LatestRows<Row>({ title, sort, load, tell, empty }: LatestProps<Row>) {
  const { data, error } = useQuery({
    queryKey: ['admin', 'latest', title],
    queryFn: ({ signal }) => load({ page: 1, limit: shown, sort, order: 'desc', q: '' }, signal),
  });
  return (
    <Card aria-label={title} className="p-6" aria-busy={!data && !error}>
      <h2 className="eyebrow font-sans">{title}</h2>
      {error && !data ? (
        <p className="mt-3 text-danger">{whyMissing(error)}</p>
      ) : !data ? (
        <Awaited>
          <Skeleton className="mt-2 h-76" />
        </Awaited>
      ) : data.data.length === 0 ? (
        <p className="mt-3 text-soft">{empty}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {data.data.map(tell).map(({ key, label, detail, at, to }) => (
            <li key={key} className="flex items-baseline justify-between gap-4 py-2">
              <span className="min-w-0">
                <Link to={to} className="block truncate font-medium hover:underline">
                  {label}
                </Link>
                <span className="block truncate text-sm text-soft">{detail}</span>
              </span>
              <time dateTime={at} className="shrink-0 text-sm text-soft tabular-nums">
                {formatDate(at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
