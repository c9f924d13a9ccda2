import { hasFinishedRequiredSteps } from '@lectern/contract/rules/pipeline';
import { shortText } from '@lectern/contract/rules/short-text';
import type { VideoDetail, Video } from '@lectern/contract/videos/videos';
import type { ShareLink } from '@lectern/contract/publishing/shares';
import { Copy } from 'lucide-react';
import { missingText, isWorking } from '../../ui/pipeline-progress.tsx';
import { Notice } from '../../ui/notice.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { EditableText } from '../../ui/editable-text.tsx';
import type { PlayerClock } from '../../player/clock.ts';
import { Moments } from '../../player/seek-link.tsx';
import { useSaveVideoText } from './use-save-video.ts';
import { tellFailure } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useSerialActions } from '../../ui/use-serial-actions.ts';
import { useShareLink } from './watch-context.ts';
import { newsletterText, postText } from './summary-texts.ts';

/** Most recordings have one track of each kind. */
const TracksNote = lazyPart(() => import('./tracks-note.tsx'));

/** Shows the description and summary of a recording. If none could be generated, a person can write them. */
export function RecordingAbout({
  video,
  clock,
  giveLink,
}: {
  video: VideoDetail;
  clock: PlayerClock;
  giveLink: GiveLink;
}) {
  const saveText = useSaveVideoText(video);
  const settled = hasFinishedRequiredSteps(video.steps);
  return (
    <div className="grid max-w-prose gap-6">
      {video.description === '' && isWorking(video) ? (
        <p className="text-soft">Processing not completed, please wait.</p>
      ) : (
        <EditableText
          value={video.description}
          label="description"
          multiline
          placeholder={missingText('description', video)}
          className="text-lg leading-relaxed"
          onSave={saveText('description')}
        >
          <Moments text={video.description} duration={video.duration} clock={clock} />
        </EditableText>
      )}
      {(video.summary !== '' || settled) && (
        <section className="grid gap-2">
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <h2 className="text-xl">Summary</h2>
            {video.summary !== '' && <CopySummary video={video} giveLink={giveLink} />}
          </div>
          <EditableText
            value={video.summary}
            label="summary"
            multiline
            minLength={shortText + 1}
            placeholder={missingText('summary', video)}
            className="leading-relaxed"
            onSave={saveText('summary')}
          >
            <Moments text={video.summary} duration={video.duration} clock={clock} />
          </EditableText>
        </section>
      )}
      <ConversionNote conversion={video.conversion} />
      {video.tracks !== null && <TracksNote video={video} />}
      {video.unread !== null && <Notice>Not all of the file is played. {video.unread}</Notice>}
    </div>
  );
}

const said = {
  copied: 'Copied into a format that browsers play.',
  encoded: 'Re-encoded for browsers.',
} as const;

/** Explains why a converted version plays instead of the original; renders nothing when the original plays. */
function ConversionNote({ conversion }: Pick<Video, 'conversion'>) {
  if (!conversion) return null;
  return (
    <p className="text-sm text-soft">
      {said[conversion.how]} {conversion.reason} The original is kept as it is.
    </p>
  );
}

/**
 * Brings a link that anyone can open, tells whether it was made for that, and revokes it again; `agrees` is asked before one
 * is made that is not the first.
 */
type GiveLink = (
  agrees: () => Promise<boolean>,
) => Promise<{ share: ShareLink; isNew: boolean; takeBack: () => Promise<void> } | undefined>;

const another = {
  title: 'Create a link?',
  detail: 'No link to the whole recording is open to everybody. The text needs one that anyone can open.',
  verb: 'Create link',
} as const;

/** The summary as it is, and as texts to be sent around with a link that others can open; each by one press. */
function CopySummary({ video, giveLink }: { video: VideoDetail; giveLink: GiveLink }) {
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
      tellFailure(error);
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
