import { useEffect } from 'react';
import { toast } from './toast.tsx';

export type Undo = () => Promise<unknown>;

/** `of`: which text it has changed, where it is one, as its draft is named. */
type Edit = { label: string; of?: string | undefined; takeBack: Undo };

type Saved = Edit & { said: string };

/** More than this nobody takes back one by one. */
const most = 50;

/** Edits saved on the pages seen since loading, latest last. */
let edits: readonly Edit[] = [];

/** Closes the message that offers to take an edit back. */
const messages = new WeakMap<Edit, () => void>();
const closeMessage = (edit: Edit): void => messages.get(edit)?.();

/** These texts were replaced otherwise than by an edit: what was edited of them cannot be taken back any more. */
export function forgetEdits(isOf: (key: string) => boolean): void {
  const gone = edits.filter(({ of }) => of !== undefined && isOf(of));
  edits = edits.filter((edit) => !gone.includes(edit));
  gone.forEach(closeMessage);
}

const messageOf = (cause: unknown): string =>
  cause instanceof Error && cause.message ? cause.message : 'This could not be saved. Please try again.';

/** Saves in progress; undoing the last change means these. */
const saving = new Set<Promise<unknown>>();

/** One after the other: the second may take back what the first brings back. */
let taking = Promise.resolve();

/** Takes back what is chosen once nothing is being saved any more. */
function take(choose: () => Edit | undefined, done: (edit: Edit) => string): void {
  const takeChosen = async (): Promise<void> => {
    await Promise.allSettled(saving);
    const edit = choose();
    if (!edit || !edits.includes(edit)) return;
    edits = edits.filter((other) => other !== edit);
    closeMessage(edit);
    try {
      await edit.takeBack();
      toast.success(done(edit));
    } catch (cause) {
      toast.error(messageOf(cause));
    }
  };
  taking = taking.then(takeChosen);
}

/**
 * Saves an edit and reports it; the message's button or Ctrl+Z undoes it, even a Ctrl+Z before the answer. Rejects as
 * `save` does.
 */
export async function saveUndoableEdit(save: () => Promise<Saved>): Promise<void> {
  const work = save().then(({ said, ...edit }) => {
    // A text goes back step by step: the message of the step before would take away what is written over it.
    if (edit.of !== undefined) edits.filter(({ of }) => of === edit.of).forEach(closeMessage);
    edits = [...edits, edit].slice(-most);
    const onClick = (): void =>
      take(
        () => edit,
        () => 'Change undone.',
      );
    messages.set(edit, toast.success(said, { action: { label: 'Undo', onClick } }));
  });
  saving.add(work);
  try {
    await work;
  } finally {
    saving.delete(work);
  }
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
      if (edits.length === 0 && saving.size === 0) return;
      event.preventDefault();
      take(
        () => edits.at(-1),
        ({ label }) => `Undone: ${label}.`,
      );
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
      // Another account has nothing to take back.
      edits = [];
    };
  }, []);
}
