import type { VideoDetail } from '@lectern/contract/videos/videos';
import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronDown, Link2, Copy, Undo2, Link2Off } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ShareLink } from '@lectern/contract/publishing/shares';
import { whyMissing } from '../../../session/call.ts';
import { Failure } from '../../../session/not-loaded.tsx';
import { Button } from '../../../ui/button.tsx';
import { LoadingPlaceholder, Skeleton } from '../../../ui/page-placeholder.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useFormSubmit } from '../../../ui/use-form-submit.tsx';
import { wasCopied } from '../../../ui/was-copied.ts';
import { ShareForm } from './share-form.tsx';
import {
  takeBack,
  type Given,
  giveFirst,
  giveWhole,
  useShares,
  isClip,
  type ShareContent,
  shareName,
} from './use-shares.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { useSerialActions } from '../../../ui/use-serial-actions.ts';
import { dateInWords } from '../../../ui/date-in-words.ts';

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
  const [refusal, setRefusal] = useState<{ cause: unknown }>();
  const isPart = wanted.chapter !== undefined || isClip(wanted);
  const [chooses, setChooses] = useState(isPart);
  const { busy, send } = useFormSubmit({
    complain: (words, cause) => setRefusal(words === undefined ? undefined : { cause }),
    wordsOf: whyMissing,
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
          <Failure
            {...(data ? { title: 'No link was created' } : {})}
            query={{
              error: refusal.cause,
              isFetching: busy,
              refetch: () => give(offers ? giveWhole : giveFirst),
            }}
          />
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
          // The link above waits for the same list.
          !refusal && <Failure query={{ error, isFetching, refetch }} />
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

type NewLinkProps = Given & { copied: boolean; onUndo: () => Promise<void> };

/** A link that was just given, with its address: it has the focus, which reads it out. */
function NewLink({ share, isNew, copied, onUndo }: NewLinkProps) {
  const { act, isDoing } = useSerialActions();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="new-link"
      aria-describedby="new-address"
      className="grid scroll-mt-4 gap-2 rounded-md border border-edge bg-accent-wash p-4 outline-none"
    >
      <h3 id="new-link" className="font-sans text-base font-semibold tracking-normal">
        {isNew ? (copied ? 'Link created and copied.' : 'Link created.') : copied ? 'Link copied.' : 'Your link.'}
      </h3>
      <p className="text-sm">{shareName(share)}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p id="new-address" className="min-w-0 flex-1 basis-60 text-sm break-all select-all">
          {share.url}
        </p>
        <div className="flex flex-wrap gap-2">
          {isNew && (
            <Button size="sm" look="quiet" busy={isDoing('undo')} onClick={() => void act('undo', onUndo)}>
              <Undo2 aria-hidden />
              Undo
            </Button>
          )}
          <Button size="sm" look="secondary" onClick={() => void copyText(share.url, 'Link copied.')}>
            <Copy aria-hidden />
            Copy link
          </Button>
        </div>
      </div>
      {!copied && (
        <p className="text-sm text-soft">The browser did not allow copying. Press Copy link, or select the address.</p>
      )}
    </section>
  );
}

const views = (count: number): string => (count === 1 ? '1 view' : `${count} views`);

/** Lists the state, end, password and similar facts of a link, besides its content. */
const factsOf = (share: ShareLink): string =>
  [
    share.state === 'revoked' ? 'Revoked' : share.state === 'ended' ? 'Ended' : undefined,
    share.state === 'open' && share.ends_at !== null ? `until ${dateInWords(share.ends_at, 'medium')}` : undefined,
    share.has_password ? 'password' : undefined,
    share.shows_transcript ? undefined : 'no transcript',
    views(share.views),
    `made ${dateInWords(share.created_at, 'medium')}`,
  ]
    .filter(Boolean)
    .join(' · ');

function ShareList({ video, shares }: { video: VideoDetail; shares: readonly ShareLink[] }) {
  const queries = useQueryClient();
  const { act, isDoing } = useSerialActions();
  const open = shares.filter(({ state }) => state === 'open');
  const over = shares.filter(({ state }) => state !== 'open');
  return (
    <section aria-labelledby="links" className="grid gap-2 border-t border-line pt-4">
      <h3 id="links" className="eyebrow font-sans">
        Links
      </h3>
      {open.length === 0 && (
        <p className="text-sm text-soft">
          {over.length === 0 ? 'There is no link to this recording yet.' : 'No link to this recording works any more.'}
        </p>
      )}
      <ul className="divide-y divide-line">
        {open.map((share) => (
          <li key={share.id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5">
            <div className="min-w-0 flex-1 basis-52">
              <p className="text-sm font-medium">{shareName(share)}</p>
              <p className="text-sm text-soft">{factsOf(share)}</p>
              <p className="text-sm break-all text-soft select-all">{share.url}</p>
            </div>
            <div className="-mx-2 flex gap-1">
              <Button
                look="quiet"
                size="sm"
                aria-label={`Copy the link to: ${shareName(share)}`}
                onClick={() => void copyText(share.url, 'Link copied.')}
              >
                <Copy aria-hidden />
                Copy
              </Button>
              <Button
                look="quiet"
                size="sm"
                aria-label={`Revoke the link to: ${shareName(share)}`}
                busy={isDoing(share.id)}
                onClick={() => void act(share.id, () => takeBack(queries, video.id, share.id))}
              >
                <Link2Off aria-hidden />
                Revoke
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {over.length > 0 && (
        <details className="text-sm">
          <summary className="min-h-6 cursor-pointer font-medium">Links that no longer work ({over.length})</summary>
          <ul className="mt-1 divide-y divide-line">
            {over.map((share) => (
              <li key={share.id} className="py-2">
                <p>{shareName(share)}</p>
                <p className="text-soft">{factsOf(share)}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
