import { Highlighter } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { HighlightList, SaveHighlights } from '../features/editing/highlights/highlight-list.tsx';
import { useHighlights } from '../features/editing/highlights/use-highlights.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { NotLoaded } from '../session/not-loaded.tsx';

/** Everything a member has highlighted, over the whole library or, with `?video=`, of one recording. */
export default function Highlights() {
  usePageTitle('Highlights');
  const [query] = useSearchParams();
  const video = query.get('video') ?? undefined;
  const asked = useHighlights(video);
  const highlights = asked.data;
  const recordings = new Set(highlights?.map(({ passthrough }) => passthrough)).size;
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 lg:py-10 [&>:not(section)]:max-w-180">
      <div className="mb-7 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl">Highlights</h1>
          {highlights && highlights.length > 0 && (
            <p className="mt-1 text-soft">
              {highlights.length === 1 ? 'One highlight' : `${highlights.length} highlights`} in{' '}
              {recordings === 1 ? 'one recording' : `${recordings} recordings`}
            </p>
          )}
          {video !== undefined && (
            <Link to="/asset/highlights" className="prose-link inline-flex min-h-6 items-center text-sm">
              All highlights
            </Link>
          )}
        </div>
        {highlights && highlights.length > 0 && <SaveHighlights passthrough={video} />}
      </div>
      {highlights ? (
        highlights.length > 0 ? (
          <HighlightList highlights={highlights} titled />
        ) : (
          <EmptyState
            icon={<Highlighter aria-hidden />}
            title="Nothing is highlighted yet"
            actions={<ButtonLink to="/asset/view">Go to the library</ButtonLink>}
          >
            Select words in the transcript of a recording and choose Highlight: they are kept here, with the time, a
            note, and as a download.
          </EmptyState>
        )
      ) : (
        <NotLoaded query={asked} />
      )}
    </div>
  );
}
