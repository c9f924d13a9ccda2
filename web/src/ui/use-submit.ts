import { useState } from 'react';
import { toast } from './toast.tsx';
import { useIsMounted } from './use-is-mounted.ts';

type Sending = {
  /** Says in the form what is wrong with it, or with nothing that all is well. */
  complain: (words?: string) => void;
  /** Puts a failure into words; into none where it has been told already. */
  wordsOf: (cause: unknown) => string | undefined;
  /** What a failure means to somebody who does not see the form any more: 'The term was not saved.' */
  undone: string;
  /** Milliseconds a failure stands in a message as well, where it does. */
  announced?: number;
};

/** Milliseconds: nothing else tells of it. */
const failureStays = 20_000;

/**
 * Sends what a form holds, once at a time. Who closes the form before the answer is told of a failure all the same, and
 * the answer leaves alone what was opened since: `then` is for the form that was sent, such as closing it.
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
      complain(words);
      if (announced !== undefined) toast.error(words, { duration: announced });
    } finally {
      setBusy(false);
    }
  };
  return { busy, send };
}
