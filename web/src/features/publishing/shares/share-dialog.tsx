import type { VideoDetail } from '@lectern/contract/videos/videos';
import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronDown, Link2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { failureText, isAnnounced, whyMissing } from '../../../session/call.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadingPlaceholder } from '../../../ui/loading-placeholder.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useFormSubmit } from '../../../ui/use-submit.ts';
import { wasCopied } from '../../../ui/was-copied.ts';
import { NewLink } from './new-link.tsx';
import { ShareForm } from './share-form.tsx';
import { ShareList } from './share-list.tsx';
import { takeBack } from './take-back.ts';
import { type Given, giveFirst, giveWhole, useShares } from './use-shares.ts';
import { isClip, type ShareContent } from './share-target.ts';

type ShareDialogProps = {
  video: VideoDetail;
  wanted: ShareContent;
  onClose: () => void;
  /** Copies the address of the moment the recording stands at, for those who may open it anyway. */
  onCopyMoment?: () => void;
};

/**
 * Creates share links for viewers without an account, and lists existing ones. By default, opening copies the
 * whole-recording link and creates it if there never was any link.
 */
export default function ShareDialog({ video, wanted, onClose, onCopyMoment }: ShareDialogProps) {
  const { data, error, isFetching, refetch } = useShares(video.id);
  const queries = useQueryClient();
  const [given, setGiven] = useState<Given & { copied: boolean }>();
  const [refusal, setRefusal] = useState<string>();
  const isPart = wanted.chapter !== undefined || isClip(wanted);
  const [chooses, setChooses] = useState(isPart);
  const { busy, send } = useFormSubmit({
    complain: setRefusal,
    wordsOf: (cause) => (isAnnounced(cause) ? 'No link was created.' : failureText(cause)),
    undone: 'The link was not created.',
  });
  const [offers, setOffers] = useState(false);
  const give = (bring: typeof giveFirst): void =>
    void send(async () => {
      const whole = await bring(queries, video.id);
      setOffers(!whole);
      if (whole) setGiven({ ...whole, copied: await wasCopied(whole.share.url) });
    });
  const asked = useRef(isPart);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    give(giveFirst);
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
          <NewLink key={given.share.id} {...given} onUndo={() => takeBack(queries, video.id, given.share.id)} />
        ) : refusal ? (
          <ErrorState text={refusal} busy={busy} onRetry={() => give(offers ? giveWhole : giveFirst)} />
        ) : busy ? (
          <LoadingPlaceholder label="Making a link">
            <Skeleton className="h-28" />
          </LoadingPlaceholder>
        ) : (
          (offers || given) && !chooses && <LinkOffer onCreate={() => give(giveWhole)} />
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
          <LoadingPlaceholder>
            <Skeleton className="h-24" />
          </LoadingPlaceholder>
        )}
      </div>
    </Dialog>
  );
}

/** Offers a link instead of creating one unasked, after a link was revoked or only links to parts exist. */
const LinkOffer = ({ onCreate }: { onCreate: () => void }) => (
  <div className="grid gap-2">
    <p className="text-sm text-soft">No link to the whole recording is open to everybody.</p>
    <div>
      <Button onClick={onCreate}>
        <Link2 aria-hidden />
        Create link
      </Button>
    </div>
  </div>
);
