import { adminRoutes } from '@lectern/contract/operations/admin';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { LatestRows } from '../features/operations/admin/latest.tsx';
import { AttentionList } from '../features/operations/admin/attention-list.tsx';
import { adminCall } from '../session/admin-call.ts';
import { whyMissing } from '../session/call.ts';
import { Awaited } from '../ui/awaited.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Skeleton } from '../ui/skeleton.tsx';

export default function AdminDashboard() {
  usePageTitle('Dashboard');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'dashboard'],
    queryFn: async ({ signal }) => (await adminCall(adminRoutes.dashboard, undefined, { signal })).data,
  });
  return (
    <>
      <h1 className="text-3xl">Dashboard</h1>
      {error && !data ? (
        <ErrorState text={whyMissing(error)} busy={isFetching} onRetry={() => void refetch()} />
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
