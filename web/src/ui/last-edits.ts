import { useEffect } from 'react';
import { toast } from './toast.tsx';

/** Takes a saved change back. */
export type TakeBack = () => Promise<unknown>;

type Edit = { label: string; takeBack: TakeBack };

/** More than this nobody takes back one by one. */
const most = 50;

/** What was saved on the pages seen since they were loaded, the latest last. */
let edits: readonly Edit[] = [];

const messageOf = (cause: unknown): string =>
  cause instanceof Error && cause.message ? cause.message : 'This could not be saved. Please try again.';

async function take(edit: Edit, done: string): Promise<void> {
  if (!edits.includes(edit)) return;
  edits = edits.filter((other) => other !== edit);
  try {
    await edit.takeBack();
    toast.success(done);
  } catch (cause) {
    toast.error(messageOf(cause));
  }
}

/** Says that something was saved, and has it taken back by the button of the message or by Ctrl+Z. */
export function savedEdit(said: string, edit: Edit): void {
  edits = [...edits, edit].slice(-most);
  toast.success(said, { action: { label: 'Undo', onClick: () => void take(edit, 'Change undone.') } });
}

/** A field undoes what is typed in it, and a dialog is about something else. */
const elsewhere =
  'input:not([type=range], [type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog]';

/** Ctrl+Z outside a field takes the last saved change back, and says which. */
export function useUndoKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      if (event.defaultPrevented || (event.target instanceof Element && event.target.closest(elsewhere))) return;
      const last = edits.at(-1);
      if (!last) return;
      event.preventDefault();
      void take(last, `Undone: ${last.label}.`);
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
      // Another account has nothing to take back.
      edits = [];
    };
  }, []);
}
