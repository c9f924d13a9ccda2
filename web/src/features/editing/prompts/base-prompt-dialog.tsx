import { longestPrompt } from '@lectern/contract/rules/prompts';
import { shortText } from '@lectern/contract/rules/short-text';
import { useEffect, useRef, useState } from 'react';
import { failureText, isAnnounced } from '../../../session/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useFormError } from '../../../ui/use-form-error.tsx';
import { useFormSubmit } from '../../../ui/use-submit.ts';

type Prompt = { text: string; count?: number };

type BasePromptDialogProps = {
  title: string;
  /** Purpose of the prompt. */
  description: string;
  /** With `count`, quotes a chapter are chosen as well. */
  prompt: Prompt;
  /** Resolves with the server's words. */
  onSave: (prompt: Prompt) => Promise<string>;
  /** Error text when the server gives no reason. */
  failure: string;
  onClose: () => void;
};

const counts = ['One', 'Two', 'Three'] as const;

/** A prompt to read, and after Edit to change; Cancel leads back to reading. */
export function BasePromptDialog({ title, description, prompt, onSave, failure, onClose }: BasePromptDialogProps) {
  const [edited, setEdited] = useState<Prompt>();
  const [complaint, complain] = useFormError();
  const { busy, send } = useFormSubmit({
    complain,
    wordsOf: (cause) => (isAnnounced(cause) ? undefined : failureText(cause, failure)),
    undone: 'The prompt was not saved.',
  });
  const shown = edited ?? prompt;
  const field = useRef<HTMLTextAreaElement>(null);
  const begin = useRef<HTMLButtonElement>(null);
  const editing = edited !== undefined;
  const wasEditing = useRef(editing);
  // The button that was pressed is gone: the focus goes to what took its place.
  useEffect(() => {
    if (editing === wasEditing.current) return;
    wasEditing.current = editing;
    (editing ? field : begin).current?.focus();
  }, [editing]);
  const giveUp = (): void => {
    setEdited(undefined);
    complain();
  };

  const save = async (changed: Prompt): Promise<void> => {
    toast.success(await onSave({ ...changed, text: changed.text.trim() }));
    // Unless more was written meanwhile.
    setEdited((now) => (now === changed ? undefined : now));
  };

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      dirty={!busy && edited !== undefined && (edited.text !== prompt.text || edited.count !== prompt.count)}
      title={title}
      description={description}
      actions={
        edited ? (
          <>
            <Button look="secondary" onClick={giveUp}>
              Cancel
            </Button>
            <Button
              busy={busy}
              disabled={edited.text.trim().length <= shortText}
              onClick={() => void send(() => save(edited))}
            >
              Save
            </Button>
          </>
        ) : (
          <Button ref={begin} onClick={() => setEdited(prompt)}>
            Edit
          </Button>
        )
      }
    >
      <div className="grid gap-5">
        {complaint}
        {edited ? (
          <TextField
            ref={field}
            label="Prompt"
            maxLength={longestPrompt}
            value={edited.text}
            onChange={({ target }) => setEdited({ ...edited, text: target.value })}
          />
        ) : (
          <p className="rounded-md bg-sunken px-4 py-3 whitespace-pre-wrap">{prompt.text}</p>
        )}
        {shown.count !== undefined && (
          <SelectField
            label="Quotes per chapter"
            value={shown.count}
            disabled={!edited}
            onChange={({ target }) => setEdited({ ...shown, count: Number(target.value) })}
          >
            {counts.map((word, n) => (
              <option key={word} value={n + 1}>
                {word} {n === 0 ? 'quote' : 'quotes'}
              </option>
            ))}
          </SelectField>
        )}
      </div>
    </Dialog>
  );
}
