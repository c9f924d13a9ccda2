import { CallError } from '@lectern/contract/client';
import type { OwnPortal } from '@lectern/contract/publishing/portal';
import type { PortalSettings } from '@lectern/contract/publishing/portal-settings';
import { faultOfSites, portalLimits } from '@lectern/contract/rules/portal-settings';
import { visibleText } from '@lectern/contract/rules/visible-text';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { failureText, isAnnounced } from '../../../session/call.ts';
import { toast } from '../../../ui/toast.tsx';
import { useIsMounted } from '../../../ui/use-is-mounted.ts';
import { useChangePortal } from './use-own-portal.ts';

export type Settings = Partial<PortalSettings>;

/** Milliseconds after the last change until it is saved. */
const rest = 500;

type Faults = Partial<Record<keyof PortalSettings, string>>;

export type SavingState = {
  saving: boolean;
  saved: boolean;
  /** What is wrong with a setting as it stands there, told once it rests; such a one is not sent. */
  faults: Faults;
  /** Why something is not saved; it is sent again with the next change. */
  failure?: { text: string; canTryAgain: boolean };
  /** What was to be saved of settings that somebody else has changed meanwhile; those are shown. */
  conflict?: Settings;
};

const without = <Values extends Settings | Faults>(values: Values, names: object): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !(name in names))) as Partial<Values>;

/** What of these the server would refuse, and why. */
function faultsIn({ title, sites, videos }: Settings): Faults {
  const wrongSites = sites && faultOfSites(sites);
  return {
    ...(title !== undefined && visibleText(title) === '' ? { title: 'Please enter a title.' } : {}),
    ...(wrongSites === undefined ? {} : { sites: wrongSites }),
    ...(videos && videos.length > portalLimits.videos
      ? { videos: `A portal can have at most ${portalLimits.videos} videos.` }
      : {}),
  };
}

/**
 * The settings of a portal as a form shows them: as they are saved, with what is not saved yet over them. Each is saved by
 * itself once it rests, and only where nobody else has changed it meanwhile: two windows change what they change. One that
 * cannot be saved as it stands there holds up none of the others.
 */
export function usePortalSettings(portal: OwnPortal) {
  const { save, look } = useChangePortal();
  const isHere = useIsMounted();
  const [edits, setEdits] = useState<Settings>({});
  const [state, setState] = useState<SavingState>({ saving: false, saved: false, faults: {} });
  /** What is to be saved next, and what the person saw there before. */
  const queue = useRef<{ edits: Settings; was: Settings }>({ edits: {}, was: {} });
  const sending = useRef<Settings>(undefined);
  /** What stands there as it cannot be saved. */
  const held = useRef<Settings>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const send = async (): Promise<void> => {
    const { edits: sent, was } = queue.current;
    // One after the other: the later one is the one that stays.
    if (sending.current) return;
    if (Object.keys(sent).length === 0) {
      setState(({ failure: _, ...now }) => now);
      return;
    }
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
        failure = { text, canTryAgain: status === 0 || status >= 500 };
        const left = without(sent, held.current);
        queue.current = { edits: { ...left, ...queue.current.edits }, was: { ...queue.current.was, ...was } };
      }
    }
    sending.current = undefined;
    // Somebody who has left the page would read it nowhere else.
    if (!isHere() && (failure || conflict))
      toast.error(
        `The settings of your portal were not saved. ${failure?.text ?? 'They have been changed in another window.'}`,
        { duration: 20_000 },
      );
    if (!failure) setEdits((now) => ({ ...without(now, sent), ...queue.current.edits, ...held.current }));
    setState((now) => {
      const mine = conflict ?? now.conflict;
      return {
        saving: false,
        saved: !failure && !conflict,
        faults: now.faults,
        ...(failure ? { failure } : {}),
        ...(mine ? { conflict: mine } : {}),
      };
    });
    if (!failure) await send();
  };
  const sendSoon = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setState((now) => ({ ...now, faults: faultsIn(held.current) }));
      void send();
    }, rest);
  };
  const change = (part: Settings): void => {
    const wrong = faultsIn(part);
    const good = without(part, wrong);
    held.current = { ...without(held.current, part), ...without(part, good) };
    const before: Settings = { ...portal.settings, ...sending.current };
    const seen = Object.fromEntries(
      Object.keys(good).map((name) => [name, before[name as keyof Settings]]),
    ) as Settings;
    queue.current = {
      edits: { ...without(queue.current.edits, wrong), ...good },
      was: { ...seen, ...without(queue.current.was, wrong) },
    };
    setEdits((now) => ({ ...now, ...part }));
    const saving = Object.keys(queue.current.edits).length > 0 || sending.current !== undefined;
    setState(({ conflict, failure, faults }) => {
      const left = conflict && without(conflict, part);
      return {
        saving,
        saved: false,
        faults: without(faults, part),
        ...(failure ? { failure } : {}),
        ...(left && Object.keys(left).length > 0 ? { conflict: left } : {}),
      };
    });
    sendSoon();
  };

  const sendRest = useEffectEvent(() => {
    clearTimeout(timer.current);
    void send();
    const faults = Object.values(faultsIn(held.current));
    if (faults.length > 0)
      toast.error(`Not all settings of your portal were saved. ${faults.join(' ')}`, { duration: 20_000 });
  });
  // Leaving the page saves what was still to be saved.
  useEffect(() => () => sendRest(), []);

  const unsaved = state.saving || state.failure !== undefined || Object.keys(state.faults).length > 0;
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
    tryAgain: () => void send(),
  };
}
