import type { Video } from '@lectern/contract/videos';
import { Suspense } from 'react';
import { part } from '../../ui/part.tsx';

const DownloadDialog = part(() => import('./download-dialog.tsx'));

type DownloadsProps = { video: Pick<Video, 'id' | 'title'> | undefined; onClose: () => void };

/** The choice of files of a video, while there is one; loaded when it is first wanted. */
export function Downloads({ video, onClose }: DownloadsProps) {
  if (!video) return null;
  return (
    <Suspense fallback={null}>
      <DownloadDialog video={video} onClose={onClose} />
    </Suspense>
  );
}
