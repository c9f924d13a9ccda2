import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createStore } from './store.ts';

type ToastOptions = {
  /** Milliseconds; 5000 unless told (specification section 9). */
  duration?: number;
  /** A text to be selected and copied by hand, as long as it may be. */
  byHand?: string;
  action?: { label: string; onClick: () => void };
};

type Kind = 'success' | 'error' | 'info';
type Toast = ToastOptions & { id: number; kind: Kind; text: string };

const icons = {
  success: <CircleCheck aria-hidden className="size-4 shrink-0 text-accent" />,
  error: <TriangleAlert aria-hidden className="size-4 shrink-0 text-danger" />,
  info: <Info aria-hidden className="size-4 shrink-0 text-brass" />,
};
/** More than this many at once cover the page; the oldest goes first. */
const most = 4;

const shown = createStore<readonly Toast[]>([]);
let lastId = 0;

const add =
  (kind: Kind) =>
  (text: string, options: ToastOptions = {}): (() => void) => {
    const id = ++lastId;
    shown.set([...shown.get(), { ...options, kind, text, id }].slice(-most));
    return () => close(id);
  };

const close = (id: number): void => shown.set(shown.get().filter((toast) => toast.id !== id));

/**
 * Short messages in a corner, announced politely, until they are closed. What must not be missed stands in the page as
 * well.
 */
export const toast = { success: add('success'), error: add('error'), info: add('info') };

/** Once in the application, after everything else. The live region is there before its first message. */
export default function Toaster() {
  const toasts = shown.use();
  return (
    <ol
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-60 ms-auto grid max-w-sm gap-2.5 sm:bottom-6 sm:inset-e-6"
    >
      {toasts.map((entry) => (
        <Message key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

function Message({ entry }: { entry: Toast }) {
  const { id, kind, text, byHand, action, duration = 5_000 } = entry;
  /** Nobody should lose a message while reading it or reaching for its button. */
  const [held, setHeld] = useState(false);
  /** Element that had the focus before the message. */
  const before = useRef<Element>(null);
  const whole = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const shown = whole.current;
    return () => {
      if (shown?.contains(document.activeElement) && before.current instanceof HTMLElement) before.current.focus();
    };
  }, []);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => close(id), duration);
    return () => clearTimeout(timer);
  }, [held, id, duration]);

  return (
    <li
      // Not of the list: what was pressed may have closed its message, and left the list, when a dialog asks where it was.
      ref={whole}
      data-toast
      className="pointer-events-auto animate-rise rounded-md border border-edge bg-surface text-sm text-ink shadow-float"
    >
      <div
        role="presentation"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={(event) => {
          const { currentTarget, relatedTarget } = event;
          // An open dialog lets the focus go nowhere that it hears of.
          event.stopPropagation();
          setHeld(true);
          if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
        }}
        onBlur={(event) => {
          event.stopPropagation();
          setHeld(false);
        }}
        className="flex items-center gap-3 py-2.5 ps-4 pe-2"
      >
        {icons[kind]}
        <span className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-x-3 gap-y-2">
          <span className="grid flex-[1_1_11rem] gap-1.5 leading-snug font-medium">
            {text}
            {byHand !== undefined && (
              <span
                // It scrolls: the keyboard needs to come to it.
                tabIndex={0}
                role="region"
                aria-label="Text to copy"
                className="max-h-[min(12rem,30vh)] overflow-y-auto font-normal break-words whitespace-pre-wrap select-all"
              >
                {byHand}
              </span>
            )}
          </span>
          {action && (
            <button
              type="button"
              onClick={() => {
                close(id);
                action.onClick();
              }}
              className="min-h-8 shrink-0 rounded-sm border border-edge px-2.5 font-medium hover:bg-sunken"
            >
              {action.label}
            </button>
          )}
        </span>
        <button
          type="button"
          aria-label="Dismiss"
          onClick={() => close(id)}
          className="grid size-8 shrink-0 place-items-center rounded-sm text-soft hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
    </li>
  );
}
