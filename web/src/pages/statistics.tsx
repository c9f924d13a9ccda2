import { ChartNoAxesColumn } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type WatchStatistics, audienceRoutes } from '@lectern/contract/publishing/audience';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../session/call.ts';
import { useMember } from '../session/stored-session.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PeriodField } from '../features/publishing/period-field.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Card } from '../ui/card.tsx';
import { NotLoaded } from '../session/not-loaded.tsx';

/** Shows viewing figures of portal and share links for every recording, or for one with `?video=`. */
export default function Statistics() {
  usePageTitle('Statistics');
  const { plan } = useMember();
  const [query] = useSearchParams();
  const video = query.get('video') ?? undefined;
  const [days, setDays] = useState<number>(30);
  const asked = useWatched(days, video);
  const watched = asked.data;
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
        <PeriodField days={days} onDays={setDays} />
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
      ) : (
        <NotLoaded query={asked} />
      )}
    </div>
  );
}

const places = ({ portal, links }: WatchStatistics): string =>
  [portal > 0 && `${formatDuration(portal)} in the portal`, links > 0 && `${formatDuration(links)} by links`]
    .filter(Boolean)
    .join(' · ');

const WatchedList = ({ watched }: { watched: readonly WatchStatistics[] }) => (
  <ul className="grid grid-cols-1 gap-6">
    {watched.map((each) => (
      <li key={each.passthrough}>
        <Card aria-labelledby={`watched-${each.passthrough}`} className="grid grid-cols-1 gap-4 p-5">
          <div>
            <h2 id={`watched-${each.passthrough}`} className="text-xl">
              <Link to={`/asset/${each.passthrough}`} className="hover:underline">
                {each.title}
              </Link>
            </h2>
            <p className="mt-1 text-sm text-soft tabular-nums">
              {formatDuration(each.portal + each.links)} watched: {places(each)}
            </p>
          </div>
          <WatchedBars watched={each} />
        </Card>
      </li>
    ))}
  </ul>
);

const height = 100;

const times = (count: number): string =>
  count < 0.05 ? '0 times' : `${count < 10 ? count.toFixed(1) : Math.round(count)} times`;

/** Rows of the table where a recording has no chapters: tenths of it. */
const tenths = ({ parts, duration }: WatchStatistics): WatchStatistics['chapters'] =>
  Array.from({ length: 10 }, (_, n) => {
    const own = parts.slice((n * parts.length) / 10, ((n + 1) * parts.length) / 10);
    return {
      title: `Part ${n + 1} of 10`,
      start_seconds: (duration * n) / 10,
      times: own.reduce((sum, each) => sum + each, 0) / own.length,
    };
  });

function WatchedBars({ watched }: { watched: WatchStatistics }) {
  const { parts, duration, chapters, title } = watched;
  const most = Math.max(...parts);
  const length = duration / parts.length;
  const peak = parts.indexOf(most) * length;
  const rows = chapters.length > 0 ? chapters : tenths(watched);
  return (
    <figure className="grid grid-cols-1 gap-2">
      <svg
        role="img"
        aria-label={`Played most around ${formatDuration(peak)}, ${times(most)}`}
        viewBox={`0 0 ${parts.length * 10} ${height}`}
        preserveAspectRatio="none"
        className="h-24 w-full border-b border-edge bg-sunken"
      >
        {parts.map((count, n) => {
          const bar = (count / most) * (height - 4);
          return (
            <rect key={n} x={n * 10} y={height - bar} width={9} height={bar} className="fill-accent">
              <title>{`${formatDuration(n * length)}: ${times(count)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="flex justify-between gap-3 text-xs text-soft tabular-nums">
        <span>{formatDuration(0)}</span>
        <span>Most around {formatDuration(peak)}</span>
        <span>{formatDuration(duration)}</span>
      </figcaption>
      <details className="text-sm">
        <summary className="min-h-6 cursor-pointer text-soft">As a table</summary>
        <table className="mt-2 w-full tabular-nums">
          <caption className="sr-only">How often each part of “{title}” was played</caption>
          <thead>
            <tr className="text-soft">
              <th scope="col" className="pe-4 text-start font-medium">
                From
              </th>
              <th scope="col" className="pe-4 text-start font-medium">
                {chapters.length > 0 ? 'Chapter' : 'Part'}
              </th>
              <th scope="col" className="text-end font-medium">
                Played
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.start_seconds}>
                <td className="pe-4 align-top">{formatDuration(row.start_seconds)}</td>
                <td className="pe-4">{row.title}</td>
                <td className="text-end align-top whitespace-nowrap">{times(row.times)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

const useWatched = (days: number, passthrough: string | undefined) =>
  useQuery({
    queryKey: ['watched', days, passthrough],
    queryFn: async ({ signal }) => {
      const of = passthrough === undefined ? {} : { passthrough };
      return (await call(audienceRoutes.watched, { days, ...of }, { signal })).data;
    },
    placeholderData: keepPreviousData,
  });
