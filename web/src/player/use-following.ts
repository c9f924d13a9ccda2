import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Clock } from './clock.ts';

type FollowingOptions = {
  clock: Clock;
  /** Holds the transcript. With `ownScroll` it is what scrolls, else the page does, under the pinned player. */
  list: RefObject<HTMLElement | null>;
  ownScroll: boolean;
};

/** What plays now: its line, else (in a collapsed chapter) the chapter. The last of the page, for lines are inside chapters. */
const current = '[data-current-line], [data-current-chapter]';

const scrollKeys = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', 'Tab']);

/** Milliseconds in which scrolling is taken for our own, at most: until it has come to its end. */
const ownScrollTime = 1000;
/** The part of the visible height, from its top, where the line may be without being moved, and where it is moved to. */
const comfortable = { from: 0.08, to: 0.7, place: 0.22 };

/**
 * Keeps what plays in sight. Scrolling by any other hand (wheel, touch, keys, scrollbar, find in page) pauses it,
 * until `resume`, which moves there at once.
 */
export function useFollowing({ clock, list, ownScroll }: FollowingOptions) {
  const [following, setFollowing] = useState(true);
  const quietUntil = useRef(0);
  const resumed = useRef(false);

  useEffect(() => {
    if (!following) return;
    const show = (target: Element | undefined): void => {
      if (!target || !list.current || !bringIntoView(target, ownScroll ? list.current : null)) return;
      quietUntil.current = performance.now() + ownScrollTime;
    };
    // Coming back moves there at once, playing or not, when the chapter that plays has been opened.
    if (resumed.current) show(playing(list.current));
    resumed.current = false;
    let last = playing(list.current);
    return clock.subscribe(() => {
      // The line is marked when React has drawn what this same tick changed.
      requestAnimationFrame(() => {
        const next = playing(list.current);
        if (next === last) return;
        last = next;
        show(next);
      });
    });
  }, [clock, following, list, ownScroll]);

  useEffect(() => {
    const scroller: HTMLElement | Window | null = ownScroll ? list.current : window;
    if (!scroller) return;
    const quiet = (): void => {
      quietUntil.current = performance.now() + ownScrollTime;
    };
    const loud = (): void => {
      quietUntil.current = 0;
    };
    const onScroll = (): void => {
      if (performance.now() > quietUntil.current) setFollowing(false);
    };
    const onKeyDown = (event: Event): void => {
      if (scrollKeys.has((event as KeyboardEvent).key)) loud();
    };
    // Only the scrollbar belongs to the scrolling element itself.
    const onPointerDown = ({ target: pressed }: Event): void => {
      if (pressed === scroller || pressed === document.documentElement) loud();
    };
    // What is being written must not scroll away.
    const onFocusIn = ({ target }: Event): void => {
      if (target instanceof HTMLTextAreaElement && clock.element()?.paused === false) setFollowing(false);
    };
    const hands: [string, (event: Event) => void][] = [
      ['scroll', onScroll],
      ['scrollend', loud],
      ['wheel', loud],
      ['touchmove', loud],
      ['pointerdown', onPointerDown],
      ['keydown', onKeyDown],
    ];
    for (const [event, listener] of hands) scroller.addEventListener(event, listener, { passive: true });
    const text = list.current;
    text?.addEventListener('focusin', onFocusIn);
    // A new width breaks lines anew and moves them: nobody has scrolled.
    addEventListener('resize', quiet);
    return () => {
      for (const [event, listener] of hands) scroller.removeEventListener(event, listener);
      text?.removeEventListener('focusin', onFocusIn);
      removeEventListener('resize', quiet);
    };
  }, [clock, list, ownScroll]);

  return {
    following,
    pause: (): void => setFollowing(false),
    resume: (): void => {
      resumed.current = true;
      setFollowing(true);
    },
    /** Before the page itself moves what is in the list. */
    expectMovement: (): void => {
      quietUntil.current = performance.now() + ownScrollTime;
    },
  };
}

const playing = (list: HTMLElement | null): Element | undefined => [...(list?.querySelectorAll(current) ?? [])].at(-1);

/** Scrolls a list, or the page where there is none, until a line stands where it is read well. True when it had to. */
function bringIntoView(target: Element, list: HTMLElement | null): boolean {
  const view = list ? list.getBoundingClientRect() : pageView();
  const box = target.getBoundingClientRect();
  const height = view.bottom - view.top;
  const from = (box.top - view.top) / height;
  const to = (Math.min(box.bottom, box.top + height / 3) - view.top) / height;
  if (from >= comfortable.from && to <= comfortable.to) return false;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const by: ScrollToOptions = { top: (from - comfortable.place) * height, behavior: still ? 'instant' : 'smooth' };
  (list ?? window).scrollBy(by);
  return true;
}

/** What can be seen of the page: under the header and the player that stay in place. */
function pageView(): { top: number; bottom: number } {
  const pinned = document.querySelector('[data-pinned]')?.getBoundingClientRect().bottom ?? 0;
  return { top: Math.max(0, pinned), bottom: innerHeight };
}
