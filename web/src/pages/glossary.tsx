import type { TermSuggestion, Term } from '@lectern/contract/transcripts/glossary';
import { Plus, SpellCheck, TextSearch } from 'lucide-react';
import { useRef, useState, type MouseEvent, type RefObject, useEffect } from 'react';
import type { Rewrite } from '@lectern/contract/editing/rewrites';
import { Link } from 'react-router';
import { TermList } from '../features/transcripts/glossary/term-list.tsx';
import { useChangeGlossary, useGlossary } from '../features/transcripts/glossary/use-glossary.ts';
import { useLibraryScan, useRewrites } from '../features/transcripts/glossary/use-rewrites.ts';
import { attempt } from '../session/call.ts';
import { useCan } from '../session/stored-session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { toast } from '../ui/toast.tsx';
import { useSerialActions } from '../ui/use-serial-actions.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { dateInWords } from '../ui/date-in-words.ts';
import { describeRewrite } from '../features/transcripts/glossary/format-rewrite.ts';
import { Card } from '../ui/card.tsx';
import { handOverFocus } from '../ui/focus-place.ts';
import { NotLoaded } from '../session/not-loaded.tsx';

const nameOf = ({ wrong, term }: TermSuggestion): string => `offer ${wrong} ${term}`;

const TermDialog = lazyPart(() => import('../features/transcripts/glossary/term-dialog.tsx'));

/** A member's names and jargon, written right once for the whole library. */
export default function Glossary() {
  usePageTitle('Glossary');
  const query = useGlossary();
  const { data } = query;
  const { data: rewrites = [] } = useRewrites();
  const { take, dismiss } = useChangeGlossary();
  const look = useLibraryScan();
  const heading = useRef<HTMLHeadingElement>(null);
  const [edited, setEdited] = useState<Term | 'new'>();
  const { act, isDoing } = useSerialActions();
  const show = (term: Term) => act(`look for ${term.id}`, () => attempt(() => look([term.id])));
  const saved = (term: Term): void => {
    toast.success(
      `“${term.term}” is in the glossary.`,
      term.wrong.length > 0
        ? { duration: 10_000, action: { label: 'Show what it changes', onClick: () => void show(term) } }
        : {},
    );
  };
  const can = useCan();
  const add = can('edit') && (
    <Button onClick={() => setEdited('new')}>
      <Plus aria-hidden />
      Add a term
    </Button>
  );
  const replaces = data?.terms.some(({ wrong }) => wrong.length > 0) ?? false;
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 lg:py-10">
      <div className="mb-7 flex max-w-180 flex-wrap items-end justify-between gap-4">
        <div className="min-w-0 flex-1 basis-64">
          <h1 ref={heading} tabIndex={-1} className="text-3xl focus:outline-none">
            Glossary
          </h1>
          <p className="mt-1 text-soft">
            Names and jargon, spelled your way: in every new recording, and in the library when you choose.
          </p>
        </div>
        {data && data.terms.length > 0 && (
          <div className="flex flex-wrap gap-3">
            {replaces && can('curate') && (
              <Button
                look="secondary"
                busy={isDoing('look')}
                onClick={() => void act('look', () => attempt(() => look()))}
              >
                <TextSearch aria-hidden />
                Scan the library
              </Button>
            )}
            {add}
          </div>
        )}
      </div>
      {data ? (
        <div className="grid gap-9 [&>:not(section:only-child)]:max-w-180">
          {data.offers.length > 0 && can('edit') && (
            <OfferList
              offers={data.offers}
              onTake={(offer: TermSuggestion) =>
                act(nameOf(offer), () => attempt(async () => saved(await take(offer))))
              }
              onDismiss={(offer) => act(nameOf(offer), () => attempt(() => dismiss(offer)))}
              isDoing={(offer) => isDoing(nameOf(offer))}
              next={heading}
            />
          )}
          {data.terms.length > 0 ? (
            <TermList
              terms={data.terms}
              onEdit={setEdited}
              onLook={(term) => void show(term)}
              isLooking={({ id }) => isDoing(`look for ${id}`)}
            />
          ) : (
            <EmptyState icon={<SpellCheck aria-hidden />} title="No terms yet" actions={add}>
              {can('edit')
                ? 'Enter the correct spelling of a name or technical term and what is misheard instead. Corrections you make twice in transcripts are suggested here.'
                : 'Names and technical terms that editors enter stand here, with what is misheard instead.'}
            </EmptyState>
          )}
          {rewrites.length > 0 && <RewriteList rewrites={rewrites} />}
        </div>
      ) : (
        <NotLoaded query={query} />
      )}
      {edited && (
        <TermDialog term={edited === 'new' ? undefined : edited} onSaved={saved} onClose={() => setEdited(undefined)} />
      )}
    </div>
  );
}

const most = 3;

const named = ({ terms }: Rewrite): string =>
  terms.slice(0, most).join(', ') + (terms.length > most ? ` and ${terms.length - most} more` : '');

function RewriteList({ rewrites }: { rewrites: readonly Rewrite[] }) {
  return (
    <section aria-labelledby="rewrites" className="grid gap-3">
      <h2 id="rewrites" className="text-xl">
        Changes in the library
      </h2>
      <ul className="grid divide-y divide-line">
        {rewrites.map((rewrite) => (
          <li key={rewrite.id} className="py-3">
            <Link
              to={`/asset/glossary/${rewrite.id}`}
              className="prose-link inline-flex min-h-6 items-center font-medium"
            >
              {named(rewrite)}
            </Link>
            <p className="text-sm text-soft">
              {dateInWords(rewrite.applied_at ?? rewrite.created_at)} · {describeRewrite(rewrite)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
function OfferList({ offers, onTake, onDismiss, isDoing, next }: OfferListProps) {
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
