import { hasErrorCode } from '@lectern/contract/client';
import { glossaryLimits, type Term } from '@lectern/contract/transcripts/glossary';
import { type SyntheticEvent, useState } from 'react';
import { failureText, isAnnounced } from '../../../session/call.ts';
import { Dialog, FormButtons } from '../../../ui/dialog.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { useFormSubmit } from '../../../ui/use-form-submit.tsx';
import { useChangeGlossary } from './use-glossary.ts';

type TermDialogProps = {
  /** The one that is changed; a new one without. */
  term?: Term | undefined;
  onSaved: (term: Term) => void;
  onClose: () => void;
};

/** How something is written, and what it replaces. What is typed stays until it is saved or given up. */
export default function TermDialog({ term: opened, onSaved, onClose }: TermDialogProps) {
  const { add, change, present } = useChangeGlossary();
  /** The term as last shown; saving replaces that version. */
  const [known, setKnown] = useState(opened);
  const [term, setTerm] = useState(opened?.term ?? '');
  const [wrong, setWrong] = useState(opened?.wrong.join('\n') ?? '');
  const [refusal, setRefusal] = useState<string>();
  const { busy, send } = useFormSubmit({
    complain: setRefusal,
    wordsOf: (error) => (isAnnounced(error) ? 'This was not saved.' : failureText(error)),
    undone: `The term “${term}” was not saved.`,
  });
  const forms = wrong
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const tooMany = forms.length > glossaryLimits.wrong;

  const save = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (tooMany) return;
    if (term.trim() === '') return setRefusal('Please enter the correct spelling.');
    const long = [term, ...forms].find((each) => each.trim().length > glossaryLimits.characters);
    if (long !== undefined)
      return setRefusal(`“${long.slice(0, 20)}…” is longer than ${glossaryLimits.characters} characters.`);
    const write = async (): Promise<void> => {
      const words = { term, wrong: forms };
      try {
        onSaved(await (known ? change(known, words) : add(words)));
      } catch (error) {
        // The refusal says what it reads now, and saving again is said knowing that.
        if (known && hasErrorCode(error, 'text_changed')) setKnown(present(known.id) ?? known);
        throw error;
      }
    };
    void send(write, onClose);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      dirty={!busy && (term !== (known?.term ?? '') || wrong !== (known?.wrong.join('\n') ?? ''))}
      title={known ? 'Change a term' : 'Add a term'}
      actions={<FormButtons form="term" busy={busy} />}
    >
      <form id="term" noValidate onSubmit={save} className="grid gap-5 pb-5">
        <Field
          label="Correct spelling"
          autoComplete="off"
          value={term}
          error={refusal}
          onChange={(event) => setTerm(event.target.value)}
        />
        <TextField
          label="Written wrongly as"
          hint="One per line, in upper or lower case. Without any, the term is only passed to engines that accept terms."
          rows={3}
          value={wrong}
          error={tooMany ? `A term can replace at most ${glossaryLimits.wrong} forms.` : undefined}
          onChange={(event) => setWrong(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
