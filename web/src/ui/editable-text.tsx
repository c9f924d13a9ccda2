import { clsx } from 'clsx';
import { Check, Pencil } from 'lucide-react';
import { use, useRef, type ReactNode } from 'react';
import { EditingAllowed } from './drafts.ts';
import { IconButton } from './icon-button.tsx';
import { useFocusOnceDrawn } from './focus-place.ts';
import { type SaveText, useTextEditing } from './use-text-editing.tsx';

type EditableTextProps = {
  value: string;
  /** Name of the edited text, in lower case: 'title', 'description', 'summary of chapter 3'. */
  label: string;
  onSave: SaveText;
  /** The element around the text itself, so that a heading's name is not mixed with its button. */
  as?: 'span' | 'strong' | 'h1' | 'h2' | 'h3';
  placeholder?: string;
  /** How the text reads; the text itself by default. */
  children?: ReactNode;
  /** Lines break with Enter and Ctrl+Enter saves; otherwise Enter saves. */
  multiline?: boolean;
  /** A shorter text cannot be saved; 1 by default. */
  minLength?: number;
  disabled?: boolean;
  /** Leaves the pencil out of the order of the tabulator, where another control does the same. */
  skipped?: boolean;
  /** Shows so many lines of a longer text, with the pencil beside them: behind the last word it would be cut off. */
  clamped?: 2 | 3;
  className?: string;
  editorClassName?: string;
};

/**
 * A text one can change in place: by double-click, by its edit button, and with F2 while that button
 * has focus.
 */
export function EditableText({
  as: Text = 'span',
  children,
  placeholder,
  disabled: off = false,
  skipped = false,
  clamped,
  className,
  ...editing
}: EditableTextProps) {
  const { value, label, multiline = false } = editing;
  const disabled = !use(EditingAllowed) || off;
  const button = useRef<HTMLButtonElement>(null);
  const focusOnceDrawn = useFocusOnceDrawn();
  const { editor, offer, begin, saving, saved } = useTextEditing({
    ...editing,
    className,
    onClose: (refocus) => refocus && focusOnceDrawn(() => button.current),
  });
  if (editor) return editor;
  const isEmpty = placeholder !== undefined && (saving ?? value) === '';

  return (
    <div
      // Only an addition to the button inside, which keyboards and screen readers use.
      role="presentation"
      className={clsx('group/editable text-pretty', clamped && 'flex items-start', className)}
      onDoubleClick={() => !disabled && begin()}
      onKeyDown={(event) => {
        if (disabled || event.key !== 'F2' || event.defaultPrevented) return;
        event.preventDefault();
        begin();
      }}
    >
      <Text
        className={clsx(
          clamped ? [clamped === 2 ? 'line-clamp-2' : 'line-clamp-3', 'min-w-0'] : 'inline',
          multiline && 'whitespace-pre-line',
          isEmpty && 'text-soft',
        )}
      >
        {isEmpty ? placeholder : (saving ?? children ?? value)}
      </Text>
      {!disabled && (
        <span
          className={clsx(
            // Bound to the last word, and no higher than its line.
            'relative whitespace-nowrap transition-opacity',
            // Where there is a pointer to hover with, text is read without a pencil behind every line.
            !saved &&
              !isEmpty &&
              'group-hover/editable:opacity-100 focus-within:opacity-100 [@media(hover:hover)]:not-group-hover/editable:not-focus-within:opacity-0',
          )}
        >
          {'\u00a0'}
          <IconButton
            ref={button}
            small
            className="-my-1.5 translate-y-0.5 align-baseline"
            label={`Edit ${label}`}
            icon={saved ? <Check aria-hidden className="text-accent" /> : <Pencil aria-hidden />}
            tabIndex={skipped ? -1 : undefined}
            onClick={begin}
          />
          {/* For eyes: the message that offers to take it back is what is read out. */}
          {saved && <span className="ms-1.5 font-sans text-xs font-medium text-accent">Saved</span>}
        </span>
      )}
      {offer}
    </div>
  );
}
