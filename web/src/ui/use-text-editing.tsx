import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { toast } from './toast.tsx';

/** Saves a text; may answer how to take it back. A rejection's message is shown beside the editor, which stays open. */
export type SaveText = (next: string) => Promise<TakeBack | void>;
type TakeBack = () => Promise<unknown>;

type TextEditingOptions = {
  value: string;
  /** What is edited, in lower case: 'title', 'description', 'summary of chapter 3'. */
  label: string;
  onSave: SaveText;
  /** Lines break with Enter and Ctrl+Enter saves; otherwise Enter saves. */
  multiline?: boolean;
  /** A shorter text cannot be saved; 1 by default. */
  minLength?: number;
  /** Begins at once. */
  open?: boolean;
  className?: string | undefined;
  editorClassName?: string | undefined;
  /** The editor is going: given up, or saved from now on; `refocus` when the person was still in it. */
  onClose?: (refocus: boolean) => void;
  /** Nothing is left to do. */
  onDone?: (how: 'given up' | 'saved') => void;
};

/** How long the check mark stays, in milliseconds. */
const savedFor = 2_500;

/**
 * An editor in the place of a text. Escape gives up, leaving the field saves; an unchanged text is not sent; a text
 * that could not be saved stays in the editor. What was saved can be undone from the message that says so.
 */
export function useTextEditing({
  value,
  label,
  onSave,
  multiline = false,
  minLength = 1,
  open = false,
  className,
  editorClassName,
  onClose,
  onDone,
}: TextEditingOptions): {
  /** The editor, while there is one. */
  editor: ReactNode;
  begin: () => void;
  /** The text that is being saved. */
  saving: string | undefined;
  /** For a moment after it was. */
  saved: boolean;
} {
  const [draft, setDraft] = useState<string | undefined>(open ? value : undefined);
  const [saving, setSaving] = useState<string>();
  const [saved, setSaved] = useState(false);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  /** Enter takes the editor away, and that blurs it: only the first of both may save. */
  const settled = useRef(!open);
  const mounted = useRef(false);
  const editing = draft !== undefined;

  useEffect(() => {
    if (!editing) return;
    field.current?.focus();
    field.current?.select();
  }, [editing]);
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => setSaved(false), savedFor);
    return () => clearTimeout(timer);
  }, [saved]);

  const begin = (text = value): void => {
    settled.current = false;
    setDraft(text);
  };
  const end = (refocus: boolean): void => {
    settled.current = true;
    setDraft(undefined);
    setError(undefined);
    onClose?.(refocus);
  };
  const giveUp = (refocus: boolean): void => {
    end(refocus);
    onDone?.('given up');
  };

  const save = async (refocus: boolean): Promise<void> => {
    if (settled.current || draft === undefined) return;
    const next = draft.trim();
    if (next === value.trim()) return giveUp(refocus);
    if (next.length < minLength) {
      if (!refocus) return giveUp(false);
      return setError(`Please enter at least ${minLength === 1 ? 'one character' : `${minLength} characters`}.`);
    }
    const previous = value;
    end(refocus);
    setSaving(next);
    try {
      const takeBack = await onSave(next);
      setSaved(true);
      const undo = takeBack ?? (() => onSave(previous));
      toast.success(`Saved the ${label}.`, {
        action: { label: 'Undo', onClick: () => void takeBackAloud(undo, label) },
      });
      onDone?.('saved');
    } catch (cause) {
      if (!mounted.current) return toast.error(`“${next}” was not saved. ${messageOf(cause)}`, { duration: 20_000 });
      begin(next);
      setError(messageOf(cause));
    } finally {
      setSaving(undefined);
    }
  };
  const saveNow = useRef(save);
  useEffect(() => {
    saveNow.current = save;
  });
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      // New chapters may take the place of the editor: that is leaving it, too. An effect that only runs again is not.
      setTimeout(() => !mounted.current && void saveNow.current(false));
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // Keys of the player and of surrounding menus must not see what is typed here.
    event.stopPropagation();
    if (event.key === 'Escape') {
      event.preventDefault();
      giveUp(true);
    } else if (
      event.key === 'Enter' &&
      !event.nativeEvent.isComposing &&
      (!multiline || event.ctrlKey || event.metaKey)
    ) {
      event.preventDefault();
      void save(true);
    }
  };

  const editor = editing && (
    <div className={className}>
      <textarea
        ref={field}
        aria-label={`Edit ${label}`}
        aria-invalid={error ? true : undefined}
        rows={1}
        value={draft}
        onChange={(event) => setDraft(multiline ? event.target.value : event.target.value.replace(/\s*\n\s*/g, ' '))}
        onBlur={() => void save(false)}
        onKeyDown={onKeyDown}
        className={clsx(
          'field-sizing-content block w-full resize-none rounded-sm border-0 bg-paper px-1.5 py-0.5 outline-2 outline-accent',
          '-mx-1.5 w-[calc(100%+0.75rem)]',
          editorClassName,
        )}
      />
      {error && (
        <p role="alert" className="mt-1 font-sans text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
  return { editor, begin: () => begin(), saving, saved };
}

async function takeBackAloud(undo: TakeBack, label: string): Promise<void> {
  try {
    await undo();
    toast.success(`The ${label} is as before.`);
  } catch (cause) {
    toast.error(messageOf(cause));
  }
}

const messageOf = (cause: unknown): string =>
  cause instanceof Error && cause.message ? cause.message : 'This could not be saved. Please try again.';
