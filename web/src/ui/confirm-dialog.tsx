import type { ReactNode } from 'react';
import { AlertDialog as Radix } from 'radix-ui';
import { Button } from './button.tsx';

export type ConfirmQuestion = {
  title: string;
  detail?: ReactNode;
  /** Something to choose before one agrees. */
  choice?: ReactNode;
  verb: string;
  /** Label of the other button, where 'Cancel' could be misread. */
  refusal?: string;
  danger?: boolean;
};

type ConfirmDialogProps = {
  open: boolean;
  question: ConfirmQuestion;
  /** Brings the focus back to where it was. */
  onClosed: () => void;
  onAnswer: (agreed: boolean) => void;
};

export default function ConfirmDialog({ open, question, onClosed, onAnswer }: ConfirmDialogProps) {
  const { title, detail, choice, verb, refusal = 'Cancel', danger = false } = question;
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onAnswer(false)}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          {...(detail ? {} : { 'aria-describedby': undefined })}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed();
          }}
          className="fixed inset-x-4 top-[22vh] z-50 mx-auto max-h-[76vh] max-w-md animate-rise overflow-y-auto rounded-lg border border-line bg-surface p-6 shadow-float [@media(height<30rem)]:top-2 [@media(height<30rem)]:max-h-[calc(100dvh-1rem)]"
        >
          <Radix.Title className="text-xl">{title}</Radix.Title>
          {detail && <Radix.Description className="mt-2 text-sm text-soft">{detail}</Radix.Description>}
          {choice && <div className="mt-4">{choice}</div>}
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Radix.Cancel asChild>
              <Button look="secondary">{refusal}</Button>
            </Radix.Cancel>
            <Button look={danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
              {verb}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
