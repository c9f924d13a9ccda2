import { hasErrorCode } from '@lectern/contract/client';
import type { Rewrite, RecordingOccurrences } from '@lectern/contract/editing/rewrites';
import { useRef, useState } from 'react';
import { tellFailure } from '../../../session/call.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { handOverFocus } from '../../../ui/focus-place.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { asSentence } from '../../../ui/as-sentence.ts';
import { formatCount, describeRewrite } from './format-rewrite.ts';
import { isRewriteRunning, useChangeRewrite } from './use-rewrites.ts';

type RewriteActionsProps = { rewrite: Rewrite & { recordings: RecordingOccurrences[] } };

export function RewriteActions({ rewrite }: RewriteActionsProps) {
  const { state, stopped, places, progress, recordings, cut_off: isCutOff } = rewrite;
  const { choose, apply, goOn, undo } = useChangeRewrite(rewrite.id);
  const { ask, dialog } = useConfirm();
  const [busy, setBusy] = useState(false);
  const progressOf = useRef<HTMLDivElement>(null);
  /** Does something; `isOver`: the button for it is gone then. */
  const attempt = async (act: () => Promise<void>, isOver = true): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await act();
    } catch (error) {
      tellFailure(error);
      // An action taken elsewhere is shown now; no other error removed anything.
      if (!hasErrorCode(error, 'rewrite_over')) return;
    } finally {
      setBusy(false);
    }
    if (isOver) handOverFocus(progressOf.current, progressOf.current);
  };
  const giveBack = async (): Promise<void> => {
    const agreed = await ask({
      title: 'Undo these changes?',
      detail: 'Every occurrence goes back to its previous wording, except those edited since.',
      verb: 'Undo',
    });
    if (agreed) await attempt(undo);
  };
  const touched = recordings.filter(({ wanted }) => wanted > 0).length;
  const chosen =
    places.wanted < places.all
      ? `${places.wanted.toLocaleString('en')} of ${formatCount(places.all, 'occurrence', 'occurrences')}`
      : asSentence(formatCount(places.all, 'occurrence', 'occurrences'));
  const wanted = `${chosen}, in ${formatCount(touched, 'recording', 'recordings')},`;

  return (
    <div ref={progressOf} role="group" aria-label="Progress" tabIndex={-1} className="grid gap-4 focus:outline-none">
      {isRewriteRunning(rewrite) ? (
        <div className="grid gap-2">
          <p role="status">{describeRewrite(rewrite)} You can leave this page.</p>
          <ProgressBar value={progress} label={describeRewrite(rewrite)} />
        </div>
      ) : state === 'ready' && places.all > 0 ? (
        <>
          {isCutOff && (
            <Notice>
              These are the first {places.all.toLocaleString('en')} occurrences. Scan again when they have been changed
              to find the others.
            </Notice>
          )}
          <p role="status">
            {wanted} will be changed. Quotes, chapters, search and captions follow, and it can be undone.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button busy={busy} disabled={places.wanted === 0} onClick={() => void attempt(apply)}>
              Change {formatCount(places.wanted, 'occurrence', 'occurrences')}
            </Button>
            <Button
              look="secondary"
              busy={busy}
              onClick={() => void attempt(() => choose({ wanted: places.wanted < places.all }), false)}
            >
              {places.wanted < places.all ? 'Choose all' : 'Choose none'}
            </Button>
          </div>
        </>
      ) : state === 'applied' ? (
        <>
          <Notice kind="good">{describeRewrite(rewrite)}</Notice>
          {places.changed > 0 && (
            <Button look="secondary" className="justify-self-start" busy={busy} onClick={() => void giveBack()}>
              Undo all changes
            </Button>
          )}
        </>
      ) : state === 'failed' ? (
        <>
          <Notice kind="bad">{describeRewrite(rewrite)}</Notice>
          <div className="flex flex-wrap gap-3">
            <Button busy={busy} onClick={() => void attempt(goOn)}>
              Continue
            </Button>
            {stopped === 'applying' && places.changed > 0 && (
              <Button look="secondary" busy={busy} onClick={() => void attempt(undo)}>
                Undo what was changed
              </Button>
            )}
          </div>
        </>
      ) : (
        <Notice>{describeRewrite(rewrite)}</Notice>
      )}
      {dialog}
    </div>
  );
}
