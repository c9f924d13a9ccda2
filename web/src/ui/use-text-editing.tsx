import { clsx } from 'clsx';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { afterPress, handOverFocus } from './focus-place.ts';
import { Button } from './button.tsx';
import { ChangedElsewhere, isConflict } from './edit-conflict.ts';
import { saveUndoableEdit, type Undo } from './undo-history.ts';
import { toast } from './toast.tsx';
import { useDraft, useHeldDraft } from './drafts.ts';
import { lazyPart } from './lazy-part.tsx';

/**
 * Few texts are left unfinished: it comes with the first word of one, since the server may be gone when it is needed.
 */
const DraftOffer = lazyPart(() => import('./draft-offer.tsx'));

/** Saves a text; may answer how to take it back. A rejection's message is shown beside the editor, which stays open. */
export type SaveText = (next: string) => Promise<Undo | void>;

type TextEditingOptions = {
  value: string;
  /** Name of the edited text, in lower case: 'title', 'description', 'summary of chapter 3'. */
  label: string;
  onSave: SaveText;
  /** Lines break with Enter and Ctrl+Enter saves; otherwise Enter saves. */
  multiline?: boolean;
  /** A shorter text cannot be saved; 1 by default. */
  minLength?: number;
  open?: boolean;
  className?: string | undefined;
  editorClassName?: string | undefined;
  /** The editor is going: given up, or saved from now on; `refocus` when the person was still in it. */
  onClose?: (refocus: boolean) => void;
  /** Nothing is left to do. */
  onDone?: (how: 'given up' | 'saved') => void;
};

/** Resolves when the text that was saved stands on the page: queries tell it in a task of their own. */
const drawn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** How long the check mark stays, in milliseconds. */
const savedFor = 2_500;

/**
 * Inline editor: Escape cancels, leaving saves, failures keep the text. Saves can be undone; texts changed elsewhere
 * are replaced only once seen. Drafts stay in this browser (`DraftScope`).
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
  editor: ReactNode;
  /** Offers an unsaved draft of an earlier visit, beside the text while no editor is open. */
  offer: ReactNode;
  begin: () => void;
  saving: string | undefined;
  /** For a moment after it was. */
  saved: boolean;
} {
  const drafts = useDraft(label);
  const [draft, setDraft] = useState<string | undefined>(open ? (drafts.left?.text ?? value) : undefined);
  const [saving, setSaving] = useState<string>();
  const [saved, setSaved] = useState(false);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  /** Enter takes the editor away, and that blurs it: only the first of both may save. */
  const settled = useRef(!open);
  const refused = useRef(false);
  const mounted = useRef(false);
  const editing = draft !== undefined;
  /** The text that stood there when the person last saw it. */
  const seen = useRef(value);
  const [conflict, setConflict] = useState(false);
  /** To be saved as soon as what was saved before has come back; whether the person was still in it. */
  const [next, setNext] = useState<{ refocus: boolean }>();

  useEffect(() => {
    if (!editing) return;
    // An answer that was refused opens it again, while the person may be writing somewhere else.
    if (refused.current) return handOverFocus(undefined, field.current);
    field.current?.focus();
    // Selects the text for rewriting, unless a draft is continued.
    if (field.current?.value === seen.current) field.current.select();
  }, [editing]);
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => setSaved(false), savedFor);
    return () => clearTimeout(timer);
  }, [saved]);

  const begin = (text = saving ?? value): void => {
    settled.current = false;
    refused.current = false;
    seen.current = saving ?? value;
    setDraft(text);
  };
  useHeldDraft(drafts.key, editing);
  const isKept = drafts.key !== undefined && editing && draft !== value;
  useEffect(() => {
    if (isKept) DraftOffer.fetch();
  }, [isKept]);
  const end = (refocus: boolean): void => {
    settled.current = true;
    setDraft(undefined);
    setError(undefined);
    setConflict(false);
    setNext(undefined);
    onClose?.(refocus);
  };
  const giveUp = (refocus: boolean): void => {
    end(refocus);
    drafts.drop();
    onDone?.('given up');
  };

  const save = async (refocus: boolean): Promise<void> => {
    if (settled.current || draft === undefined) return;
    // Leaving the field must not choose between two conflicting texts; the user's own stays a draft.
    if (conflict && !refocus) return;
    // Text written during a save is sent after it; sent at once, it would seem changed elsewhere.
    if (saving !== undefined && mounted.current) return setNext({ refocus });
    const text = draft.trim();
    if (text === value.trim()) return giveUp(refocus);
    if (text.length < minLength) {
      if (!refocus) {
        giveUp(false);
        toast.info(
          `The ${label} stays as it was: it needs at least ${minLength === 1 ? 'one character' : `${minLength} characters`}.`,
        );
        return;
      }
      return setError(`Please enter at least ${minLength === 1 ? 'one character' : `${minLength} characters`}.`);
    }
    // It became another one while this was written: its reader decides which of both stays.
    if (seen.current !== value && !conflict) {
      setConflict(true);
      return setError(new ChangedElsewhere(value).message);
    }
    const previous = value;
    end(refocus);
    setSaving(text);
    try {
      await saveUndoableEdit(async () => {
        const takeBack = await onSave(text);
        await drawn();
        setSaved(true);
        drafts.drop();
        return { said: `Saved the ${label}.`, label, of: drafts.key, takeBack: takeBack ?? (() => onSave(previous)) };
      });
      onDone?.('saved');
    } catch (cause) {
      // It is gone, or something else is written there by now.
      if (!mounted.current || !settled.current)
        return void toast.error(`“${text}” was not saved. ${messageOf(cause)}`, { duration: 20_000 });
      seen.current = value;
      settled.current = false;
      refused.current = true;
      setDraft(text);
      setConflict(isConflict(cause));
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
    if (saving === undefined && next !== undefined) void saveNow.current(next.refocus);
  }, [saving, next]);
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
        onChange={({ target }) => {
          setNext(undefined);
          const text = multiline ? target.value : target.value.replace(/\s*\n\s*/g, ' ');
          setDraft(text);
          drafts.write(text, seen.current);
        }}
        onBlur={({ currentTarget }) =>
          afterPress(() => document.activeElement !== currentTarget && void saveNow.current(false))
        }
        onKeyDown={onKeyDown}
        className={clsx(
          'field-sizing-content block w-full resize-none rounded-sm border-0 bg-paper px-1.5 py-0.5 outline-2 outline-accent',
          '-mx-1.5 w-[calc(100%+0.75rem)]',
          editorClassName,
        )}
      />
      {open && draft === drafts.left?.text && (
        <p className="mt-1 font-sans text-sm text-soft">
          You did not save this last time. Escape goes back to the previous text.
        </p>
      )}
      {error && (
        <p role="alert" className="mt-1 font-sans text-sm font-medium text-danger">
          {error}
        </p>
      )}
      {conflict && (
        <div className="mt-2 flex flex-wrap gap-2 font-sans not-italic">
          <Button size="sm" onClick={() => void save(true)}>
            Replace it with mine
          </Button>
          <Button size="sm" look="secondary" onClick={() => giveUp(true)}>
            Keep the other text
          </Button>
        </div>
      )}
    </div>
  );
  const { key, left } = drafts;
  const offer = !editing && key !== undefined && left !== undefined && left.text !== value && (
    <DraftOffer
      draftKey={key}
      label={label}
      draft={left}
      value={value}
      onContinue={() => begin(left.text)}
      onDiscard={drafts.drop}
    />
  );
  return { editor, offer, begin: () => begin(), saving, saved };
}

const messageOf = (cause: unknown): string =>
  cause instanceof Error && cause.message ? cause.message : 'This could not be saved. Please try again.';
