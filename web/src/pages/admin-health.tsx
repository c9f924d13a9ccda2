import { adminRoutes } from '@lectern/contract/operations/admin';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { adminCall } from '../session/admin-call.ts';
import { Failure } from '../session/not-loaded.tsx';
import { Awaited, Skeleton } from '../ui/page-placeholder.tsx';
import { Card } from '../ui/card.tsx';
import { usePageTitle } from '../ui/page-title.ts';

/** Milliseconds. */
const pollingInterval = 10_000;

export default function AdminHealth() {
  usePageTitle('System health');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'health'],
    queryFn: async ({ signal }) => (await adminCall(adminRoutes.health, undefined, { signal })).data,
    refetchInterval: pollingInterval,
  });
  return (
    <>
      <h1 className="mb-6 text-3xl">System health</h1>
      {error && !data ? (
        <Failure query={{ error, isFetching, refetch }} />
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-2" aria-busy={!data}>
          {data?.map(({ title, facts }) => (
            <Card key={title} aria-label={title} className="p-5">
              <h2 className="text-lg">{title}</h2>
              <dl className="mt-3 divide-y divide-line">
                {facts.map(({ name, value, ok }) => (
                  <div key={`${name} ${value}`} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2.5">
                    <dt className="text-soft">{name}</dt>
                    <dd className="ml-auto flex items-center gap-2 tabular-nums">
                      {value}
                      {ok ? (
                        <CircleCheck aria-label="fine" className="size-4 shrink-0 text-accent" />
                      ) : (
                        <TriangleAlert aria-label="needs a look" className="size-4 shrink-0 text-danger" />
                      )}
                    </dd>
                  </div>
                ))}
              </dl>
            </Card>
          )) ?? (
            <Awaited>
              {[0, 1, 2].map((n) => (
                <Skeleton key={n} className="h-48" />
              ))}
            </Awaited>
          )}
        </div>
      )}
    </>
  );
}
