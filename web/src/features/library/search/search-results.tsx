import { buildMomentQuery } from '@lectern/contract/rules/start-time';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { videoRoutes, type FoundMoments, type SearchMatch } from '@lectern/contract/videos/videos';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call, failureText } from '../../../session/call.ts';
import { Failure } from '../../../session/not-loaded.tsx';
import { useMember } from '../../../session/stored-session.ts';
import { LoadingPlaceholder, Skeleton } from '../../../ui/page-placeholder.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Highlighted } from '../../../ui/split-matches.tsx';
import { excerpt, repeatsSaid, tellsSame } from './excerpt.ts';
import { useMoments, useOwnersQuote } from './use-moments.ts';

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
  slide: 'Slide',
  highlight: 'Highlight',
};

type SearchResultsProps = { keyword: string; onClose: () => void };

export default function SearchResults({ keyword, onClose }: SearchResultsProps) {
  const { id: userId } = useMember();
  const {
    data: answer,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['search-results', keyword],
    queryFn: ({ signal }) => call(videoRoutes.search, { userId, keyword }, { signal }),
  });
  const data = answer?.data;
  // The call tells the first field of each video; the page shows the other places too.
  const { data: places } = useMoments(keyword);
  const count = data?.length ?? 0;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Results for “${keyword}”`}
      description={
        data && count > 0
          ? count === 1
            ? 'One video matches.'
            : answer?.more
              ? `The first ${count} videos that match. More words find fewer.`
              : `${count} videos match.`
          : undefined
      }
    >
      {data ? (
        count > 0 ? (
          <ol className="divide-y divide-line border-t border-line">
            {data.map((match) => (
              <Match
                key={match.id}
                match={match}
                keyword={keyword}
                found={places?.find(({ uploadId }) => uploadId === match.uploadId)}
              />
            ))}
          </ol>
        ) : (
          <p role="status" className="py-8 text-center text-soft">
            No matches found.
          </p>
        )
      ) : error ? (
        <Failure
          title="The search did not work"
          text={failureText(error, 'Error on the server')}
          query={{ error, isFetching, refetch }}
        />
      ) : (
        <LoadingPlaceholder label="Searching">
          <div className="grid gap-4 py-4">
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
          </div>
        </LoadingPlaceholder>
      )}
    </Dialog>
  );
}

type MatchProps = { match: SearchMatch; keyword: string; found: FoundMoments | undefined };

function Match({ match, keyword, found }: MatchProps) {
  const { start, uploadId } = match;
  const ownersQuote = useOwnersQuote();
  const moments = found?.moments ?? [];
  const first =
    match.match_case === 'transcript'
      ? [{ field: match.match_case, text: match.highlight, chapter: match.chapter }]
      : [];
  const untold = moments.filter(
    (moment) =>
      moment.start !== start &&
      !tellsSame(moment, match, keyword) &&
      !repeatsSaid(moment, [...first, ...moments], keyword),
  );
  const others = untold.slice(0, 4);
  const told = Math.max(start === null ? 0 : 1, moments.length - untold.length);
  const shown = others.length + told;
  const more = (found?.total ?? 0) - shown;
  return (
    <li className="py-3">
      <Link
        to={`/asset/${uploadId}${buildMomentQuery(start, keyword, match.match_case)}`}
        className="grid gap-4 rounded-sm py-1 hover:bg-sunken sm:grid-cols-[9rem_minmax(0,1fr)] sm:px-2"
      >
        <span className="hidden aspect-video overflow-hidden rounded-sm bg-sunken sm:block">
          {match.thumbnail && <img src={match.thumbnail} alt="" loading="lazy" className="size-full object-cover" />}
        </span>
        <span className="grid min-w-0 content-start gap-1">
          <span className="font-serif text-lg leading-snug">{match.title}</span>
          <span className="text-sm text-soft">
            {match.is_public === false ? ownersQuote : fieldNames[match.match_case]}
            {match.chapter && ` · ${match.chapter}`}
            {start !== null && <span className="tabular-nums"> · {formatTimecode(start)}</span>}
          </span>
          <span className="text-sm leading-relaxed">
            <Highlighted text={excerpt(match.highlight, keyword)} keyword={keyword} />
          </span>
        </span>
      </Link>
      {others.length > 0 && (
        <ul aria-label={`More places in ${match.title}`} className="mt-1 sm:ms-[10.5rem]">
          {others.map((moment, n) => (
            <li key={n}>
              <Link
                to={`/asset/${uploadId}${buildMomentQuery(moment.start, keyword, moment.field)}`}
                className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-2 rounded-sm px-2 py-1 text-sm hover:bg-sunken"
              >
                <span className="text-xs leading-5 font-semibold text-accent tabular-nums">
                  {formatTimecode(moment.start)}
                </span>
                {/* Beside a picture a phone has no room for words. */}
                <span className="flex flex-col items-start gap-2 sm:flex-row">
                  {moment.picture && (
                    <img
                      src={moment.picture}
                      alt="Slide"
                      loading="lazy"
                      className="aspect-video w-36 shrink-0 rounded-sm border border-line object-contain"
                    />
                  )}
                  <span className="min-w-0">
                    <Highlighted text={excerpt(moment.text, keyword)} keyword={keyword} />
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && shown > 0 && (
        <Link
          to={`/asset/${uploadId}${buildMomentQuery(null, keyword)}`}
          className="prose-link ms-2 inline-flex min-h-7 items-center text-sm sm:ms-[11rem]"
        >
          +{more} more in this video
        </Link>
      )}
    </li>
  );
}
