import { lazyPart } from '../../ui/lazy-part.tsx';
import type { Downloadable } from './download-dialog.tsx';

const DownloadDialog = lazyPart(() => import('./download-dialog.tsx'));

type DownloadsProps = { video: Downloadable | undefined; onClose: () => void };

export function Downloads({ video, onClose }: DownloadsProps) {
  if (!video) return null;
  return <DownloadDialog video={video} onClose={onClose} />;
}
