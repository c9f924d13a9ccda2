import { PageComing } from '../../ui/page-placeholder.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The measures of the watch page before it is known what it shows. */
export function WatchSkeleton() {
  return (
    <PageComing label="Loading the video" className="grid md:grid-cols-[3fr_1fr]">
      <div className="mx-auto grid w-full max-w-5xl content-start gap-6 md:p-6">
        <Skeleton className="aspect-video w-full sm:rounded-lg" />
        <div className="grid gap-3 px-4 md:px-0">
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-16 w-full" />
        </div>
      </div>
      <div className="hidden content-start gap-5 border-l border-line p-5 md:grid">
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
      </div>
    </PageComing>
  );
}
