import type { ListedVideo, Video } from '@lectern/contract/videos/videos';
import { Upload } from 'lucide-react';
import { Suspense, useState } from 'react';
import { DeliveredNotice } from '../features/library/dashboard/delivered-notice.tsx';
import { useDashboard } from '../features/library/dashboard/use-dashboard.ts';
import { Downloads } from '../features/exports/downloads.tsx';
import { LibraryGrid, LibrarySkeleton } from '../features/library/library-grid.tsx';
import { RetryButton } from '../features/library/retry-button.tsx';
import { useVideos } from '../features/library/use-videos.ts';
import { useUploads } from '../features/uploads/upload-list.ts';
import { useFreshLists } from '../features/uploads/use-fresh-lists.ts';
import { whyMissing } from '../session/call.ts';
import { useMember } from '../session/stored-session.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Notice } from '../ui/notice.tsx';
import { lazyPart, partMissing } from '../ui/lazy-part.tsx';

/** Seen once in the life of a library, so it is loaded when there is no video. */
const Welcome = lazyPart(() => import('../features/library/welcome.tsx'));

/** Few videos have no captions. */
const AddCaptions = lazyPart(async () => ({
  default: (await import('../features/uploads/add-captions.tsx')).AddCaptions,
}));

/** Most libraries are looked at while nothing is sent. */
const UploadCards = lazyPart(async () => ({
  default: (await import('../features/uploads/upload-cards.tsx')).UploadCards,
}));

/** Captions are what a video without a transcript needs; anything else is tried again. */
const remedy = (video: Video, listens: boolean) =>
  video.steps.some(({ step, state }) => step === 'transcript' && (state === 'blocked' || state === 'failed')) ? (
    <Suspense fallback={null}>
      <AddCaptions passthrough={video.id} />
      <RetryButton video={video} listens={listens} />
    </Suspense>
  ) : (
    <RetryButton video={video} listens={listens} />
  );

export default function Library() {
  usePageTitle('Video Library');
  const [downloading, setDownloading] = useState<ListedVideo>();
  const { membership_expired: expired } = useMember();
  const { data: dashboard } = useDashboard();
  const { data: videos, error, isFetching, refetch } = useVideos();
  const { uploads } = useUploads();
  // Here, as what is drawn of an upload goes with its last byte.
  useFreshLists(uploads);
  const coming = uploads.filter(({ phase }) => phase !== 'done').length;
  /** One has arrived, and the list that has it is on its way. */
  const isArriving = uploads.length > 0 && isFetching;
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 lg:py-10">
      <div className="mb-7 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl">Video Library</h1>
          {videos && videos.length > 0 && (
            <p className="mt-1 text-soft">{videos.length === 1 ? 'One recording' : `${videos.length} recordings`}</p>
          )}
        </div>
        {videos &&
          videos.length > 0 &&
          (expired ? (
            <ButtonLink to="/asset/plan">Choose a plan</ButtonLink>
          ) : (
            <ButtonLink to="/asset/upload">
              <Upload aria-hidden />
              Upload a video
            </ButtonLink>
          ))}
      </div>
      {dashboard && <DeliveredNotice dashboard={dashboard} />}
      {videos ? (
        videos.length + coming > 0 ? (
          <LibraryGrid
            videos={videos}
            coming={{
              count: coming,
              cards: uploads.length > 0 && (
                <Suspense fallback={null}>
                  <UploadCards />
                </Suspense>
              ),
            }}
            remedy={(video) => remedy(video, Boolean(dashboard?.speech))}
            onDownloads={setDownloading}
          />
        ) : isArriving ? (
          <LibrarySkeleton />
        ) : (
          <Suspense fallback={<LibrarySkeleton />}>
            <Welcome missing={<Notice kind="bad">{partMissing}</Notice>} />
          </Suspense>
        )
      ) : error ? (
        <ErrorState text={whyMissing(error)} busy={isFetching} onRetry={() => void refetch()} />
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
