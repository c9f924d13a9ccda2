import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { type EditDraft, isDraftInUse } from './drafts.ts';
import { leavesFocus } from './focus-place.ts';

type DraftOfferProps = {
  draftKey: string;
  /** Name of the edited text, in lower case. */
  label: string;
  draft: EditDraft;
  value: string;
  onContinue: () => void;
  onDiscard: () => void;
};

/** Offers back what was being written here and was never saved. Not while another tab is writing it. */
export default function DraftOffer({ draftKey, label, draft, value, onContinue, onDiscard }: DraftOfferProps) {
  const [offered, setOffered] = useState(false);
  useEffect(() => {
    let gone = false;
    void isDraftInUse(draftKey).then((held) => !gone && setOffered(!held));
    return () => {
      gone = true;
    };
  }, [draftKey]);
  if (!offered) return null;
  return (
    <div
      ref={leavesFocus}
      role="group"
      aria-label={`Unsaved ${label}`}
      className="my-2 grid gap-2 rounded-md border border-edge bg-surface p-3 font-sans text-sm leading-normal text-ink not-italic"
    >
      <p className="line-clamp-3 whitespace-pre-line">
        <span className="text-soft">You had not saved:</span> “{draft.text}”
      </p>
      {draft.from !== value && <p className="text-soft">The text here has changed since you wrote this.</p>}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onContinue}>
          Continue writing
        </Button>
        <Button size="sm" look="secondary" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  );
}
