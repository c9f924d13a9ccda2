import { clsx } from 'clsx';
import { Check, Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { toast } from './toast.tsx';

type EditableTextProps = {
  value: string;
  /** What is edited, in lower case: 'title', 'description', 'summary of chapter 3'. */
  label: string;
  /** Saves one changed text. A rejection's message is shown beside the editor, which stays open. */
  onSave: (next: string) => Promise<unknown>;
  /** The element around the text itself, so that a heading's name is not mixed with its button. */
  as?: 'span' | 'h1' | 'h2' | 'h3';
  /** How the text reads; the text itself by default. */
  children?: ReactNode;
  /** Lines break with Enter and Ctrl+Enter saves; otherwise Enter saves. */
  multiline?: boolean;
  /** A shorter text cannot be saved; 1 by default. */
  minLength?: number;
  disabled?: boolean;
  className?: string;
  editorClassName?: string;
};

/** How long the check mark stays, in milliseconds. */
const savedFor = 2_500;

/**
 * A text one can change in place: by double-click, by its edit button, and with F2 while that button
 * has focus. Escape gives up, leaving the field saves; an unchanged text is not sent.
 */
export function EditableText({
  value,
  label,
  onSave,
  as: Text = 'span',
  children,
  multiline = false,
  minLength = 1,
  disabled = false,
  className,
  editorClassName,
}: EditableTextProps) {
  const [draft, setDraft] = useState<string>();
  const [shown, setShown] = useState<string>();
  const [saved, setSaved] = useState(false);
  const [error, setError] = useState<string>();
  const editor = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** Enter takes the editor away, and that blurs it: only the first of both may save. */
  const settled = useRef(true);
  const editing = draft !== undefined;

  useEffect(() => {
    if (!editing) return;
    editor.current?.focus();
    editor.current?.select();
  }, [editing]);
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => setSaved(false), savedFor);
    return () => clearTimeout(timer);
  }, [saved]);

  const begin = (text = value): void => {
    if (disabled) return;
    settled.current = false;
    setDraft(text);
  };
  const end = (refocus: boolean): void => {
    settled.current = true;
    setDraft(undefined);
    setError(undefined);
    if (refocus) requestAnimationFrame(() => button.current?.focus());
  };

  const save = async (refocus: boolean): Promise<void> => {
    if (settled.current || draft === undefined) return;
    const next = draft.trim();
    if (next === value.trim()) return end(refocus);
    if (next.length < minLength) {
      if (!refocus) return end(false);
      return setError(`Please enter at least ${minLength === 1 ? 'one character' : `${minLength} characters`}.`);
    }
    const previous = value;
    end(refocus);
    setShown(next);
    try {
      await onSave(next);
      setSaved(true);
      toast.success(`Saved the ${label}.`, { action: { label: 'Undo', onClick: () => void undo(previous) } });
    } catch (cause) {
      begin(next);
      setError(messageOf(cause));
    } finally {
      setShown(undefined);
    }
  };
  const undo = async (previous: string): Promise<void> => {
    try {
      await onSave(previous);
      toast.success(`The ${label} is as before.`);
    } catch (cause) {
      toast.error(messageOf(cause));
    }
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // Keys of the player and of surrounding menus must not see what is typed here.
    event.stopPropagation();
    if (event.key === 'Escape') {
      event.preventDefault();
      end(true);
    } else if (
      event.key === 'Enter' &&
      !event.nativeEvent.isComposing &&
      (!multiline || event.ctrlKey || event.metaKey)
    ) {
      event.preventDefault();
      void save(true);
    }
  };

  if (editing)
    return (
      <div className={className}>
        <textarea
          ref={editor}
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

  return (
    <div
      // Only an addition to the button inside, which keyboards and screen readers use.
      role="presentation"
      className={clsx('group/editable', className)}
      onDoubleClick={() => begin()}
      onKeyDown={(event) => {
        if (event.key !== 'F2' || event.defaultPrevented) return;
        event.preventDefault();
        begin();
      }}
    >
      <Text className={multiline ? 'inline whitespace-pre-line' : 'inline'}>{shown ?? children ?? value}</Text>
      {/* A word joiner: the button never stands alone on a line of its own. */}
      {!disabled && '\u2060'}
      {!disabled && (
        <span
          className={clsx(
            'ms-1 inline-flex translate-y-0.5 items-center align-baseline transition-opacity',
            // Where there is a pointer to hover with, text is read without a pencil behind every line.
            !saved &&
              'group-hover/editable:opacity-100 focus-within:opacity-100 [@media(hover:hover)]:not-group-hover/editable:not-focus-within:opacity-0',
          )}
        >
          <IconButton
            ref={button}
            small
            label={`Edit ${label}`}
            icon={saved ? <Check aria-hidden className="text-accent" /> : <Pencil aria-hidden />}
            onClick={() => begin()}
          />
          <span role="status" className={saved ? 'ms-1.5 font-sans text-xs font-medium text-accent' : 'sr-only'}>
            {saved && 'Saved'}
          </span>
        </span>
      )}
    </div>
  );
}

const messageOf = (cause: unknown): string =>
  cause instanceof Error && cause.message ? cause.message : 'This could not be saved. Please try again.';
