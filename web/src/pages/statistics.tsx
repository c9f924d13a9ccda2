import { ChartNoAxesColumn } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useWatched } from '../features/publishing/audience/use-watched.ts';
import { WatchedList } from '../features/publishing/audience/watched-list.tsx';
import { whyMissing } from '../session/call.ts';
import { useMember } from '../session/stored-session.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { SelectField } from '../ui/field.tsx';
import { PageComing } from '../ui/page-placeholder.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Skeleton } from '../ui/skeleton.tsx';

const ranges = [7, 30, 90, 365] as const;

/** Shows viewing figures of portal and share links for every recording, or for one with `?video=`. */
export default function Statistics() {
  usePageTitle('Statistics');
  const { plan } = useMember();
  const [query] = useSearchParams();
  const video = query.get('video') ?? undefined;
  const [days, setDays] = useState<number>(30);
  const { data: watched, error, isFetching, refetch } = useWatched(days, video);
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 lg:py-10">
      <div className="mb-7 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl">Statistics</h1>
          <p className="mt-1 max-w-prose text-soft">
            What viewers played in your portal and by your links, counted without cookies and without anything about who
            they are.
          </p>
          <p className="flex flex-wrap gap-x-4 text-sm">
            {video !== undefined && (
              <Link to="/asset/statistics" className="prose-link inline-flex min-h-6 items-center">
                All recordings
              </Link>
            )}
            {plan === 'professional' && (
              <Link to="/asset/portal#portal-statistics" className="prose-link inline-flex min-h-6 items-center">
                Searches without results
              </Link>
            )}
          </p>
        </div>
        <SelectField label="Period" hideLabel value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {ranges.map((range) => (
            <option key={range} value={range}>
              Last {range} days
            </option>
          ))}
        </SelectField>
      </div>
      {watched ? (
        watched.length > 0 ? (
          <WatchedList watched={watched} />
        ) : (
          <EmptyState
            icon={<ChartNoAxesColumn aria-hidden />}
            title="Nothing was watched in this period"
            actions={<ButtonLink to="/asset/view">Go to the library</ButtonLink>}
          >
            Share a recording by a link, or put it into your portal: which parts are watched, and how often, is shown
            here.
          </EmptyState>
        )
      ) : error ? (
        <ErrorState text={whyMissing(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <PageComing>
          <Skeleton className="h-64" />
        </PageComing>
      )}
    </div>
  );
}
