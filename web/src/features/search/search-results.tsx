import { momentSearch } from '@lectern/contract/rules/start-time';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { videoRoutes } from '@lectern/contract/videos';
import type { SearchMatch } from '@lectern/contract/videos';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call, failureText } from '../../session/call.ts';
import { useMember } from '../../session/stored-session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Highlighted } from '../../ui/highlighted.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** What the reader calls the field that matched. */
const fieldNames: Readonly<Record<SearchMatch['match_case'], string>> = {
  title: 'Title',
  description: 'Description',
  assetId: 'Asset id',
  thumbnail: 'Thumbnail',
  captionsTrackId: 'Captions track',
  transcript: 'Transcript',
  playback_id: 'Playback id',
  'chapter title': 'Chapter title',
  'chapter summary': 'Chapter summary',
  'chapter quote': 'Quote',
};

type SearchResultsProps = { keyword: string; onClose: () => void };

export default function SearchResults({ keyword, onClose }: SearchResultsProps) {
  const { id: userId } = useMember();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['search', keyword],
    queryFn: async ({ signal }) => (await call(videoRoutes.search, { userId, keyword }, { signal })).data,
    gcTime: 0,
  });
  const count = data?.length ?? 0;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Results for “${keyword}”`}
      description={data && count > 0 ? (count === 1 ? 'One video matches.' : `${count} videos match.`) : undefined}
    >
      {data ? (
        count > 0 ? (
          <ol className="divide-y divide-line border-t border-line">
            {data.map((match) => (
              <Match key={match.id} match={match} keyword={keyword} onOpen={onClose} />
            ))}
          </ol>
        ) : (
          <p role="status" className="py-8 text-center text-soft">
            No matches found.
          </p>
        )
      ) : error ? (
        <ErrorState
          title="The search did not work"
          text={failureText(error, 'Error on the server')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status" aria-label="Searching" aria-busy="true" className="grid gap-4 py-4">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      )}
    </Dialog>
  );
}

function Match({ match, keyword, onOpen }: { match: SearchMatch; keyword: string; onOpen: () => void }) {
  const { start } = match;
  const address = `/asset/${match.uploadId}${start === null ? '' : momentSearch(start)}`;
  return (
    <li>
      <Link
        to={address}
        onClick={onOpen}
        className="grid gap-4 py-4 hover:bg-sunken sm:grid-cols-[9rem_minmax(0,1fr)] sm:px-2"
      >
        <span className="hidden aspect-video overflow-hidden rounded-sm bg-sunken sm:block">
          {match.thumbnail && <img src={match.thumbnail} alt="" loading="lazy" className="size-full object-cover" />}
        </span>
        <span className="grid min-w-0 content-start gap-1">
          <span className="font-serif text-lg leading-snug">{match.title}</span>
          <span className="text-sm text-soft">
            {fieldNames[match.match_case]}
            {match.chapter && ` · ${match.chapter}`}
            {start !== null && <span className="tabular-nums"> · {formatTimecode(start)}</span>}
          </span>
          <span className="text-sm leading-relaxed whitespace-pre-line">
            <Highlighted text={match.highlight} keyword={keyword} />
          </span>
        </span>
      </Link>
    </li>
  );
}
