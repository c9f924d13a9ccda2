import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';
import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type PointerEvent,
} from 'react';
import { createPortal } from 'react-dom';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  icon: ReactNode;
  /** 24 px for use inside text; 36 px otherwise. */
  small?: boolean;
  /** Shows a spinner and refuses clicks, keeping focus. */
  busy?: boolean;
};

export function IconButton({
  label,
  icon,
  small = false,
  busy = false,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const tooltip = useTooltip(label);
  return (
    <>
      <button
        type={type}
        aria-label={label}
        aria-disabled={busy || undefined}
        className={clsx(
          'inline-grid shrink-0 place-items-center rounded-md text-soft transition-colors hover:bg-sunken hover:text-ink',
          'disabled:cursor-not-allowed disabled:opacity-45 data-[state=open]:bg-sunken data-[state=open]:text-ink',
          small ? 'size-6 [&_svg]:size-3.5' : 'size-9 [&_svg]:size-[1.125rem]',
          className,
        )}
        {...rest}
        onPointerEnter={(event) => {
          rest.onPointerEnter?.(event);
          tooltip.enter(event);
        }}
        onPointerLeave={(event) => {
          rest.onPointerLeave?.(event);
          tooltip.leave();
        }}
        onPointerDown={(event) => {
          rest.onPointerDown?.(event);
          tooltip.close();
        }}
        onFocus={(event) => {
          rest.onFocus?.(event);
          tooltip.focus(event);
        }}
        onBlur={(event) => {
          rest.onBlur?.(event);
          tooltip.close();
        }}
        onClick={(event) => {
          if (!busy) rest.onClick?.(event);
          tooltip.close();
        }}
      >
        {busy ? <LoaderCircle aria-hidden className="animate-spin" /> : icon}
      </button>
      {tooltip.words}
    </>
  );
}

/** Milliseconds of hovering before it shows, and those it stays when the pointer leaves: time to reach its words. */
const delay = 300;
const linger = 150;
/** CSS pixels from what it belongs to, and from the edges of the window. */
const gap = 6;
const margin = 8;

const menuOpen = '[aria-haspopup][aria-expanded="true"]';

/** Whether a dialog lies over it, however the pointer got there before. */
const isBehindDialog = (anchor: HTMLElement): boolean => anchor.closest('[aria-hidden="true"], [inert]') !== null;

/** When one was to be seen last: the next one of a row shows at once. */
let lastShown = -Infinity;

/**
 * Shows a button's name on hover and keyboard focus until Escape. Visual only: the button has the same `aria-label`,
 * calls the returned handlers and renders `words` beside it.
 */
function useTooltip(text: string) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const after = (milliseconds: number, next: HTMLElement | undefined): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // Over the menu that a button has just opened it would catch the clicks.
      const isCovered = next && (next.matches(menuOpen) || isBehindDialog(next));
      setAnchor(isCovered ? undefined : next);
    }, milliseconds);
  };
  const close = (): void => {
    clearTimeout(timer.current);
    setAnchor(undefined);
  };
  const leave = (): void => {
    if (!anchor?.matches(':focus-visible')) after(anchor ? linger : 0, undefined);
  };
  return {
    enter({ pointerType, timeStamp, currentTarget }: PointerEvent<HTMLElement>): void {
      if (pointerType !== 'touch') after(timeStamp - lastShown < delay ? 0 : delay, currentTarget);
    },
    leave,
    focus({ currentTarget }: FocusEvent<HTMLElement>): void {
      if (currentTarget.matches(':focus-visible')) after(0, currentTarget);
    },
    close,
    words: anchor && (
      <Words
        key={text}
        text={text}
        anchor={anchor}
        onClose={close}
        onPointerEnter={() => clearTimeout(timer.current)}
        onPointerLeave={leave}
      />
    ),
  };
}

type WordsProps = {
  text: string;
  anchor: HTMLElement;
  onClose: () => void;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
};

/** Under what they belong to, or over it at the foot of the window; within the window. */
function place(box: HTMLElement, anchor: HTMLElement): void {
  const { left, width, top, bottom } = anchor.getBoundingClientRect();
  const most = innerWidth - margin - box.offsetWidth;
  const below = bottom + gap + box.offsetHeight <= innerHeight - margin;
  box.style.left = `${Math.max(margin, Math.min(left + (width - box.offsetWidth) / 2, most))}px`;
  box.style.top = `${below ? bottom + gap : top - gap - box.offsetHeight}px`;
}

/** In the top layer: over dialogs, and over a recording that fills the screen. */
function Words({ text, anchor, onClose, onPointerEnter, onPointerLeave }: WordsProps) {
  const words = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    // Where there are no popovers they lie over most things still.
    words.current!.showPopover?.();
    place(words.current!, anchor);
  }, [anchor]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      // A dialog in which the button stands is closed by the next one.
      if (!isBehindDialog(anchor)) event.stopImmediatePropagation();
      onClose();
    };
    const onScroll = ({ target }: Event): void => {
      if (!(target instanceof Node && target.contains(anchor))) return;
      // Tab scrolls to where it goes: the words come along. A hand that scrolls has left the button.
      if (anchor.matches(':focus-visible')) place(words.current!, anchor);
      else onClose();
    };
    addEventListener('keydown', onKey, true);
    addEventListener('scroll', onScroll, true);
    return () => {
      lastShown = performance.now();
      removeEventListener('keydown', onKey, true);
      removeEventListener('scroll', onScroll, true);
    };
  });
  return createPortal(
    <span
      ref={words}
      role="tooltip"
      aria-hidden
      popover="manual"
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
      onPointerDown={onClose}
      // The edge above and below bridges the gap: a slow hand does not lose them on its way.
      className="pointer-events-auto fixed inset-auto z-60 m-0 max-w-[min(20rem,calc(100vw-1rem))] animate-fade overflow-visible rounded-sm before:absolute before:inset-x-0 before:-inset-y-1.5 border-0 bg-ink px-2 py-1 text-xs font-medium text-paper outline-transparent outline-solid select-none"
    >
      {text}
    </span>,
    document.body,
  );
}
