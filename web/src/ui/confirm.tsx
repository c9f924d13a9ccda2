import { useRef, useState, type ReactNode } from 'react';
import type { ConfirmQuestion } from './confirm-dialog.tsx';
import { focusPlace } from './focus-place.ts';
import { lazyPart } from './lazy-part.tsx';

/** Few visits come to a question, so its dialog is loaded when the first is asked. */
const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'));

/**
 * Asks before something that cannot be undone. `ask` answers whether the user agreed; put `dialog`
 * anywhere in the panel.
 */
export function useConfirm(): { ask: (question: ConfirmQuestion) => Promise<boolean>; dialog: ReactNode } {
  const [question, setQuestion] = useState<ConfirmQuestion>();
  const [open, setOpen] = useState(false);
  const answer = useRef<(agreed: boolean) => void>(undefined);
  const back = useRef<() => void>(undefined);

  const ask = (next: ConfirmQuestion): Promise<boolean> => {
    back.current = focusPlace();
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

  const dialog = question && (
    <ConfirmDialog
      open={open}
      question={question}
      onClosed={() => back.current?.()}
      onAnswer={close}
      onMissing={() => {
        close(false);
        setQuestion(undefined);
      }}
    />
  );
  return { ask, dialog };
}
