import type { TermSuggestion } from '@lectern/contract/transcripts/glossary';
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { handOverFocus } from '../../../ui/pass-focus.ts';

type OfferListProps = {
  offers: readonly TermSuggestion[];
  onTake: (offer: TermSuggestion) => Promise<void>;
  onDismiss: (offer: TermSuggestion) => Promise<void>;
  /** Whether one of both is under way. */
  isDoing: (offer: TermSuggestion) => boolean;
  /** Gets the focus when the last offer is gone. */
  next: RefObject<HTMLElement | null>;
};

/** Corrections that recur, to be made rules of or never offered again. */
export function OfferList({ offers, onTake, onDismiss, isDoing, next }: OfferListProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const heir = next.current;
    // The heading that had the focus is gone.
    return () => {
      if (document.activeElement === document.body) heir?.focus();
    };
  }, [next]);
  // The button that was pressed goes with its offer.
  const then = async ({ currentTarget }: MouseEvent, done: Promise<void>): Promise<void> => {
    const offer = currentTarget.closest('li');
    await done;
    handOverFocus(offer, heading.current);
  };
  return (
    <Card aria-labelledby="offers" className="grid gap-3 p-5">
      <h2 ref={heading} id="offers" tabIndex={-1} className="text-xl focus:outline-none">
        Repeated corrections
      </h2>
      <ul className="grid gap-4">
        {offers.map((offer) => (
          <li key={`${offer.wrong} ${offer.term}`} className="grid gap-2">
            <p>
              You changed “{offer.wrong}” to “{offer.term}” in {offer.times} lines. Always write {offer.term}?
            </p>
            <div className="flex flex-wrap gap-2">
              <Button size="sm" busy={isDoing(offer)} onClick={(event) => void then(event, onTake(offer))}>
                Always write {offer.term}
              </Button>
              <Button
                size="sm"
                look="quiet"
                busy={isDoing(offer)}
                onClick={(event) => void then(event, onDismiss(offer))}
              >
                Do not suggest again
                <span className="sr-only">
                  to write {offer.term} for {offer.wrong}
                </span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
