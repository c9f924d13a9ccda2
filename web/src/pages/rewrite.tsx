import { Link, useParams } from 'react-router';
import type { Rewrite, RewriteOccurrence, RecordingOccurrences } from '@lectern/contract/editing/rewrites';
import { clsx } from 'clsx';
import { buildMomentQuery } from '@lectern/contract/rules/start-time';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { Fragment, useMemo } from 'react';
import { RewriteActions } from '../features/transcripts/glossary/rewrite-actions.tsx';
import { useRewrite, useChangeRewrite, usePlaces } from '../features/transcripts/glossary/use-rewrites.ts';
import { attempt } from '../session/call.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { Button } from '../ui/button.tsx';
import { formatCount, fieldNames } from '../features/transcripts/glossary/format-rewrite.ts';
import { changedParts, isReplacedPart } from '../features/transcripts/glossary/changed-parts.ts';
import { NotLoaded } from '../session/not-loaded.tsx';

export default function RewritePage() {
  usePageTitle('Changes by the glossary');
  const { rewrite: id = '' } = useParams();
  const query = useRewrite(id);
  const rewrite = query.data;
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 lg:py-10 *:max-w-180">
      <div className="mb-7">
        <Link to="/asset/glossary" className="prose-link inline-flex min-h-6 items-center text-sm">
          Glossary
        </Link>
        <h1 className="text-3xl">Changes in the library</h1>
        {rewrite && <p className="mt-1 line-clamp-3 text-soft">{rewrite.terms.join(', ')}</p>}
      </div>
      {rewrite ? (
        <div className="grid gap-8">
          <RewriteActions rewrite={rewrite} />
          {rewrite.places.all > 0 && <PlaceList rewrite={rewrite} />}
        </div>
      ) : (
        <NotLoaded query={query} />
      )}
    </div>
  );
}

type PlaceListProps = { rewrite: Rewrite & { recordings: RecordingOccurrences[] } };

/**
 * The places of a rewrite by recording, page after page, each and each recording to be left out while nothing is done.
 */
function PlaceList({ rewrite }: PlaceListProps) {
  const query = usePlaces(rewrite);
  const { data, isFetchingNextPage, hasNextPage, fetchNextPage } = query;
  const { choose } = useChangeRewrite(rewrite.id);
  if (!data) return <NotLoaded query={query} />;
  const isOpen = rewrite.state === 'ready';
  const places = Map.groupBy(
    data.pages.flatMap((page): RewriteOccurrence[] => page.data),
    ({ passthrough }) => passthrough,
  );
  return (
    <div className="grid gap-8">
      {rewrite.recordings
        .filter(({ passthrough }) => places.has(passthrough))
        .map(({ passthrough, title, places: all, wanted }) => (
          <section key={passthrough} aria-labelledby={`recording-${passthrough}`} className="grid gap-1">
            <div className="flex items-start gap-3">
              {isOpen && (
                <input
                  type="checkbox"
                  aria-labelledby={`recording-${passthrough}`}
                  checked={wanted > 0}
                  ref={(box) => {
                    if (box) box.indeterminate = wanted > 0 && wanted < all;
                  }}
                  onChange={({ target }) => void attempt(() => choose({ passthrough, wanted: target.checked }))}
                  className="mt-1.5 size-4 shrink-0 accent-accent"
                />
              )}
              <h2 id={`recording-${passthrough}`} className="min-w-0 text-xl">
                {title || 'Untitled video'}
              </h2>
            </div>
            <p className={clsx('text-sm text-soft', isOpen && 'ps-7')}>
              {isOpen && wanted < all
                ? `${wanted} of ${formatCount(all, 'occurrence', 'occurrences')}`
                : formatCount(all, 'occurrence', 'occurrences')}
            </p>
            <ul className="grid grid-cols-1 divide-y divide-line">
              {places.get(passthrough)!.map((place) => (
                <OccurrenceRow
                  key={place.at}
                  place={place}
                  onChoose={
                    isOpen ? (chosen) => void attempt(() => choose({ at: place.at, wanted: chosen })) : undefined
                  }
                />
              ))}
            </ul>
          </section>
        ))}
      {hasNextPage && (
        <Button
          look="secondary"
          className="justify-self-start"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more occurrences
        </Button>
      )}
    </div>
  );
}

/** Explains an occurrence's state where it is not plain. */
const fates: Partial<Record<RewriteOccurrence['state'], string>> = {
  passed: 'Changed somewhere else: left as it is.',
  kept: 'Edited since: left as it is.',
  undone: 'Undone.',
};

type PlaceRowProps = {
  place: RewriteOccurrence;
  /** Undefined where nothing can be chosen any more. */
  onChoose: ((wanted: boolean) => void) | undefined;
};

/** A place: what it reads and would read, where it is, and whether it is wanted. */
function OccurrenceRow({ place, onChoose }: PlaceRowProps) {
  const { passthrough, field, start, before, after, wanted, state, at } = place;
  const parts = useMemo(() => changedParts(before, after), [before, after]);
  const change = parts.find(isReplacedPart);
  const where = field === 'line' ? formatDuration(start) : `${fieldNames[field]} · ${formatDuration(start)}`;
  const words = (
    <span className="min-w-0">
      {parts.map((part, n) =>
        isReplacedPart(part) ? (
          <Fragment key={n}>
            {part.before !== '' && (
              <del className="text-danger decoration-1">
                <span className="sr-only">instead of </span>
                {part.before}
              </del>
            )}
            {part.before !== '' && part.after !== '' && ' '}
            {part.after !== '' && (
              <ins className="bg-accent-wash font-medium no-underline">
                <span className="sr-only">now </span>
                {part.after}
              </ins>
            )}
          </Fragment>
        ) : (
          part.same
        ),
      )}
    </span>
  );
  return (
    <li className="grid gap-0.5 py-2 [contain-intrinsic-height:auto_4rem] [content-visibility:auto] focus-within:[content-visibility:visible]">
      {onChoose ? (
        <label className="flex min-h-6 cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            data-place={at}
            checked={wanted}
            onChange={({ target }) => onChoose(target.checked)}
            className="mt-1 size-4 shrink-0 accent-accent"
          />
          {words}
        </label>
      ) : (
        <p>{words}</p>
      )}
      <p className={clsx('text-sm text-soft', onChoose && 'ps-7')}>
        <Link
          to={`/asset/${passthrough}${buildMomentQuery(start, (state === 'changed' || state === 'kept' ? change?.after : change?.before) ?? '')}`}
          className="prose-link inline-flex min-h-6 items-center tabular-nums"
        >
          {where}
        </Link>
        {fates[state] && ` · ${fates[state]}`}
        {!onChoose && !wanted && ' · Left out.'}
      </p>
    </li>
  );
}
