import { hasErrorCode } from '@lectern/contract/client';
import { chapterCount } from '@lectern/contract/rules/chapter-count';
import { outlineRoutes } from '@lectern/contract/outline/outlines';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { day } from '@lectern/contract/rules/durations';
import { call, failureText, tellFailure } from '../../session/call.ts';
import { changeVideo, videoKey } from '../../session/video-cache.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { forgetEdits } from '../../ui/undo-history.ts';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { ToolButton } from './player-tools.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { writeStoredJson, readStoredJson } from '../../ui/local-storage.ts';

const ChangesDialog = lazyPart(() => import('./changes-dialog.tsx'));

const texts = {
  chapters: {
    written: 'The chapters have been rewritten.',
    undone: 'The previous chapters are back.',
    redone: 'The new chapters are back.',
    redo: 'Restore the new chapters',
  },
  redrawn: {
    written: 'The recording has been divided into different chapters.',
    undone: 'The previous chapters are back.',
    redone: 'The new chapters are back.',
    redo: 'Restore the new chapters',
  },
  titled: {
    written: 'The slides have been read, and the chapters now use their titles.',
    undone: 'The previous titles are back.',
    redone: 'The titles of the slides are back.',
    redo: 'Restore the titles of the slides',
  },
  summary: {
    written: 'The summary has been rewritten.',
    undone: 'The previous summary is back.',
    redone: 'The new summary is back.',
    redo: 'Restore the new summary',
  },
} as const;

/** The draft of a text that an outline holds. */
const written = /\.(title|description|summary|quote)\b[^.]*$/;

/** Kinds of regeneration that leave edited chapters out. */
const staying: ReadonlySet<keyof typeof texts> = new Set(['chapters', 'redrawn']);

/** Tells that chapters or a summary were written again, shows what that changed, and undoes it. */
export function useRegeneration(video: VideoDetail): { notice: ReactNode; tool: ReactNode; dialog: ReactNode } {
  const queries = useQueryClient();
  const [now] = useState(() => Date.now());
  const [dismissed, setDismissed] = useState<Regeneration>();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const { ask, dialog: question } = useConfirm();
  const { regenerated } = video;
  if (!regenerated) return { notice: null, tool: null, dialog: null };
  const { kind, at, restored } = regenerated;
  const words = texts[kind];
  const kept = staying.has(kind) && video.chapters.some(({ edited }) => edited.length > 0);

  const named = kind === 'redrawn' ? `Restore the ${chapterCount(video.chapters.length)}` : words.redo;
  const swap = async (restoring = !restored, leaving = false): Promise<void> => {
    if (busy && !leaving) return;
    setBusy(true);
    try {
      const wish = { passthrough: video.id, at, restored: restoring, leaving };
      await changeVideo(
        queries,
        video,
        () => call(outlineRoutes.restore, wish),
        ({ data }) => data,
      );
      void queries.invalidateQueries({ queryKey: ['videos'] });
      forgetEdits((key) => key.includes(`.${video.uploadId}.`) && written.test(key));
      if (restoring) toast.success(words.undone, { action: { label: named, onClick: () => void swap(false) } });
      else toast.success(words.redone);
      setOpen(false);
    } catch (error) {
      if (hasErrorCode(error, 'edits_left')) {
        const verb = restoring ? 'Undo anyway' : words.redo;
        if (await ask({ title: 'Leave these edits behind?', detail: failureText(error), verb }))
          return await swap(restoring, true);
        return;
      }
      tellFailure(error);
      void queries.invalidateQueries({ queryKey: videoKey(video.uploadId) });
    } finally {
      setBusy(false);
    }
  };
  const swapButton = (size: 'sm' | 'md'): ReactNode => (
    <Button look="secondary" size={size} busy={busy} onClick={() => void swap()}>
      {restored ? words.redo : 'Undo'}
    </Button>
  );
  // Users who undo a change themselves need no notice; its message is enough.
  const isShown = !restored && dismissed !== regenerated && isUnseenRegeneration(regenerated, now);

  return {
    notice: isShown && (
      <Notice>
        <div className="-my-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p>{`${words.written}${kept ? ' What you had edited was kept.' : ''}`}</p>
          <div className="flex flex-wrap gap-2">
            <Button look="quiet" size="sm" onClick={() => setOpen(true)}>
              What changed
            </Button>
            {swapButton('sm')}
            <Button
              look="quiet"
              size="sm"
              onClick={() => {
                markRegenerationSeen(regenerated);
                setDismissed(regenerated);
              }}
            >
              Dismiss
            </Button>
          </div>
        </div>
      </Notice>
    ),
    tool: !isShown && (
      <ToolButton icon={<History aria-hidden />} onClick={() => setOpen(true)}>
        What changed
      </ToolButton>
    ),
    dialog: (
      <>
        {question}
        {open && (
          <ChangesDialog
            video={video}
            regenerated={regenerated}
            action={swapButton('md')}
            onClose={() => setOpen(false)}
          />
        )}
      </>
    ),
  };
}

type Regeneration = NonNullable<VideoDetail['regenerated']>;

const key = 'lectern.regenerations-seen';
/** More are of no use: of each video only the last one is shown. */
const most = 50;

/** Milliseconds for which a notice stands when nobody dismisses it. */
const lasts = day;

const nameOf = ({ at, restored }: Regeneration): string => `${at} ${restored}`;

function seen(): string[] {
  const stored = readStoredJson(key);
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
}

/** Whether somebody should still be told of it: it is of today, and nobody has dismissed it on this device. */
const isUnseenRegeneration = (regenerated: Regeneration, now: number): boolean =>
  now - Date.parse(regenerated.at) < lasts && !seen().includes(nameOf(regenerated));

const markRegenerationSeen = (regenerated: Regeneration): void =>
  writeStoredJson(key, [...seen(), nameOf(regenerated)].slice(-most));
