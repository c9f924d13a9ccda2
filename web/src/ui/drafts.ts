import { createContext, use, useEffect, useState } from 'react';
import { day } from '@lectern/contract/rules/durations';
import { writeStoredJson, listStorageKeys, readStoredJson } from './local-storage.ts';

/** A lost edit: its text, the text it began with, and the time (milliseconds since 1970). */
export type EditDraft = { text: string; from: string; at: number };

/** Ids of the account and the video whose texts are edited below. Without it no drafts are kept. */
export const DraftScope = createContext<{ account: string; of: string } | undefined>(undefined);
export type Scope = NonNullable<React.ContextType<typeof DraftScope>>;

/** Whether the texts below may be changed by who reads them. */
export const EditingAllowed = createContext(true);

/** Milliseconds after which nobody asks for a draft any more. */
const draftLifetimeMs = 30 * day;

const prefix = 'lectern.draft.';
const keyIn = ({ account, of }: Scope): string => `${prefix}${account}.${of}.`;

/** How the drafts of questions begin: they are found where they were asked, and change nothing that is to be saved. */
export const question = 'question';

export const draftKey = (scope: Scope, label: string): string => keyIn(scope) + label;

export const keepDraft = (key: string, draft: EditDraft | undefined): void => writeStoredJson(key, draft);

function readDraft(key: string): EditDraft | undefined {
  const kept = readStoredJson(key) as Partial<EditDraft> | undefined;
  if (typeof kept?.text !== 'string' || typeof kept.from !== 'string' || typeof kept.at !== 'number') return undefined;
  if (Date.now() - kept.at < draftLifetimeMs) return kept as EditDraft;
  keepDraft(key, undefined);
  return undefined;
}

export function draftsIn(scope: Scope): { label: string; draft: EditDraft }[] {
  const beginning = keyIn(scope);
  return listStorageKeys(beginning).flatMap((key) => {
    const draft = readDraft(key);
    return draft ? [{ label: key.slice(beginning.length), draft }] : [];
  });
}

/** Signing out leaves nothing behind. */
export function dropDraftsOf(account: string): void {
  for (const key of listStorageKeys(`${prefix}${account}.`)) keepDraft(key, undefined);
}

/** Says to other tabs that this draft is being written, until the returned function is called. */
function lockDraft(key: string): () => void {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Only secure addresses have locks; elsewhere another tab offers what is being written here.
  navigator.locks?.request(key, { ifAvailable: true }, () => held).catch(() => undefined);
  return release;
}

export async function isDraftInUse(key: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === key);
}

/**
 * Keeps what is being written in a field in this browser until it is saved or given up, so that neither a crash nor a
 * session that ends loses it.
 */
export function useDraft(label: string): {
  /** Names it in this browser; undefined where nothing is kept. */
  key: string | undefined;
  left: EditDraft | undefined;
  write: (text: string, from: string) => void;
  /** Forgets it; with a text, unless another one was written since. */
  drop: (text?: string) => void;
} {
  const scope = use(DraftScope);
  const key = scope && draftKey(scope, label);
  const read = () => ({ key, left: key === undefined ? undefined : readDraft(key) });
  const [kept, setKept] = useState(read);
  // Chapters that were written again put another field in this one's place.
  if (kept.key !== key) setKept(read());
  return {
    ...kept,
    write: (text, from) => key !== undefined && keepDraft(key, { text, from, at: Date.now() }),
    drop: (text) => {
      if (key === undefined || (text !== undefined && readDraft(key)?.text !== text)) return;
      keepDraft(key, undefined);
      setKept({ key, left: undefined });
    },
  };
}

/** Tells other tabs that a draft is being written here, while it is. */
export function useHeldDraft(key: string | undefined, editing: boolean): void {
  useEffect(() => (editing && key !== undefined ? lockDraft(key) : undefined), [editing, key]);
}
