import { adminRoutes } from '@lectern/contract/admin';
import { useState } from 'react';
import { adminCall } from '../../session/admin-call.ts';
import { failureText } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useComplaint } from '../../ui/use-complaint.tsx';

/** The prompt of everybody who has none of their own. */
export function DefaultPrompt({ prompt, onSaved }: { prompt: string; onSaved: () => void }) {
  const [typed, setTyped] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [complaint, complain] = useComplaint();
  const close = (): void => {
    setTyped(undefined);
    complain();
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { msg } = await adminCall(adminRoutes.savePrompt, { openai_prompt: typed ?? '' });
      toast.success(msg);
      onSaved();
      close();
    } catch (cause) {
      complain(failureText(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button look="secondary" className="min-h-11" onClick={() => setTyped(prompt)}>
        Default prompt
      </Button>
      {typed !== undefined && (
        <Dialog
          open
          wide
          onClose={close}
          title="Default prompt"
          description="What a language model is told first of all, for every user without a prompt of their own. The built-in engine does not read it."
          actions={
            <>
              <Button look="secondary" onClick={close}>
                Cancel
              </Button>
              <Button busy={busy} disabled={typed.trim().length <= 3} onClick={() => void save()}>
                Save
              </Button>
            </>
          }
        >
          {complaint}
          <TextField label="Prompt" value={typed} onChange={({ target }) => setTyped(target.value)} />
        </Dialog>
      )}
    </>
  );
}
