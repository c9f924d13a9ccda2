import { useState } from 'react';
import { failureText } from '../../../session/call.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';

type AccountActionProps = {
  /** Texts before the action, with the question, and when it is done. */
  texts: { before: string; question: string; after: string };
  labels: { ask: string; confirm: string };
  /** Whether there is nothing (more) to do. */
  done?: boolean;
  act: () => Promise<{ msg: string }>;
};

/** Something that is done to an account at once. Asks once more in place, since it stands in a dialog. */
export function AccountAction({ texts, labels, done: doneBefore = false, act }: AccountActionProps) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(doneBefore);
  const confirm = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      toast.success((await act()).msg);
      setDone(true);
    } catch (cause) {
      toast.error(failureText(cause, 'Error to update user'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line px-4 py-3 text-sm">
      <p className="min-w-0 flex-1 basis-48">{done ? texts.after : asked ? texts.question : texts.before}</p>
      {!done && (
        <Button
          look={asked ? 'danger' : 'secondary'}
          size="sm"
          busy={busy}
          onClick={() => (asked ? void confirm() : setAsked(true))}
        >
          {asked ? labels.confirm : labels.ask}
        </Button>
      )}
    </div>
  );
}
