import { AlertDialog as Radix } from 'radix-ui';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export type Question = {
  /** The question itself, as the dialog's title. */
  title: string;
  detail?: ReactNode;
  /** What the confirming button says: a verb. */
  verb: string;
  danger?: boolean;
};

/**
 * Asks before something that cannot be undone. `ask` answers whether the user agreed; put `dialog`
 * anywhere in the panel.
 */
export function useConfirm(): { ask: (question: Question) => Promise<boolean>; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question>();
  const [open, setOpen] = useState(false);
  const answer = useRef<(agreed: boolean) => void>(undefined);
  const before = useRef<Element | null>(null);

  const ask = (next: Question): Promise<boolean> => {
    before.current = document.activeElement;
    setQuestion(next);
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  };
  const close = (agreed: boolean): void => {
    setOpen(false);
    answer.current?.(agreed);
    answer.current = undefined;
  };

  const dialog = (
    <Radix.Root open={open} onOpenChange={(next) => !next && close(false)}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          {...(question?.detail ? {} : { 'aria-describedby': undefined })}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
          }}
          className="fixed inset-x-4 top-[22vh] z-50 mx-auto max-w-md animate-rise rounded-lg border border-line bg-surface p-6 shadow-float"
        >
          <Radix.Title className="text-xl">{question?.title}</Radix.Title>
          {question?.detail && (
            <Radix.Description className="mt-2 text-sm text-soft">{question.detail}</Radix.Description>
          )}
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Radix.Cancel asChild>
              <Button look="secondary">Cancel</Button>
            </Radix.Cancel>
            <Button look={question?.danger ? 'danger' : 'primary'} onClick={() => close(true)}>
              {question?.verb}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
  return { ask, dialog };
}
