import type { VideoAsset } from '@lectern/contract/videos';
import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { failureText, isAnnounced, whyMissing } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { Coming } from '../../ui/coming.tsx';
import { wasCopied } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { NewLink } from './new-link.tsx';
import { ShareForm } from './share-form.tsx';
import { ShareList } from './share-list.tsx';
import { type Given, giveWhole, useShares } from './use-shares.ts';
import { useTakeBack } from './use-take-back.ts';
import { isClip, type Wanted } from './wanted.ts';

type ShareDialogProps = {
  video: VideoAsset;
  wanted: Wanted;
  onClose: () => void;
  /** Copies the address of the moment the recording stands at, for those who may open it anyway. */
  onCopyMoment?: () => void;
};

/**
 * Makes links with which others can watch without an account, and shows those there are. Where nothing else is wanted, the
 * press that opens it makes and copies one to the whole recording.
 */
export default function ShareDialog({ video, wanted, onClose, onCopyMoment }: ShareDialogProps) {
  const { data, error, isFetching, refetch } = useShares(video.id);
  const queries = useQueryClient();
  const takeBack = useTakeBack(video.id);
  const [given, setGiven] = useState<Given & { copied: boolean }>();
  const [refusal, setRefusal] = useState<string>();
  const isPart = wanted.chapter !== undefined || isClip(wanted);
  const [chooses, setChooses] = useState(isPart);
  const { busy, send } = useSending({
    complain: setRefusal,
    wordsOf: (cause) => (isAnnounced(cause) ? 'No link was created.' : failureText(cause)),
    undone: 'The link was not created.',
  });
  const give = (): void =>
    void send(async () => {
      const whole = await giveWhole(queries, video.id);
      setGiven({ ...whole, copied: await wasCopied(whole.share.url) });
    });
  const asked = useRef(isPart);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    give();
  });
  const isOpen = data?.find(({ id }) => id === given?.share.id)?.state !== 'revoked';
  return (
    <Dialog
      open
      onClose={onClose}
      title="Share"
      description="Anyone with the link can watch, without an account. Search engines are asked not to list it."
    >
      <div className="grid gap-6 pb-2">
        {given && isOpen ? (
          <NewLink key={given.share.id} {...given} onUndo={() => takeBack(given.share.id)} />
        ) : refusal ? (
          <ErrorState text={refusal} busy={busy} onRetry={give} />
        ) : (
          busy && (
            <Coming label="Making a link">
              <Skeleton className="h-28" />
            </Coming>
          )
        )}
        <div className="-mx-3 flex flex-wrap justify-between gap-2">
          {!isPart && (
            <Button look="quiet" aria-expanded={chooses} disabled={busy} onClick={() => setChooses(!chooses)}>
              <ChevronDown aria-hidden className={clsx('transition-transform', chooses && 'rotate-180')} />A part, an
              end or a password
            </Button>
          )}
          {onCopyMoment && (
            <Button look="quiet" disabled={busy} onClick={onCopyMoment}>
              Copy link to this moment
            </Button>
          )}
        </div>
        {chooses && (
          <ShareForm
            video={video}
            wanted={wanted}
            onMade={(share, copied) => setGiven({ share, isNew: true, copied })}
          />
        )}
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
