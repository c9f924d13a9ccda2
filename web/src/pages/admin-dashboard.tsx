import { adminRoutes, type TableQuery } from '@lectern/contract/operations/admin';
import { languageChoiceRoutes } from '@lectern/contract/operations/language-choice';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { adminCall } from '../session/admin-call.ts';
import { whyMissing } from '../session/call.ts';
import { Failure } from '../session/not-loaded.tsx';
import { Awaited, Skeleton } from '../ui/page-placeholder.tsx';
import { Card } from '../ui/card.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { LanguageChoiceCard } from '../features/operations/admin/language-choice-card.tsx';
import { formatDate } from '../features/operations/admin/dates.ts';

export default function AdminDashboard() {
  usePageTitle('Dashboard');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'dashboard'],
    queryFn: async ({ signal }) => (await adminCall(adminRoutes.dashboard, undefined, { signal })).data,
  });
  const choice = useQuery({
    queryKey: ['admin', 'language-choice'],
    queryFn: async ({ signal }) => (await adminCall(languageChoiceRoutes.languageChoice, undefined, { signal })).data,
  });
  // All at once: a question that came later would push the rest down.
  if (choice.isPending)
    return (
      <>
        <h1 className="text-3xl">Dashboard</h1>
        <Awaited>
          <Skeleton className="mt-6 h-76" />
        </Awaited>
      </>
    );
  return (
    <>
      <h1 className="text-3xl">Dashboard</h1>
      {choice.data ? (
        <LanguageChoiceCard
          model={choice.data.model}
          chosen={choice.data.choice}
          onChosen={() => void choice.refetch()}
        />
      ) : (
        choice.error && <Failure title="The choice of a language model could not be loaded" query={choice} />
      )}
      {error && !data ? (
        <Failure query={{ error, isFetching, refetch }} />
      ) : (
        <div className="mt-6 grid gap-5 sm:grid-cols-2 xl:grid-cols-[14rem_14rem_minmax(0,1fr)]">
          <Count title="Users" to="/admin/users" count={data?.users} />
          <Count title="Videos" to="/admin/videos" count={data?.videos} />
          <div className="grid sm:col-span-2 xl:col-span-1">
            <AttentionList />
          </div>
        </div>
      )}
      <div className="mt-5 grid grid-cols-1 items-start gap-5 lg:grid-cols-3">
        <LatestRows
          title="Newest users"
          sort="created_at"
          load={(query, signal) => adminCall(adminRoutes.users, query, { signal })}
          tell={({ _id, email, firstname, lastname, created_at }) => ({
            key: _id,
            label: email,
            detail: `${firstname} ${lastname}`,
            at: created_at,
            to: `/admin/users?${new URLSearchParams({ q: email })}`,
          })}
          empty="There are no users yet."
        />
        <LatestRows
          title="Newest videos"
          sort="created_at"
          load={(query, signal) => adminCall(adminRoutes.videos, query, { signal })}
          tell={({ _id, title, userId, created_at }) => ({
            key: _id,
            label: title || 'Untitled video',
            detail: userId.email,
            at: created_at,
            to: `/admin/videos?${new URLSearchParams({ q: title || userId.email })}`,
          })}
          empty="There are no videos yet."
        />
        <LatestRows
          title="Newest reports"
          sort="createdAt"
          load={(query, signal) => adminCall(adminRoutes.reports, query, { signal })}
          tell={({ _id, subject, email, response, createdAt }) => ({
            key: _id,
            label: subject,
            detail: `${email || 'Deleted account'} · ${response ? 'answered' : 'not answered yet'}`,
            at: createdAt,
            to: `/admin/reports?${new URLSearchParams({ q: subject })}`,
          })}
          empty="Nobody has written yet."
        />
      </div>
    </>
  );
}

function Count({ title, to, count }: { title: string; to: string; count: number | undefined }) {
  return (
    <Card aria-label={title} className="p-6">
      <h2 className="eyebrow font-sans">
        <Link to={to} className="hover:underline">
          {title}
        </Link>
      </h2>
      {count === undefined ? (
        <Awaited>
          <Skeleton className="mt-3 h-10 w-24" />
        </Awaited>
      ) : (
        <p className="mt-2 font-serif text-4xl tabular-nums">{count.toLocaleString('en-US')}</p>
      )}
    </Card>
  );
}

/** Shows only those parts of the system that are not as they should be. */
function AttentionList() {
  const { data, error } = useQuery({
    queryKey: ['admin', 'health'],
    queryFn: async ({ signal }) => (await adminCall(adminRoutes.health, undefined, { signal })).data,
  });
  const wrong = data?.flatMap(({ title, facts }) => facts.filter(({ ok }) => !ok).map((fact) => ({ title, ...fact })));
  return (
    <Card aria-label="System health" className="p-6" aria-busy={!data && !error}>
      <h2 className="eyebrow font-sans">
        <Link to="/admin/health" className="hover:underline">
          System health
        </Link>
      </h2>
      {error && !data ? (
        <p className="mt-3 text-danger">{whyMissing(error)}</p>
      ) : !wrong ? (
        <Awaited>
          <Skeleton className="mt-3 h-6" />
        </Awaited>
      ) : wrong.length === 0 ? (
        <p className="mt-3 flex items-center gap-2">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-accent" />
          Nothing needs your attention.
        </p>
      ) : (
        <ul className="mt-3 grid gap-2">
          {wrong.map(({ title, name, value }) => (
            <li key={`${title} ${name}`} className="flex items-start gap-2">
              <TriangleAlert aria-hidden className="mt-1 size-4 shrink-0 text-danger" />
              <span className="min-w-0">
                {title}, {name}: {value}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

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

function LatestRows<Row>({ title, sort, load, tell, empty }: LatestProps<Row>) {
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
