/** The part of the visible height, from its top, where a line may be without being moved, and where it is moved to. */
const comfortable = { from: 0.05, to: 0.7, place: 0.2 };
/** Visible heights beyond which nobody could follow a smooth movement: it jumps. */
const far = 1.5;
/** Milliseconds after which a smooth movement is taken for ended, where the browser does not say so. */
const longest = 1500;
/** Frames without a correction after which the layout is taken for settled. */
const settledAfter = 8;
/** Frames of corrections after which it is let be: something else moves it. */
const mostFrames = 90;

/** Where something ends that stays in place at the top of the window; what sticks there may not have come to it yet. */
function pinnedBottom(element: Element): number {
  const { position, top } = getComputedStyle(element);
  const { height, bottom } = element.getBoundingClientRect();
  return position === 'sticky' ? Number.parseFloat(top) + height : bottom;
}

/** Returns the visible area of a list, or of the page below anything fixed at its top. */
function viewOf(list: HTMLElement | null): { top: number; height: number } {
  if (list) {
    const { top, height } = list.getBoundingClientRect();
    return { top, height };
  }
  const top = Math.max(0, ...[...document.querySelectorAll('[data-pinned]')].map(pinnedBottom));
  return { top, height: Math.max(1, innerHeight - top) };
}

/** Where an element begins and ends in the view, as parts of its height; of a tall one the beginning counts. */
function placeOf(target: Element, list: HTMLElement | null): { from: number; to: number; height: number } {
  const { top, height } = viewOf(list);
  const box = target.getBoundingClientRect();
  return {
    from: (box.top - top) / height,
    to: (Math.min(box.bottom, box.top + height / 3) - top) / height,
    height,
  };
}

export function isInView(target: Element, list: HTMLElement | null): boolean {
  const { from, to } = placeOf(target, list);
  return to > 0 && from < 1;
}

const isComfortable = ({ from, to }: { from: number; to: number }): boolean =>
  from >= comfortable.from && to <= comfortable.to;

/**
 * Scrolls by as much as something is off, in every frame, until nothing moves any more. What it returns ends it before.
 */
function correctUntilStill(list: HTMLElement | null, off: () => number, done: () => void): () => void {
  const scrollTop = (): number => list?.scrollTop ?? scrollY;
  let frame = 0;
  let still = 0;
  let left = mostFrames;
  const correct = (): void => {
    const before = scrollTop();
    const by = off();
    if (Math.abs(by) > 1) (list ?? window).scrollBy({ top: by, behavior: 'instant' });
    // At an end of the list it cannot be moved: that is settled too.
    const moved = Math.abs(scrollTop() - before) >= 1;
    still = moved ? 0 : still + 1;
    left -= 1;
    if (still >= settledAfter || left === 0) done();
    else frame = requestAnimationFrame(correct);
  };
  correct();
  return () => cancelAnimationFrame(frame);
}

/** Keeps an element where it is on the screen while what is around it opens and closes. */
export function holdElementInPlace(element: Element, list: HTMLElement | null, done: () => void): () => void {
  const { top } = element.getBoundingClientRect();
  return correctUntilStill(list, () => (element.isConnected ? element.getBoundingClientRect().top - top : 0), done);
}

/**
 * Scrolls a list (or the page) to a target and holds it until the layout settles: late layout shifts content. Then
 * calls `done`; the result ends it early.
 */
export function keepInPlace(
  target: () => Element | null,
  list: HTMLElement | null,
  atOnce: boolean,
  done: () => void,
): () => void {
  const scroller = list ?? window;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | undefined;

  const settle = (placed: boolean): void => {
    const off = (): number => {
      const element = target();
      if (!element) return 0;
      const place = placeOf(element, list);
      return placed || !isComfortable(place) ? (place.from - comfortable.place) * place.height : 0;
    };
    stop = correctUntilStill(list, off, done);
  };

  const begin = (): void => {
    const element = target();
    if (!element) return settle(false);
    const place = placeOf(element, list);
    if (!atOnce && isComfortable(place)) return settle(false);
    const off = place.from - comfortable.place;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (atOnce || still || Math.abs(off) > far) return settle(true);
    const arrived = (): void => {
      stop?.();
      settle(false);
    };
    scroller.addEventListener('scrollend', arrived, { once: true });
    timer = setTimeout(arrived, longest);
    stop = () => {
      scroller.removeEventListener('scrollend', arrived);
      clearTimeout(timer);
    };
    scroller.scrollBy({ top: off * place.height, behavior: 'smooth' });
  };
  begin();
  return () => {
    stop?.();
  };
}
