import type { VideoAsset } from '@lectern/contract/videos';
import { failureText } from '../../session/call.ts';
import { Coming } from '../../ui/coming.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ShareForm } from './share-form.tsx';
import { ShareList } from './share-list.tsx';
import { useShares } from './use-shares.ts';
import type { Wanted } from './wanted.ts';

type ShareDialogProps = {
  video: VideoAsset;
  wanted: Wanted;
  onClose: () => void;
  /** Copies the address of the moment the recording stands at, for those who may open it anyway. */
  onCopyMoment: () => void;
};

/** Makes links with which others can watch without an account, and shows those there are. */
export default function ShareDialog({ video, wanted, onClose, onCopyMoment }: ShareDialogProps) {
  const { data, error, isFetching, refetch } = useShares(video.id);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Share"
      description="Anyone with the link can watch, without an account. Search engines are asked not to list it."
    >
      <div className="grid gap-6 pb-2">
        <ShareForm video={video} wanted={wanted} onCopyMoment={onCopyMoment} />
        {data ? (
          <ShareList video={video} shares={data} />
        ) : error ? (
          <ErrorState text={failureText(error)} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Coming>
            <Skeleton className="h-24" />
          </Coming>
        )}
      </div>
    </Dialog>
  );
}
