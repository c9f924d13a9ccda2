import type { ListedVideo } from '@lectern/contract/videos/videos';
import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../ui/use-now.ts';
import { PageComing } from '../../ui/page-placeholder.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMember } from '../../session/stored-session.ts';
import { VideoDrafts } from '../../session/video-drafts.tsx';
import { VideoCard } from './video-card.tsx';

const grid = 'grid grid-cols-1 gap-5 md:grid-cols-2 lg:gap-7';

type LibraryGridProps = {
  videos: readonly ListedVideo[];
  /** Videos still on their way in: list items before the cards, and their number. */
  coming?: { cards: ReactNode; count: number };
  remedy: (video: ListedVideo) => ReactNode;
  onDownloads: (video: ListedVideo) => void;
};

export function LibraryGrid({ videos, coming, remedy, onDownloads }: LibraryGridProps) {
  const now = useNow();
  const { membership_expired: expired } = useMember();
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
  const onRemoved = (n: number): void => {
    if (videos.length > 1) gone.current = { n, of: videos.length };
    // The whole list goes with the last card, which may have the focus until then.
    else if (document.activeElement === document.body || list.current?.contains(document.activeElement))
      document.getElementById('main')?.focus();
  };
  return (
    <ul ref={list} className={grid}>
      {coming?.cards}
      {videos.map((video, n) => (
        <li key={video.id} className="@container grid min-w-0">
          <VideoDrafts of={video.id}>
            <VideoCard
              video={video}
              now={now}
              remedy={remedy(video)}
              onDownloads={() => onDownloads(video)}
              onRemoved={() => onRemoved(n)}
            />
          </VideoDrafts>
        </li>
      ))}
      {(videos.length + (coming?.count ?? 0)) % 2 === 1 && !expired && (
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
  );
}

/** The same shapes, while the list is on its way. */
export function LibrarySkeleton() {
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
