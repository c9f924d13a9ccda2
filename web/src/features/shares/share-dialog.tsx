import type { Share } from '@lectern/contract/shares';
import type { VideoAsset } from '@lectern/contract/videos';
import { useState } from 'react';
import { whyMissing } from '../../session/call.ts';
import { Coming } from '../../ui/coming.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NewLink } from './new-link.tsx';
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
  const [made, setMade] = useState<{ share: Share; copied: boolean }>();
  const isOpen = data?.find(({ id }) => id === made?.share.id)?.state !== 'revoked';
  return (
    <Dialog
      open
      onClose={onClose}
      title="Share"
      description="Anyone with the link can watch, without an account. Search engines are asked not to list it."
    >
      <div className="grid gap-6 pb-2">
        {made && isOpen && <NewLink key={made.share.id} {...made} />}
        <ShareForm
          video={video}
          wanted={wanted}
          onCopyMoment={onCopyMoment}
          onMade={(share, copied) => setMade({ share, copied })}
        />
        {data ? (
          <ShareList video={video} shares={data} />
        ) : error ? (
          <ErrorState text={whyMissing(error)} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Coming>
            <Skeleton className="h-24" />
          </Coming>
        )}
      </div>
    </Dialog>
  );
}
