import { createTextMatcher } from '@lectern/contract/rules/folded-text';
import type { Term } from '@lectern/contract/transcripts/glossary';
import { Pencil, TextSearch, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { attempt } from '../../../session/call.ts';
import { Allowed, useCan } from '../../../session/stored-session.ts';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { saveUndoableEdit } from '../../../ui/undo-history.ts';
import { handOverFocus } from '../../../ui/focus-place.ts';
import { useSerialActions } from '../../../ui/use-serial-actions.ts';
import { useChangeGlossary } from './use-glossary.ts';

/** More than this are looked through by typing. */
const many = 12;

const quoted = (forms: readonly string[]): string => forms.map((form) => `“${form}”`).join(', ');

type TermListProps = {
  terms: readonly Term[];
  onEdit: (term: Term) => void;
  onLook: (term: Term) => void;
  isLooking: (term: Term) => boolean;
};

export function TermList({ terms, onEdit, onLook, isLooking }: TermListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { remove } = useChangeGlossary();
  const { act, isDoing } = useSerialActions();
  const can = useCan();
  const [wanted, setWanted] = useState('');
  const isFound = createTextMatcher(wanted);
  const shown = terms.filter(({ term, wrong }) => isFound(term, ...wrong));
  const take = async ({ id, term }: Term): Promise<void> => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-term]') ?? [])];
    const at = rows.findIndex((row) => row.dataset.term === id);
    const next = rows[at + 1] ?? rows[at - 1] ?? list.current;
    await attempt(async () => {
      await saveUndoableEdit(async () => {
        await remove(id, true);
        return { said: 'Term removed.', label: `removed term ${term}`, takeBack: () => remove(id, false) };
      });
      handOverFocus(rows[at], next);
    });
  };
  return (
    <div className="grid gap-4">
      {terms.length > many && (
        <Field
          label="Find a term"
          hideLabel
          type="search"
          placeholder="Find a term"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      {shown.length === 0 && <p className="text-soft">No term matches.</p>}
      <ul ref={list} tabIndex={-1} className="grid divide-y divide-line focus:outline-none">
        {shown.map((term) => (
          <li
            key={term.id}
            data-term={term.id}
            tabIndex={-1}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
          >
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-serif text-lg leading-snug">{term.term}</p>
              <p className="text-sm text-soft">
                {term.wrong.length > 0 ? `instead of ${quoted(term.wrong)}` : 'replaces nothing'}
              </p>
            </div>
            <div className="-me-2 flex shrink-0">
              {term.wrong.length > 0 && can('curate') && (
                <IconButton
                  label={`Show what “${term.term}” changes in the library`}
                  icon={<TextSearch aria-hidden />}
                  busy={isLooking(term)}
                  onClick={() => onLook(term)}
                />
              )}
              <Allowed right="edit">
                <IconButton
                  label={`Change “${term.term}”`}
                  icon={<Pencil aria-hidden />}
                  onClick={() => onEdit(term)}
                />
                <IconButton
                  label={`Remove “${term.term}”`}
                  icon={<Trash2 aria-hidden />}
                  busy={isDoing(term.id)}
                  onClick={() => void act(term.id, () => take(term))}
                />
              </Allowed>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
