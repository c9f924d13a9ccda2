import type { Video } from '@lectern/contract/videos';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VideoCard } from './video-card.tsx';

const grid = 'grid grid-cols-1 gap-5 md:grid-cols-2 lg:gap-7';

type LibraryGridProps = {
  videos: readonly Video[];
  remedy: (video: Video) => ReactNode;
  onDownloads: (video: Video) => void;
};

export function LibraryGrid({ videos, remedy, onDownloads }: LibraryGridProps) {
  const now = useNow();
  return (
    <ul className={grid}>
      {videos.map((video) => (
        <li key={video.id} className="grid min-w-0">
          <VideoCard video={video} now={now} remedy={remedy(video)} onDownloads={() => onDownloads(video)} />
        </li>
      ))}
      {videos.length % 2 === 1 && (
        <li className="hidden min-w-0 md:grid">
          <Link
            to="/asset/upload"
            className="grid min-h-60 content-center justify-items-center gap-3 rounded-lg border border-dashed border-edge p-6 text-center text-soft transition-colors hover:border-ink hover:bg-surface hover:text-ink"
          >
            <Plus aria-hidden strokeWidth={1.25} className="size-9 text-accent" />
            <span className="font-serif text-lg">Room for the next webinar</span>
          </Link>
        </li>
      )}
    </ul>
  );
}

/** Epoch seconds, a minute at a time: ages are not shown finer. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now() / 1000);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() / 1000), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The same shapes, while the list is on its way. */
export function LibrarySkeleton() {
  return (
    <div role="status" aria-label="Loading your videos" aria-busy="true" className={grid}>
      {[0, 1, 2, 3].map((key) => (
        <div key={key} className="overflow-hidden rounded-lg border border-line bg-surface">
          <Skeleton className="aspect-video rounded-none" />
          <div className="grid gap-3 p-5">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-5/6" />
          </div>
        </div>
      ))}
    </div>
  );
}
