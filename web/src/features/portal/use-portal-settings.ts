import { CallError } from '@lectern/contract/client';
import type { OwnPortal, PortalSettings } from '@lectern/contract/portal';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { failureText, isAnnounced } from '../../session/call.ts';
import { toast } from '../../ui/toast.tsx';
import { useStillHere } from '../../ui/use-still-here.ts';
import { useChangePortal } from './use-own-portal.ts';

export type Settings = Partial<PortalSettings>;

/** Milliseconds after the last change until it is saved. */
const rest = 500;

export type SavingState = {
  saving: boolean;
  saved: boolean;
  /** Why something is not saved. */
  failure?: { text: string; of: Settings; canTryAgain: boolean };
  /** What was to be saved of settings that somebody else has changed meanwhile; those are shown. */
  conflict?: Settings;
};

const without = (settings: Settings, names: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !(name in names)));

/**
 * The settings of a portal as a form shows them: as they are saved, with what is not saved yet over them. Each is saved by
 * itself once it rests, and only where nobody else has changed it meanwhile: two windows change what they change.
 */
export function usePortalSettings(portal: OwnPortal) {
  const { save, look } = useChangePortal();
  const isHere = useStillHere();
  const [edits, setEdits] = useState<Settings>({});
  const [state, setState] = useState<SavingState>({ saving: false, saved: false });
  /** What is to be saved next, and what the person saw there before. */
  const queue = useRef<{ edits: Settings; was: Settings }>({ edits: {}, was: {} });
  const sending = useRef<Settings>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const send = async (): Promise<void> => {
    const { edits: sent, was } = queue.current;
    // One after the other: the later one is the one that stays.
    if (sending.current || Object.keys(sent).length === 0) return;
    queue.current = { edits: {}, was: {} };
    sending.current = sent;
    setState((now) => ({ ...now, saving: true }));
    let failure: SavingState['failure'];
    let conflict: Settings | undefined;
    try {
      await save({ ...sent, was });
    } catch (cause) {
      const status = cause instanceof CallError ? cause.status : 0;
      if (status === 409) {
        conflict = sent;
        await look().catch(() => undefined);
      } else {
        const text = isAnnounced(cause) ? 'Nothing was saved.' : failureText(cause);
        failure = { text, of: sent, canTryAgain: status === 0 || status >= 500 };
        if (failure.canTryAgain)
          queue.current = { edits: { ...sent, ...queue.current.edits }, was: { ...queue.current.was, ...was } };
      }
    }
    sending.current = undefined;
    // Who has left the page reads it nowhere else.
    if (!isHere() && (failure || conflict))
      toast.error(
        `The settings of your portal were not saved. ${failure?.text ?? 'They were changed meanwhile, in another window.'}`,
        { duration: 20_000 },
      );
    if (!failure) setEdits((now) => ({ ...without(now, sent), ...queue.current.edits }));
    setState((now) => {
      // What was refused stays so until it is changed.
      const before = now.failure && Object.keys(without(now.failure.of, sent)).length > 0 ? now.failure : undefined;
      const shown = failure ?? before;
      const mine = conflict ?? now.conflict;
      return {
        saving: false,
        saved: !failure && !conflict,
        ...(shown ? { failure: shown } : {}),
        ...(mine ? { conflict: mine } : {}),
      };
    });
    if (!failure) await send();
  };
  const sendSoon = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void send(), rest);
  };
  const change = (part: Settings): void => {
    const before: Settings = { ...portal.settings, ...sending.current };
    const seen = Object.fromEntries(
      Object.keys(part).map((name) => [name, before[name as keyof Settings]]),
    ) as Settings;
    queue.current = { edits: { ...queue.current.edits, ...part }, was: { ...seen, ...queue.current.was } };
    setEdits((now) => ({ ...now, ...part }));
    setState(({ conflict, failure }) => {
      const left = conflict && without(conflict, part);
      return {
        saving: true,
        saved: false,
        ...(failure ? { failure } : {}),
        ...(left && Object.keys(left).length > 0 ? { conflict: left } : {}),
      };
    });
    sendSoon();
  };

  const sendRest = useEffectEvent(() => {
    clearTimeout(timer.current);
    void send();
  });
  // Leaving the page saves what was still to be saved.
  useEffect(() => () => sendRest(), []);

  const unsaved = state.saving || state.failure?.canTryAgain === true;
  // Closing the tab would lose it.
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [unsaved]);

  return {
    settings: { ...portal.settings, ...edits },
    /** Whether one of the settings is shown as it is not saved yet. */
    isOpen: (name: keyof PortalSettings): boolean => name in edits,
    state,
    change,
    /** Shows what cannot be saved as it is. */
    hold(part: Settings): void {
      queue.current = { edits: without(queue.current.edits, part), was: without(queue.current.was, part) };
      setEdits((now) => ({ ...now, ...part }));
    },
    tryAgain: () => void send(),
  };
}
