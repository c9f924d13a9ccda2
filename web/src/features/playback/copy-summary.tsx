import type { ShareLink } from '@lectern/contract/publishing/shares';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { Copy } from 'lucide-react';
import { failureText, isAnnounced } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toast.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useSerialActions } from '../../ui/use-serial-actions.ts';
import { useShareLink } from './share-link.ts';
import { newsletterText, postText } from './summary-texts.ts';

/**
 * Brings a link that anyone can open, tells whether it was made for that, and revokes it again; `agrees` is asked before one
 * is made that is not the first.
 */
export type GiveLink = (
  agrees: () => Promise<boolean>,
) => Promise<{ share: ShareLink; isNew: boolean; takeBack: () => Promise<void> } | undefined>;

const another = {
  title: 'Create a link?',
  detail: 'No link to the whole recording is open to everybody. The text needs one that anyone can open.',
  verb: 'Create link',
} as const;

/** The summary as it is, and as texts to be sent around with a link that others can open; each by one press. */
export function CopySummary({ video, giveLink }: { video: VideoDetail; giveLink: GiveLink }) {
  const { isOpenToAll, addressOf } = useShareLink();
  const { act, isDoing } = useSerialActions();
  const { ask, dialog } = useConfirm();
  const copyWithLink = (textOf: typeof newsletterText): Promise<void> =>
    (async () => {
      if (isOpenToAll) return await copyText(textOf(video, addressOf(0)), 'Copied, with the link to your portal.');
      const given = await giveLink(() => ask(another));
      if (!given) return;
      const { share, isNew, takeBack } = given;
      const action = { label: 'Revoke link', onClick: () => void takeBack() };
      const made = { told: 'A new link, which anyone can open, was made for it.', action };
      const done = isNew ? 'Copied.' : 'Copied, with your link that anyone can open.';
      await copyText(textOf(video, share.url), done, { duration: 5000, besides: isNew ? made : undefined });
    })().catch((error: unknown) => {
      if (!isAnnounced(error)) toast.error(failureText(error));
    });
  const button = (name: string, label: string, copy: () => Promise<void>) => (
    <Button look="quiet" size="sm" aria-label={label} busy={isDoing(name)} onClick={() => void act(name, copy)}>
      {name}
    </Button>
  );
  return (
    <Toolbar label="Copy the summary" className="-me-3 flex flex-wrap items-center">
      <Button look="quiet" size="sm" aria-label="Copy summary" onClick={() => void copyText(video.summary, 'Copied.')}>
        <Copy aria-hidden />
        Copy
      </Button>
      {button('Newsletter', 'Copy for a newsletter', () => copyWithLink(newsletterText))}
      {button('LinkedIn', 'Copy for LinkedIn', () => copyWithLink(postText))}
      {dialog}
    </Toolbar>
  );
}
