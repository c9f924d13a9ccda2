import { portalOwnerRoutes, type PortalStatistics } from '@lectern/contract/publishing/portal';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call, attempt } from '../../../session/call.ts';
import { Failure } from '../../../session/not-loaded.tsx';
import { Awaited, Skeleton } from '../../../ui/page-placeholder.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PeriodField } from '../period-field.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { saveTextFile } from '../../../ui/save-file.ts';

async function saveCsv(days: number): Promise<void> {
  await attempt(async () => {
    const { name, csv } = await call(portalOwnerRoutes.statisticsCsv, { days });
    saveTextFile(name, csv, 'text/csv');
  });
}

/** Shows visitor activity: plays by day and video, the share watched of each chapter, and searches without results. */
export function Statistics() {
  const [days, setDays] = useState<number>(30);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['portal-statistics', days],
    queryFn: async ({ signal }) => (await call(portalOwnerRoutes.statistics, { days }, { signal })).data,
    placeholderData: keepPreviousData,
  });
  return (
    <Card aria-labelledby="portal-statistics" className="grid grid-cols-1 gap-6 p-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="portal-statistics" className="text-xl max-sm:basis-full sm:flex-1">
          Statistics
        </h2>
        <PeriodField days={days} onDays={setDays} />
        <Button look="secondary" onClick={() => void saveCsv(days)}>
          <FileSpreadsheet aria-hidden />
          Export CSV
        </Button>
      </div>
      {data ? (
        <Figures data={data} />
      ) : error ? (
        <Failure query={{ error, isFetching, refetch }} />
      ) : (
        <Awaited>
          <Skeleton className="h-48" />
        </Awaited>
      )}
    </Card>
  );
}

function Figures({ data }: { data: PortalStatistics }) {
  const nothing = data.videos.length === 0 && data.searches === 0 && data.quotes.length === 0;
  if (nothing)
    return (
      <p className="text-soft">
        Nobody visited in this period. What visitors play, search and share appears here, without cookies and without
        anything about who they are.
      </p>
    );
  const chaptersOf = Map.groupBy(data.chapters, ({ video }) => video);
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid gap-4">
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          <Figure name="Plays" value={data.videos.reduce((sum, { plays }) => sum + plays, 0)} />
          <Figure name="Searches" value={data.searches} />
          <Figure name="Quotes shared" value={data.quotes.reduce((sum, { shared }) => sum + shared, 0)} />
        </dl>
        <PlaysChart days={data.days} />
      </div>
      <Part title="Videos and chapters">
        {data.videos.map(({ id, title, plays }) => (
          <div key={id} className="grid grid-cols-1 gap-2">
            <p className="flex justify-between gap-4 font-medium">
              <span>{title}</span>
              <span className="shrink-0 tabular-nums">
                {plays} {plays === 1 ? 'play' : 'plays'}
              </span>
            </p>
            <ul className="grid grid-cols-1 gap-2 ps-4">
              {(chaptersOf.get(id) ?? []).map((chapter) => (
                <li key={chapter.start_seconds} className="grid grid-cols-1 gap-1 text-sm">
                  <span className="flex flex-wrap justify-between gap-x-4">
                    <span>
                      <span className="me-2 text-xs text-soft tabular-nums">
                        {formatDuration(chapter.start_seconds)}
                      </span>
                      {chapter.title}
                    </span>
                    <span className="shrink-0 text-soft tabular-nums">
                      {chapter.views} {chapter.views === 1 ? 'view' : 'views'}, {Math.round(chapter.share * 100)}%
                      watched
                    </span>
                  </span>
                  <ProgressBar value={chapter.share} label={`Watched share of ${chapter.title}`} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Part>
      <Part title="Searches without results">
        {data.missed.length === 0 ? (
          <p className="text-sm text-soft">
            {data.searches === 0 ? 'Nobody searched for anything.' : `All ${data.searches} searches found something.`}
          </p>
        ) : (
          <Counted rows={data.missed.map(({ keyword, count }) => ({ text: keyword, count }))} />
        )}
      </Part>
      {data.quotes.length > 0 && (
        <Part title="Quotes shared">
          <Counted rows={data.quotes.map(({ text, shared }) => ({ text, count: shared }))} />
        </Part>
      )}
    </div>
  );
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="font-serif text-2xl tabular-nums">{value.toLocaleString('en-US')}</dd>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <h3 className="text-lg">{title}</h3>
      {children}
    </section>
  );
}

const Counted = ({ rows }: { rows: readonly { text: string; count: number }[] }) => (
  <ul className="divide-y divide-line text-sm">
    {rows.map(({ text, count }) => (
      <li key={text} className="flex justify-between gap-4 py-2">
        <span>{text}</span>
        <span className="shrink-0 text-soft tabular-nums">{count}×</span>
      </li>
    ))}
  </ul>
);

const height = 120;

/** Days are counted in UTC. */
const inWords = (day: string): string =>
  new Date(day).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Plays a day as bars, with the same figures as a table for those who want to read them. */
function PlaysChart({ days }: { days: PortalStatistics['days'] }) {
  const most = Math.max(1, ...days.map(({ plays }) => plays));
  const total = days.reduce((sum, { plays }) => sum + plays, 0);
  const [first, last] = [days[0], days.at(-1)].map((entry) => (entry ? inWords(entry.day) : ''));
  return (
    <figure className="grid gap-2">
      <svg
        role="img"
        aria-label={`${total} ${total === 1 ? 'play' : 'plays'} from ${first} to ${last}, at most ${most} a day`}
        viewBox={`0 0 ${days.length * 10} ${height}`}
        preserveAspectRatio="none"
        className="h-32 w-full border-b border-edge"
      >
        {days.map(({ day, plays }, n) => {
          const bar = (plays / most) * (height - 4);
          return (
            <rect key={day} x={n * 10 + 1} y={height - bar} width={8} height={bar} className="fill-accent">
              <title>{`${inWords(day)}: ${plays}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="flex justify-between text-xs text-soft tabular-nums">
        <span>{first}</span>
        <span>Plays by day, at most {most}</span>
        <span>{last}</span>
      </figcaption>
      <details className="text-sm">
        <summary className="min-h-6 cursor-pointer text-soft">As a table</summary>
        <table className="mt-2 tabular-nums">
          <thead>
            <tr className="text-soft">
              <th scope="col" className="pr-8 text-start font-medium">
                Day
              </th>
              <th scope="col" className="text-end font-medium">
                Plays
              </th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ plays }) => plays > 0)
              .map(({ day, plays }) => (
                <tr key={day}>
                  <td className="pr-8">{inWords(day)}</td>
                  <td className="text-end">{plays}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
