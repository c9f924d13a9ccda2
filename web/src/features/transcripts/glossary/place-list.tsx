import type { Rewrite, RewriteOccurrence, RecordingOccurrences } from '@lectern/contract/editing/rewrites';
import { clsx } from 'clsx';
import { failureText, isAnnounced, whyMissing } from '../../../session/call.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageComing } from '../../../ui/page-placeholder.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatCount } from './format-rewrite.ts';
import { OccurrenceRow } from './place-row.tsx';
import { useChangeRewrite, usePlaces } from './use-rewrites.ts';

type PlaceListProps = { rewrite: Rewrite & { recordings: RecordingOccurrences[] } };

/**
 * The places of a rewrite by recording, page after page, each and each recording to be left out while nothing is done.
 */
export function PlaceList({ rewrite }: PlaceListProps) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = usePlaces(rewrite);
  const { choose } = useChangeRewrite(rewrite.id);
  const attempt = async (which: Parameters<typeof choose>[0]): Promise<void> => {
    try {
      await choose(which);
    } catch (cause) {
      if (!isAnnounced(cause)) toast.error(failureText(cause));
    }
  };
  if (!data)
    return error ? (
      <ErrorState text={whyMissing(error)} busy={isFetching} onRetry={() => void refetch()} />
    ) : (
      <PageComing>
        <Skeleton className="h-64" />
      </PageComing>
    );
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
                  onChange={({ target }) => void attempt({ passthrough, wanted: target.checked })}
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
            <ul className="grid divide-y divide-line">
              {places.get(passthrough)!.map((place) => (
                <OccurrenceRow
                  key={place.at}
                  place={place}
                  onChoose={isOpen ? (chosen) => void attempt({ at: place.at, wanted: chosen }) : undefined}
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
