import type { Portal, PortalSearchResult, PortalMoment, PortalPage } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { ArrowLeft, Search as SearchIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Highlighted } from '../ui/split-matches.tsx';
import { portalFetch } from './portal-host.ts';
import { countPortalEvent } from './visits.ts';

/** Milliseconds of rest before what was typed is looked for, and before it counts as looked for. */
const rest = 250;
const settled = 1500;
const shortest = 2;

type Found = NonNullable<PortalPage['found']>;

type SearchProps = {
  portal: Portal;
  found: PortalPage['found'];
  /** Stands under the search. */
  questions: ReactNode;
  children: ReactNode;
};

/** The search of a portal, and under it what was found, or `children` while nothing is looked for. */
export function Search({ portal, found: given, questions, children }: SearchProps) {
  const [typed, setTyped] = useState(given?.keyword ?? '');
  const [found, setFound] = useState<Found | undefined>(given);
  const [failed, setFailed] = useState(false);
  const asking = useRef<{ timer?: ReturnType<typeof setTimeout>; control?: AbortController }>({});

  const type = (text: string): void => {
    setTyped(text);
    clearTimeout(asking.current.timer);
    asking.current.control?.abort();
    setFailed(false);
    const keyword = text.trim();
    if (keyword.length < shortest) return setFound(undefined);
    const control = new AbortController();
    const timer = setTimeout(() => {
      portalFetch<PortalSearchResult>(`${portal.token}/search?q=${encodeURIComponent(keyword)}`, control.signal).then(
        ({ data, totals }) => setFound({ keyword, moments: data, totals }),
        () => !control.signal.aborted && setFailed(true),
      );
    }, rest);
    asking.current = { timer, control };
  };

  useEffect(() => {
    // One video's moments are the same search, looked at further.
    if (!found || found.only !== undefined) return;
    const timer = setTimeout(
      () =>
        countPortalEvent({
          kind: 'search',
          keyword: found.keyword.slice(0, 100),
          found: found.moments.length && totalOf(found),
        }),
      settled,
    );
    return () => clearTimeout(timer);
  }, [found]);

  return (
    <>
      <search className="mx-auto w-full max-w-7xl px-4 sm:px-6">
        {/* Without scripts the form asks the server, which draws the same page. */}
        <form method="get" action={portalPaths.overview(portal.token)} className="relative max-w-xl">
          <SearchIcon
            aria-hidden
            className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4.5 text-soft"
          />
          <input
            type="search"
            name="q"
            aria-label="Search the webinars"
            placeholder="Search everything that is said"
            autoComplete="off"
            maxLength={200}
            value={typed}
            onChange={(event) => type(event.target.value)}
            className="h-11 w-full rounded-md border border-edge bg-surface pr-3 pl-10.5 text-base text-ellipsis text-ink placeholder:text-soft hover:border-ink focus-visible:outline-offset-0"
          />
        </form>
      </search>
      {questions}
      <div aria-live="polite" className="sr-only">
        {found && (found.moments.length === 0 ? 'Nothing found.' : foundText(totalOf(found)))}
      </div>
      {failed && (
        <p role="alert" className="mx-auto max-w-7xl px-4 pt-4 text-sm font-medium text-danger sm:px-6">
          The search cannot be reached. Please try again in a moment.
        </p>
      )}
      {found ? <Moments portal={portal} found={found} /> : children}
    </>
  );
}

const fields: Readonly<Record<PortalMoment['field'], string>> = {
  title: 'Title',
  description: 'Description',
  chapter: 'Chapter',
  summary: 'Summary',
  quote: 'Quote',
  transcript: 'Said',
};

/** How many moments there are; a webinar that is only called so counts as one. */
const totalOf = ({ totals }: Found): number =>
  Object.values(totals).reduce((sum, total) => sum + Math.max(1, total), 0);

const foundText = (places: number): string => (places === 1 ? 'One moment found.' : `${places} moments found.`);

const momentsText = (moments: number): string => (moments === 1 ? '1 moment' : `${moments} moments`);

/** The title is a heading over them. */
const placesIn = (found: readonly PortalMoment[]): PortalMoment[] => found.filter(({ field }) => field !== 'title');

function Moments({ portal, found: { keyword, only, moments, totals } }: { portal: Portal; found: Found }) {
  if (moments.length === 0)
    return (
      <div className="mx-auto max-w-7xl px-4 py-14 sm:px-6">
        <p className="font-serif text-xl">Nothing about “{keyword}” in these webinars.</p>
        <p className="mt-1 text-soft">Other words may find it: what is searched is what was really said.</p>
        <p className="mt-4">
          <a href={portalPaths.overview(portal.token)} className="prose-link inline-flex min-h-8 items-center">
            All webinars
          </a>
        </p>
      </div>
    );
  const groups = Map.groupBy(moments, ({ key }) => key);
  return (
    <section aria-label={`Moments about ${keyword}`} className="mx-auto grid max-w-7xl gap-8 px-4 py-8 sm:px-6">
      {only !== undefined && (
        <p>
          <a
            href={portalPaths.search(portal.token, keyword)}
            className="inline-flex min-h-8 items-center gap-2 font-medium hover:underline"
          >
            <ArrowLeft aria-hidden className="size-4" />
            Moments in all webinars
          </a>
        </p>
      )}
      {[...groups].map(([key, found]) => (
        <article key={key} className="grid gap-2">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h2 className="text-lg">
              <a href={portalPaths.watch(portal.token, key)} className="hover:underline">
                <Highlighted text={found[0]!.title} keyword={keyword} />
              </a>
            </h2>
            {totals[key]! > 0 && <p className="text-sm text-soft tabular-nums">{momentsText(totals[key]!)}</p>}
          </div>
          {placesIn(found).length > 0 && (
            <ul className="divide-y divide-line border-y border-line">
              {placesIn(found).map((moment, n) => (
                <li key={n}>
                  <a
                    href={portalPaths.watch(portal.token, key, moment.start ?? undefined)}
                    className="grid gap-x-4 gap-y-1 rounded-sm px-1 py-3 hover:bg-sunken sm:grid-cols-[7.5rem_1fr]"
                  >
                    <span className="text-xs font-semibold text-accent tabular-nums">
                      {moment.start === null ? '' : formatDuration(moment.start)}
                      <span className="ms-2 font-medium text-soft">{fields[moment.field]}</span>
                    </span>
                    <span className="grid gap-0.5">
                      {moment.chapter && moment.field !== 'chapter' && (
                        <span className="text-xs text-soft">{moment.chapter}</span>
                      )}
                      <span className="leading-snug">
                        <Highlighted text={moment.text} keyword={keyword} />
                      </span>
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          )}
          <Others {...{ portal, keyword, only, of: found[0]! }} shown={placesIn(found).length} total={totals[key]!} />
        </article>
      ))}
    </section>
  );
}

type OthersProps = {
  portal: Portal;
  keyword: string;
  only: string | undefined;
  of: PortalMoment;
  shown: number;
  total: number;
};

/** The way to the moments of a webinar that are not shown, or where there is none, that they are not. */
function Others({ portal, keyword, only, of, shown, total }: OthersProps) {
  if (total <= shown) return null;
  if (only !== undefined)
    return (
      <p className="text-sm text-soft">
        The first {shown} of {total}. More words find fewer.
      </p>
    );
  return (
    <p>
      <a
        href={portalPaths.search(portal.token, keyword, of.key)}
        className="prose-link inline-flex min-h-8 items-center text-sm font-medium"
      >
        Show all {total}
        <span className="sr-only"> moments in {of.title}</span>
      </a>
    </p>
  );
}
