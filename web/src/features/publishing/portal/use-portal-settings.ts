import { CallError } from '@lectern/contract/client';
import type { OwnPortal } from '@lectern/contract/publishing/portal';
import type { PortalSettings } from '@lectern/contract/publishing/portal-settings';
import { findSitesProblem, portalLimits } from '@lectern/contract/rules/portal-settings';
import { visibleText } from '@lectern/contract/rules/visible-text';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { failureText, isAnnounced } from '../../../session/call.ts';
import { toast } from '../../../ui/toast.tsx';
import { useIsMounted } from '../../../ui/use-is-mounted.ts';
import { useChangePortal } from './use-own-portal.ts';

export type PortalSettingsChange = Partial<PortalSettings>;

/** Milliseconds after the last change until it is saved. */
const rest = 500;

type Faults = Partial<Record<keyof PortalSettings, string>>;

export type SavingState = {
  saving: boolean;
  saved: boolean;
  /** Faults of the settings as entered, shown once editing pauses; faulty settings are not sent. */
  faults: Faults;
  /** Why something is not saved; it is sent again with the next change. */
  failure?: { text: string; canTryAgain: boolean };
  /**
   * Own values left unsaved because someone else changed the same settings meanwhile; the form shows the values of the
   * other person.
   */
  conflict?: PortalSettingsChange;
};

const without = <Values extends PortalSettingsChange | Faults>(values: Values, names: object): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !(name in names))) as Partial<Values>;

/** Finds settings the server would refuse, with the reasons. */
function faultsIn({ title, sites, videos }: PortalSettingsChange): Faults {
  const wrongSites = sites && findSitesProblem(sites);
  return {
    ...(title !== undefined && visibleText(title) === '' ? { title: 'Please enter a title.' } : {}),
    ...(wrongSites === undefined ? {} : { sites: wrongSites }),
    ...(videos && videos.length > portalLimits.videos
      ? { videos: `A portal can have at most ${portalLimits.videos} videos.` }
      : {}),
  };
}

/**
 * Portal settings for a form: saved values under unsaved edits. Each setting saves separately after a pause, if
 * unchanged elsewhere; an invalid one does not block others.
 */
export function usePortalSettings(portal: OwnPortal) {
  const { save, look } = useChangePortal();
  const isHere = useIsMounted();
  const [edits, setEdits] = useState<PortalSettingsChange>({});
  const [state, setState] = useState<SavingState>({ saving: false, saved: false, faults: {} });
  /** Edits to save next, and the values the user saw before them. */
  const queue = useRef<{ edits: PortalSettingsChange; was: PortalSettingsChange }>({ edits: {}, was: {} });
  const sending = useRef<PortalSettingsChange>(undefined);
  const held = useRef<PortalSettingsChange>({});
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
    let conflict: PortalSettingsChange | undefined;
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
  const change = (part: PortalSettingsChange): void => {
    const wrong = faultsIn(part);
    const good = without(part, wrong);
    held.current = { ...without(held.current, part), ...without(part, good) };
    const before: PortalSettingsChange = { ...portal.settings, ...sending.current };
    const seen = Object.fromEntries(
      Object.keys(good).map((name) => [name, before[name as keyof PortalSettingsChange]]),
    ) as PortalSettingsChange;
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
