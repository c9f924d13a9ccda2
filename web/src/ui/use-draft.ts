import { use, useEffect, useState } from 'react';
import { type EditDraft, DraftScope, draftKey, lockDraft, keepDraft, readDraft } from './drafts.ts';

/**
 * Keeps what is being written in a field in this browser until it is saved or given up, so that neither a crash nor a
 * session that ends loses it.
 */
export function useDraft(label: string): {
  /** Names it in this browser; undefined where nothing is kept. */
  key: string | undefined;
  /** Draft left from an earlier visit. */
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
