import { type RefObject, useEffect, useRef, useState } from 'react';
import type { PlayerClock } from './clock.ts';
import { holdElementInPlace, isInView, keepInPlace } from './keep-in-place.ts';

type FollowingOptions = {
  clock: PlayerClock;
  /** Holds the transcript. With `ownScroll` it is what scrolls, else the page does, under the pinned player. */
  list: RefObject<HTMLElement | null>;
  ownScroll: boolean;
  /** Finds the list element for a time; by default the one marked as playing. A new function counts as a new list. */
  find?: (list: HTMLElement, seconds: number) => Element | null;
};

/**
 * Finds the current cue, or its chapter when collapsed. Takes the last visible element, because cues are inside
 * chapters.
 */
const marked = (list: HTMLElement): Element | null =>
  [...list.querySelectorAll('[data-current-line], [data-current-chapter]')].findLast((element) =>
    element.checkVisibility(),
  ) ?? null;

const scrollKeys = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', ' ']);

/** Milliseconds after a wheel, key or touch in which scrolling is taken for its effect. */
const handTime = 1000;
/** Milliseconds after a new width, or after the page itself moved something, in which scrolling is nobody's doing. */
const layoutTime = 400;
/** Milliseconds after which what was scrolled out of sight has stayed there: layouts move things back and forth. */
const calmTime = 150;
/** Seconds: a larger step of the time is a jump, which takes the list along also when somebody had scrolled away. */
const jump = 15;

type Movement = (() => void) | undefined;

/** Ends what the page moves by itself, if it does. */
function endMovement(moving: RefObject<Movement>): void {
  moving.current?.();
  moving.current = undefined;
}

const isUnderWay = (movement: Movement, current: Movement): boolean => movement !== undefined && movement === current;

/**
 * Keeps what plays in sight. Scrolling by any other hand (wheel, touch, keys, scrollbar, find in page) pauses it,
 * until `resume`, or until the recording jumps elsewhere.
 */
export function useFollowing({ clock, list, ownScroll, find = marked }: FollowingOptions) {
  const [following, setFollowing] = useState(true);
  /** A hand is scrolling until then, and nothing else is. */
  const handUntil = useRef(0);
  const layoutUntil = useRef(0);
  const moving = useRef<Movement>(undefined);
  /** The movement that holds something still, while there is one: what plays is not shown then. */
  const holding = useRef<Movement>(undefined);
  const latest = useRef(following);
  useEffect(() => {
    latest.current = following;
  });
  /** The time at the last look, over every change of the list: a jump may come just before another one is drawn. */
  const looked = useRef(clock.now());

  // Every function of this effect reads what is current, so that it starts over only for another list.
  const show = useRef<(how?: 'at once', what?: (list: HTMLElement) => Element | null) => void>(() => undefined);
  useEffect(() => {
    const target = (): Element | null => list.current && find(list.current, clock.now());
    show.current = (how, what) => {
      endMovement(moving);
      const wanted = what ? () => list.current && what(list.current) : target;
      moving.current = keepInPlace(wanted, ownScroll ? list.current : null, how === 'at once', () => {
        moving.current = undefined;
        // The last correction is heard of as a scroll after this.
        layoutUntil.current = performance.now() + layoutTime;
      });
    };
    const look = (): boolean => {
      const now = clock.now();
      const jumped = Math.abs(now - looked.current) > jump;
      looked.current = now;
      if (jumped) {
        // Counts scrolling from here on as automatic, not as the user's own just before.
        handUntil.current = 0;
        if (!latest.current) setFollowing(true);
      }
      return jumped;
    };
    let last = target();
    const step = (): void => {
      const jumped = look();
      // The line is marked, and its chapter open, when React has drawn what this same tick changed.
      requestAnimationFrame(() => {
        const next = target();
        if (next === last && !jumped) return;
        last = next;
        if (next && (latest.current || jumped) && !isUnderWay(holding.current, moving.current)) show.current();
      });
    };
    // A link to a moment begins there. Before the recording has been played anywhere nothing is moved.
    if ((look() || latest.current) && clock.now() > 0) requestAnimationFrame(() => show.current('at once'));
    const unsubscribe = clock.subscribe(step);
    return () => {
      unsubscribe();
      endMovement(moving);
    };
  }, [clock, list, ownScroll, find]);

  useEffect(() => {
    const scroller: HTMLElement | Window | null = ownScroll ? list.current : window;
    if (!scroller) return;
    const hand = (): void => {
      handUntil.current = performance.now() + handTime;
      endMovement(moving);
    };
    let calm: ReturnType<typeof setTimeout> | undefined;
    const isNobodys = (): boolean => moving.current !== undefined || performance.now() < layoutUntil.current;
    const lookWhenCalm = (): void => {
      if (isNobodys()) return;
      const target = list.current && find(list.current, clock.now());
      if (target && clock.now() > 0 && !isInView(target, ownScroll ? list.current : null)) setFollowing(false);
    };
    const onScroll = (): void => {
      if (performance.now() < handUntil.current) return setFollowing(false);
      if (isNobodys()) return;
      // Find in page and screen readers scroll without a hand. What only moved a little has not been left.
      clearTimeout(calm);
      calm = setTimeout(lookWhenCalm, calmTime);
    };
    const onKeyDown = ({ key, target, defaultPrevented }: KeyboardEvent): void => {
      if (!scrollKeys.has(key) || defaultPrevented) return;
      // Keys scroll what they are pressed in.
      const inside = target instanceof Node && (list.current?.contains(target) ?? false);
      if (ownScroll ? inside : inside || target === document.body) hand();
    };
    // Only the scrollbar belongs to the scrolling element itself.
    const onPointerDown = ({ target: pressed }: Event): void => {
      if (pressed === scroller || pressed === document.documentElement) hand();
    };
    // Text being edited must not scroll away.
    const onFocusIn = ({ target }: Event): void => {
      if (target instanceof HTMLTextAreaElement && clock.element()?.paused === false) setFollowing(false);
    };
    const onResize = (): void => {
      layoutUntil.current = performance.now() + layoutTime;
      if (latest.current && clock.now() > 0 && !isUnderWay(holding.current, moving.current)) show.current('at once');
    };
    const hands: [string, (event: Event) => void][] = [
      ['scroll', onScroll],
      ['wheel', hand],
      ['touchmove', hand],
      ['pointerdown', onPointerDown],
    ];
    for (const [event, listener] of hands) scroller.addEventListener(event, listener, { passive: true });
    // On its way back up: who has handled a key has said so by then.
    addEventListener('keydown', onKeyDown);
    const text = list.current;
    text?.addEventListener('focusin', onFocusIn);
    // A new width breaks lines again and moves them: nobody has scrolled.
    const sizes = new ResizeObserver(onResize);
    if (text && ownScroll) sizes.observe(text);
    addEventListener('resize', onResize);
    return () => {
      clearTimeout(calm);
      for (const [event, listener] of hands) scroller.removeEventListener(event, listener);
      removeEventListener('keydown', onKeyDown);
      text?.removeEventListener('focusin', onFocusIn);
      sizes.disconnect();
      removeEventListener('resize', onResize);
    };
  }, [clock, list, ownScroll, find]);

  return {
    following,
    pause: (): void => setFollowing(false),
    /** Leaves the list where it is, also when the recording jumps next. */
    stay: (): void => {
      endMovement(moving);
      looked.current = Number.NaN;
      setFollowing(false);
    },
    resume: (): void => {
      handUntil.current = 0;
      setFollowing(true);
      requestAnimationFrame(() => show.current('at once'));
    },
    /** Shows something else than what plays, once it is drawn. */
    goTo: (what: (list: HTMLElement) => Element | null): void => {
      setFollowing(false);
      requestAnimationFrame(() => show.current('at once', what));
    },
    /** Keeps what was pressed where it is, while the recording jumps to it and the list changes. */
    hold: (pressed: Element): void => {
      endMovement(moving);
      holding.current = holdElementInPlace(pressed, ownScroll ? list.current : null, () => {
        moving.current = undefined;
        layoutUntil.current = performance.now() + layoutTime;
      });
      moving.current = holding.current;
    },
    /** Before the page itself moves what is in the list. */
    expectMovement: (): void => {
      layoutUntil.current = performance.now() + layoutTime;
    },
  };
}
