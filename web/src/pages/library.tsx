import type { ListedVideo, Video } from '@lectern/contract/videos/videos';
import { Upload, Plus } from 'lucide-react';
import { useState, useEffect, useRef, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useDashboard } from '../features/library/dashboard/use-dashboard.ts';
import { Downloads } from '../features/exports/downloads.tsx';
import { RetryButton } from '../features/library/retry-button.tsx';
import { useMoreVideos, useVideos } from '../features/library/use-videos.ts';
import { useUploads, useFreshLists } from '../features/uploads/upload-list.ts';
import { useMember, Allowed, useCan } from '../session/stored-session.ts';
import { Failure } from '../session/not-loaded.tsx';
import { Button } from '../ui/button.tsx';
import { useIsShared, usePeople } from '../session/workspaces.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Notice } from '../ui/notice.tsx';
import { lazyPart, partMissing } from '../ui/lazy-part.tsx';
import { useNow } from '../ui/use-now.ts';
import { PageComing, Skeleton } from '../ui/page-placeholder.tsx';
import { VideoDrafts } from '../session/video-drafts.tsx';
import { VideoCard } from '../features/library/video-card.tsx';

/** Seen once in the life of a library, so it is loaded when there is no video. */
const Welcome = lazyPart(() => import('../features/library/welcome.tsx'));

/** Most libraries are looked at while nothing is sent. */
const UploadCards = lazyPart(() => import('../features/uploads/upload-cards.tsx'));

/** Most people work alone. */
const HandOverOffer = lazyPart(() => import('../features/accounts/workspaces/hand-over-offer.tsx'));

/** Few installations have their recordings delivered by somebody else. */
const DeliveredNotice = lazyPart(() => import('../features/library/dashboard/delivered-notice.tsx'));

/** Comes behind the recordings, which are what the page is for. */
const AskLibrary = lazyPart(() => import('../features/library/ask/ask-library.tsx'));

type RemedyProps = { video: Video; listens: boolean };

/** Few videos have no captions. */
const CaptionsRemedy = lazyPart<RemedyProps>(() =>
  import('../features/uploads/add-captions.tsx').then(({ AddCaptions }) => ({
    default: ({ video, listens }: RemedyProps) => (
      <>
        <AddCaptions passthrough={video.id} />
        <RetryButton video={video} listens={listens} />
      </>
    ),
  })),
);

/** Captions are what a video without a transcript needs; anything else is tried again. */
const remedy = (video: Video, listens: boolean) => {
  const retry = <RetryButton video={video} listens={listens} />;
  const needsCaptions = video.steps.some(
    ({ step, state }) => step === 'transcript' && (state === 'blocked' || state === 'failed'),
  );
  return needsCaptions ? <CaptionsRemedy video={video} listens={listens} missing={retry} /> : retry;
};

export default function Library() {
  usePageTitle('Video Library');
  const [downloading, setDownloading] = useState<ListedVideo>();
  const { membership_expired: expired, workspace } = useMember();
  const { data: dashboard } = useDashboard();
  const { data: newest, error, isFetching, refetch } = useVideos();
  const [query, setQuery] = useSearchParams();
  const pages = Math.min(1_000, Math.max(0, Number.parseInt(query.get('more') ?? '0', 10) || 0));
  const more = useMoreVideos(pages);
  const videos = newest && [...newest, ...more.videos.filter(({ id }) => !newest.some((video) => video.id === id))];
  const showMore = (): void => setQuery({ more: String(pages + 1) }, { replace: true, preventScrollReset: true });
  const isShared = useIsShared();
  const { uploads: all } = useUploads();
  const uploads = all.filter((upload) => upload.workspace === undefined || upload.workspace === workspace?.id);
  // Here, as what is drawn of an upload goes with its last byte.
  useFreshLists(all);
  const coming = uploads.filter(({ phase }) => phase !== 'done').length;
  /** One has arrived, and the list that has it is on its way. */
  const isArriving = uploads.length > 0 && isFetching;
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 lg:py-10">
      <div className="mb-7 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl">Video Library</h1>
          {videos && videos.length > 0 && (
            <p className="mt-1 text-soft">
              {videos.length === 1
                ? 'One recording'
                : `${more.hasMore ? 'The newest ' : ''}${videos.length} recordings`}
            </p>
          )}
        </div>
        {videos &&
          videos.length > 0 &&
          (expired ? (
            <Allowed right="bill">
              <ButtonLink to="/asset/plan">Choose a plan</ButtonLink>
            </Allowed>
          ) : (
            <Allowed right="edit">
              <ButtonLink to="/asset/upload">
                <Upload aria-hidden />
                Upload a video
              </ButtonLink>
            </Allowed>
          ))}
      </div>
      {isShared && <HandOverOffer />}
      {dashboard?.minutes && <DeliveredNotice dashboard={dashboard} />}
      {videos && videos.length > 0 && !expired && (
        <Allowed right="ask">
          <AskLibrary fallback={<div className="mb-8 h-[4.125rem]" />} />
        </Allowed>
      )}
      {videos ? (
        videos.length + coming > 0 ? (
          <LibraryGrid
            videos={videos}
            coming={{
              count: coming,
              cards: uploads.length > 0 && <UploadCards uploads={uploads} />,
            }}
            remedy={(video) => remedy(video, Boolean(dashboard?.speech))}
            onDownloads={setDownloading}
            more={
              more.hasMore && {
                isLoading: more.isLoading,
                onShow: () => (more.retry ? void more.retry() : showMore()),
              }
            }
          />
        ) : isArriving ? (
          <LibrarySkeleton />
        ) : (
          <Welcome fallback={<LibrarySkeleton />} missing={<Notice kind="bad">{partMissing}</Notice>} />
        )
      ) : error ? (
        <Failure query={{ error, isFetching, refetch }} />
      ) : (
        <LibrarySkeleton />
      )}
      <Downloads
        video={downloading && { ...downloading, chapters: downloading.chapter_starts.length }}
        onClose={() => setDownloading(undefined)}
      />
    </div>
  );
}

const grid = 'grid grid-cols-1 gap-5 md:grid-cols-2 lg:gap-7';

type LibraryGridProps = {
  videos: readonly ListedVideo[];
  /** Videos still on their way in: list items before the cards, and their number. */
  coming?: { cards: ReactNode; count: number };
  remedy: (video: ListedVideo) => ReactNode;
  onDownloads: (video: ListedVideo) => void;
  /** Older ones that are not shown yet. */
  more: false | { isLoading: boolean; onShow: () => void };
};

function LibraryGrid({ videos, coming, remedy, onDownloads, more }: LibraryGridProps) {
  const now = useNow();
  const { membership_expired: expired } = useMember();
  const can = useCan();
  const makerOf = useMakers();
  const list = useRef<HTMLUListElement>(null);
  const gone = useRef<{ n: number; of: number }>(undefined);
  // With the card goes the button that had the focus: it is given to what takes its place. Who has gone on elsewhere
  // meanwhile keeps it.
  useEffect(() => {
    const cards = list.current?.querySelectorAll('article');
    if (!gone.current || !cards || cards.length >= gone.current.of) return;
    if (document.activeElement === document.body)
      cards[Math.min(gone.current.n, cards.length - 1)]?.querySelector('a')?.focus();
    gone.current = undefined;
  });
  // The button goes with the last page: whoever pressed it goes on with the first card that came.
  const asked = useRef<number>(undefined);
  useEffect(() => {
    const cards = list.current?.querySelectorAll('article');
    if (asked.current === undefined || !cards || cards.length <= asked.current) return;
    cards[asked.current]?.querySelector('a')?.focus();
    asked.current = undefined;
  });
  const onRemoved = (n: number): void => {
    if (videos.length > 1) gone.current = { n, of: videos.length };
    // The whole list goes with the last card, which may have the focus until then.
    else if (document.activeElement === document.body || list.current?.contains(document.activeElement))
      document.getElementById('main')?.focus();
  };
  return (
    <>
      <ul ref={list} className={grid}>
        {coming?.cards}
        {videos.map((video, n) => (
          <li key={video.id} className="@container grid min-w-0">
            <VideoDrafts of={video.id}>
              <VideoCard
                video={video}
                now={now}
                madeBy={makerOf(video)}
                remedy={remedy(video)}
                onDownloads={() => onDownloads(video)}
                onRemoved={() => onRemoved(n)}
              />
            </VideoDrafts>
          </li>
        ))}
        {!more && (videos.length + (coming?.count ?? 0)) % 2 === 1 && !expired && can('edit') && (
          <li className="hidden min-w-0 md:grid">
            <Link
              to="/asset/upload"
              className="grid min-h-37 content-center justify-items-center gap-3 rounded-lg border border-dashed border-edge p-6 text-center text-soft transition-colors hover:border-ink hover:bg-surface hover:text-ink"
            >
              <Plus aria-hidden strokeWidth={1.25} className="size-9 text-accent" />
              <span className="font-serif text-lg">Room for the next webinar</span>
            </Link>
          </li>
        )}
      </ul>
      {more && (
        <Button
          look="secondary"
          busy={more.isLoading}
          className="mx-auto mt-7 flex"
          onClick={() => {
            asked.current = list.current?.querySelectorAll('article').length;
            more.onShow();
          }}
        >
          Show older recordings
        </Button>
      )}
    </>
  );
}

/** Tells who brought a video, in the words of its card, where several people are. */
function useMakers(): (video: ListedVideo) => string | undefined {
  const { data } = usePeople({ enabled: useIsShared() });
  const people = data?.people ?? [];
  return ({ created_by: id }) => {
    const maker = people.length > 1 ? people.find((each) => each.id === id) : undefined;
    if (!maker) return undefined;
    if (maker.is_you) return 'by you';
    const isAlone = people.filter(({ firstname }) => firstname === maker.firstname).length === 1;
    return `by ${maker.firstname}${isAlone ? '' : ` ${maker.lastname}`}`;
  };
}

function LibrarySkeleton() {
  return (
    <PageComing label="Loading your videos" className={grid}>
      {[0, 1, 2, 3].map((key) => (
        <div key={key} className="@container">
          <div className="grid overflow-hidden rounded-lg border border-line bg-surface @md:min-h-37 @md:grid-cols-[14.75rem_minmax(0,1fr)]">
            <Skeleton className="aspect-video rounded-none @md:my-3 @md:ms-3 @md:rounded-sm" />
            <div className="grid content-start gap-3 p-4">
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="h-4 w-full" />
              <Skeleton className="h-4 w-5/6" />
            </div>
          </div>
        </div>
      ))}
    </PageComing>
  );
}
