import { adminRoutes } from '@lectern/contract/operations/admin';
import { shortText } from '@lectern/contract/rules/short-text';
import { useState } from 'react';
import { adminCall } from '../../../session/admin-call.ts';
import { failureText } from '../../../session/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogCancel } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useFormError, useFormSubmit } from '../../../ui/use-form-submit.tsx';

type Props = { prompt: string; onSaved: () => void };
type DefaultPromptProps = Omit<Props, 'prompt'> & { /** Undefined: not known yet. */ prompt: string | undefined };

/** The prompt of everybody who has none of their own. */
export function DefaultPrompt({ prompt, onSaved }: DefaultPromptProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" className="min-h-11" disabled={prompt === undefined} onClick={() => setOpen(true)}>
        Default prompt
      </Button>
      {open && prompt !== undefined && (
        <DefaultPromptDialog prompt={prompt} onSaved={onSaved} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function DefaultPromptDialog({ prompt, onSaved, onClose }: Props & { onClose: () => void }) {
  const [typed, setTyped] = useState(prompt);
  const [complaint, complain] = useFormError();
  const { busy, send } = useFormSubmit({ complain, wordsOf: failureText, undone: 'The default prompt was not saved.' });
  const save = async (): Promise<void> => {
    const { msg } = await adminCall(adminRoutes.savePrompt, { openai_prompt: typed });
    toast.success(msg);
    onSaved();
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      dirty={typed !== prompt && !busy}
      title="Default prompt"
      description="What a language model is told first, for every user without a prompt of their own. The built-in engine does not read it."
      actions={
        <>
          <DialogCancel />
          <Button busy={busy} disabled={typed.trim().length <= shortText} onClick={() => void send(save, onClose)}>
            Save
          </Button>
        </>
      }
    >
      {complaint}
      <TextField label="Prompt" value={typed} onChange={({ target }) => setTyped(target.value)} />
    </Dialog>
  );
}
