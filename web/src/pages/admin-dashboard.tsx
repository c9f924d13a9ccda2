import { adminRoutes } from '@lectern/contract/admin';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminCall } from '../session/admin-call.ts';
import { failureText } from '../session/call.ts';
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
        <ErrorState text={failureText(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className="mt-6 grid max-w-2xl gap-5 sm:grid-cols-2" aria-busy={!data}>
          <Count title="Users" to="/admin/users" count={data?.users} />
          <Count title="Videos" to="/admin/videos" count={data?.videos} />
        </div>
      )}
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
        <Skeleton className="mt-3 h-10 w-24" />
      ) : (
        <p className="mt-2 font-serif text-4xl tabular-nums">{count.toLocaleString('en-US')}</p>
      )}
    </Card>
  );
}
