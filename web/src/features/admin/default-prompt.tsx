import { adminRoutes } from '@lectern/contract/admin';
import { useState } from 'react';
import { adminCall } from '../../session/admin-call.ts';
import { failureText } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';

/** The prompt of everybody who has none of their own. */
export function DefaultPrompt({ prompt, onSaved }: { prompt: string; onSaved: () => void }) {
  const [typed, setTyped] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const close = (): void => {
    setTyped(undefined);
    setError(undefined);
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { msg } = await adminCall(adminRoutes.savePrompt, { openai_prompt: typed ?? '' });
      toast.success(msg);
      onSaved();
      close();
    } catch (cause) {
      setError(failureText(cause));
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
          {error && <Notice kind="bad">{error}</Notice>}
          <TextField label="Prompt" value={typed} onChange={({ target }) => setTyped(target.value)} />
        </Dialog>
      )}
    </>
  );
}
