import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useConfirm } from './confirm.tsx';
import { focusPlace } from './focus-place.ts';
import { ActionsPlace } from './form-actions.tsx';
import { Button } from './button.tsx';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  /** It stays open for now: what is under way must not be begun a second time. */
  held?: boolean;
  /** Closing it would lose what was written in it: whoever gives it up is asked before. */
  dirty?: boolean;
  title: string;
  /** One or two sentences under the title; read out when the dialog opens. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom, the main one last; a form inside puts its own there (`FormActions`). */
  actions?: ReactNode;
  wide?: boolean;
};

/**
 * Selects the first control of the content. Links in the description and the Close button do not count; a loading
 * dialog has none.
 */
const first = ['a[href]:not([data-about] *)', 'button:not([data-close])', 'input', 'select', 'textarea']
  .map((name) => `${name}:not(:disabled)`)
  .join();

const discarding = {
  title: 'Discard what you wrote?',
  verb: 'Discard',
  refusal: 'Keep writing',
  danger: true,
} as const;

const isMessage = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-toast]') !== null;

/** The messages over a dialog come after its last button; the tabulator leads on from them to its beginning. */
function goToMessages(event: KeyboardEvent): void {
  const message = document.querySelector<HTMLElement>('[data-toast] :is(button, [tabindex])');
  if (event.key !== 'Tab' || event.shiftKey || !message) return;
  event.preventDefault();
  message.focus();
}

/** Leads back to what had the focus last when a dialog opened. */
let outside: () => void = () => undefined;

/**
 * A modal dialog. Moves focus in on opening and back on closing, because Radix does so only for dialogs with their own
 * trigger.
 */
export function Dialog({
  open,
  onClose,
  held = false,
  dirty = false,
  title,
  description,
  children,
  actions,
  wide = false,
}: DialogProps) {
  const back = useRef(outside);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const { ask, dialog: question } = useConfirm();
  const leave = async (): Promise<void> => {
    if (held) return;
    if (!dirty || (await ask(discarding))) onClose();
  };
  /** The link that may be followed although something was written. */
  const followed = useRef<HTMLAnchorElement>(null);
  const askBeforeLink = async (event: MouseEvent): Promise<void> => {
    const link = dirty && event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!link || link === followed.current || opensElsewhere || link.target || link.hasAttribute('download')) return;
    event.preventDefault();
    event.stopPropagation();
    if (!(await ask(discarding))) return;
    followed.current = link;
    link.click();
    followed.current = null;
  };
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && void leave()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            // A dialog that took the place of another one, such as of its own skeleton, finds the focus nowhere.
            if (document.activeElement !== document.body) outside = focusPlace();
            back.current = outside;
            event.preventDefault();
            const content = event.currentTarget;
            if (content instanceof HTMLElement) (content.querySelector<HTMLElement>(first) ?? content).focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            back.current();
          }}
          onClickCapture={(event) => void askBeforeLink(event)}
          // A message over the dialog is part of the conversation: dismissing it must not close the dialog.
          onInteractOutside={(event) => {
            if (isMessage(event.target)) event.preventDefault();
          }}
          // The dialog would fetch back a focus that it hears of.
          onBlur={(event) => isMessage(event.relatedTarget) && event.stopPropagation()}
          className={clsx(
            'fixed inset-x-4 top-[max(1rem,8vh)] z-50 mx-auto flex max-h-[84vh] animate-rise flex-col overflow-hidden',
            'rounded-lg border border-line bg-surface shadow-float focus:outline-none',
            // Title and buttons alone would fill it there, as at 400 % zoom: all of it scrolls.
            '[@media(height<30rem)]:top-2 [@media(height<30rem)]:max-h-[calc(100dvh-1rem)] [@media(height<30rem)]:overflow-y-auto',
            wide ? 'max-w-3xl' : 'max-w-lg',
          )}
        >
          <Radix.Title className="px-6 pt-5 pe-16 text-xl">{title}</Radix.Title>
          {description && (
            <Radix.Description data-about className="px-6 pt-2 text-soft">
              {description}
            </Radix.Description>
          )}
          {children && (
            <div
              // From its last button the focus goes around to its first field without scrolling there.
              onFocus={({ target }) => target.matches(':focus-visible') && target.scrollIntoView({ block: 'nearest' })}
              className="scroll-edges min-h-0 overflow-y-auto px-6 pt-4 pb-1 [@media(height<30rem)]:shrink-0 [@media(height<30rem)]:overflow-visible"
            >
              <ActionsPlace value={foot}>{children}</ActionsPlace>
            </div>
          )}
          <div
            ref={setFoot}
            className="flex shrink-0 flex-wrap items-center justify-end gap-3 px-6 pt-4 pb-6 empty:h-5 empty:p-0"
          >
            {actions}
          </div>
          <Radix.Close
            data-close
            onKeyDown={goToMessages}
            aria-label="Close"
            aria-disabled={held || undefined}
            className="absolute end-4 top-4 grid size-9 shrink-0 place-items-center rounded-md text-soft hover:bg-sunken hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-45"
          >
            <X aria-hidden className="size-[1.125rem]" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
      {question}
    </Radix.Root>
  );
}

/** Gives a dialog up, as Escape does: both ask where something would be lost. */
export function DialogCancel() {
  return (
    <Radix.Close asChild>
      <Button look="secondary">Cancel</Button>
    </Radix.Close>
  );
}

type FormButtonsProps = {
  /** The id of the form that is saved: the buttons stand outside of it, where a long form does not push them away. */
  form: string;
  busy: boolean;
};

export function FormButtons({ form, busy }: FormButtonsProps) {
  return (
    <>
      <DialogCancel />
      <Button type="submit" form={form} busy={busy}>
        Save
      </Button>
    </>
  );
}
