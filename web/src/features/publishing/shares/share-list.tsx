import type { ShareLink } from '@lectern/contract/publishing/shares';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { useQueryClient } from '@tanstack/react-query';
import { Copy, Link2Off } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { dateInWords } from '../../../ui/date-in-words.ts';
import { useSerialActions } from '../../../ui/use-serial-actions.ts';
import { takeBack } from './take-back.ts';
import { shareName } from './share-target.ts';

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

/** The links there are, and behind a fold those that open no longer. */
export function ShareList({ video, shares }: { video: VideoDetail; shares: readonly ShareLink[] }) {
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
