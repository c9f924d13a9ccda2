import { adminRoutes } from '@lectern/contract/operations/admin';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { adminCall } from '../../../session/admin-call.ts';
import { whyMissing } from '../../../session/call.ts';
import { Awaited } from '../../../ui/awaited.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Shows only those parts of the system that are not as they should be. */
export function AttentionList() {
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
