import { useState } from 'react';
import { toast } from './toast.tsx';
import { useIsMounted } from './use-is-mounted.ts';
import { Notice } from './notice.tsx';

type Sending = {
  /** Says in the form what is wrong with it, and hears why; with nothing that all is well. */
  complain: (words?: string, cause?: unknown) => void;
  /** Puts a failure into words; into none where it has been told already. */
  wordsOf: (cause: unknown) => string | undefined;
  /** Effect of a failure, for users who closed the form: 'The term was not saved.' */
  undone: string;
  /** Milliseconds a failure stands in a message as well, where it does. */
  announced?: number;
};

/** Milliseconds: nothing else tells of it. */
const failureStays = 20_000;

/**
 * Submits a form, once at a time. Reports a failure even after the form closes; `then` runs only for the submitted
 * form, not one opened since.
 */
export function useFormSubmit({ complain, wordsOf, undone, announced }: Sending) {
  const [busy, setBusy] = useState(false);
  const isHere = useIsMounted();
  const send = async (work: () => Promise<void>, then?: () => void): Promise<void> => {
    if (busy) return;
    setBusy(true);
    complain();
    try {
      await work();
      if (isHere()) then?.();
    } catch (cause) {
      const words = wordsOf(cause);
      if (words === undefined) return;
      if (!isHere()) return void toast.error(`${undone} ${words}`, { duration: failureStays });
      complain(words, cause);
      if (announced !== undefined) toast.error(words, { duration: announced });
    } finally {
      setBusy(false);
    }
  };
  return { busy, send };
}

/**
 * Returns a form's complaint and a function that sets it, or clears it without text. Repeating the same text announces
 * it again and brings it into view.
 */
export function useFormError() {
  const [said, setSaid] = useState<{ text: string; tries: number }>();
  const complain = (text?: string): void =>
    setSaid((before) => (text ? { text, tries: (before?.tries ?? 0) + 1 } : undefined));
  return [said && <Complaint key={said.tries} text={said.text} />, complain] as const;
}

/** Forms are saved from their foot, which may be far below. */
const bringIntoSight = (words: HTMLElement | null): void => words?.scrollIntoView({ block: 'nearest' });

function Complaint({ text }: { text: string }) {
  return (
    <div ref={bringIntoSight}>
      <Notice kind="bad">{text}</Notice>
    </div>
  );
}
