import { webvttCues } from '@lectern/contract/rules/webvtt';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { use, useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { type EditDraft, DraftScope, draftKey, draftsIn, isDraftInUse, keepDraft, question } from '../../ui/drafts.ts';
import { leavesFocus } from '../../ui/focus-place.ts';
import { Notice } from '../../ui/notice.tsx';
import { copyText } from '../../ui/copy-text.ts';

/** These offer their drafts in their own places, which are always in sight. */
const inSight = ['title', 'description', 'summary'];

/** Every text of chapters and lines that stands there now. */
const textsOf = ({ chapters, vtt }: VideoDetail): ReadonlySet<string> =>
  new Set(
    [
      ...chapters.flatMap(({ title, summary, quote }) => [title, summary, ...quote.map((one) => one.quote)]),
      ...webvttCues(vtt).map(({ text }) => text),
    ].map((text) => text.trim()),
  );

/**
 * Lists unsaved drafts of chapters and cues, because their places may be closed or far away. Each draft is also
 * offered again in its own place.
 */
export function KeptDrafts({ video }: { video: VideoDetail }) {
  const scope = use(DraftScope);
  const [kept, setKept] = useState<{ label: string; draft: EditDraft }[]>([]);
  useEffect(() => {
    if (!scope) return;
    let gone = false;
    const all = draftsIn(scope).filter(({ label }) => !inSight.includes(label) && !label.startsWith(question));
    // Somebody who left before a save was answered never heard of it: a text that is there by now was saved.
    const texts = all.length > 0 ? textsOf(video) : new Set<string>();
    const mine = all.filter(({ label, draft }) => {
      const isSaved = texts.has(draft.text.trim());
      if (isSaved) keepDraft(draftKey(scope, label), undefined);
      return !isSaved;
    });
    void Promise.all(
      mine.map(async (each) => ({ ...each, held: await isDraftInUse(draftKey(scope, each.label)) })),
    ).then((asked) => !gone && setKept(asked.filter(({ held }) => !held)));
    return () => {
      gone = true;
    };
  }, [scope, video]);
  if (!scope || kept.length === 0) return null;
  const discard = (label: string): void => {
    keepDraft(draftKey(scope, label), undefined);
    setKept(kept.filter((each) => each.label !== label));
  };
  return (
    <Notice>
      <p className="font-medium">You have unsaved changes here. You will find each one where you wrote it:</p>
      <ul className="mt-1 grid gap-1.5">
        {kept.map(({ label, draft }) => (
          <li key={label} ref={leavesFocus} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-60">
              <span className="text-soft">The {label}:</span> “{draft.text}”
            </span>
            <Button size="sm" look="secondary" onClick={() => void copyText(draft.text, 'Copied.')}>
              Copy<span className="sr-only"> the {label}</span>
            </Button>
            <Button size="sm" look="quiet" onClick={() => discard(label)}>
              Discard<span className="sr-only"> the {label}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
