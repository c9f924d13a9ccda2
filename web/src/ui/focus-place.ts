import { useEffect, useState } from 'react';

/** Elements that can hold the focus for their content. */
const parts = 'section, [role=dialog], main';

/** The heading of a part of the page, or else the part. */
const beginningOf = (part: HTMLElement): HTMLElement =>
  document.getElementById(part.getAttribute('aria-labelledby') ?? '') ?? part;

/** Element that has the focus only because the focused one is gone. */
let standIn: Element | undefined;

/** Whether nobody has chosen where the focus is. */
const isUnheld = (): boolean =>
  document.activeElement === null || document.activeElement === document.body || document.activeElement === standIn;

/**
 * Where the focus is. What it returns brings it back there; where that has gone meanwhile, to what is left around it.
 */
export function focusPlace(): () => void {
  const holder = document.activeElement;
  const around: HTMLElement[] = [];
  for (let part = holder?.closest<HTMLElement>(parts); part; part = part.parentElement?.closest<HTMLElement>(parts))
    around.push(part);
  return () => {
    if (holder instanceof HTMLElement && holder.isConnected) return holder.focus();
    const left = around.find(({ isConnected }) => isConnected);
    if (!left) return;
    const target = beginningOf(left);
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus();
    standIn = target;
  };
}

/** The `ref` of what may go while it has the focus, or something in it: what is left around it gets the focus then. */
export const leavesFocus = (part: HTMLElement | null) => (): void => {
  if (!part?.contains(document.activeElement)) return;
  const back = focusPlace();
  // Once it is gone; whatever takes its place may have taken the focus, too.
  queueMicrotask(() => {
    if (document.activeElement === document.body) back();
  });
};

/**
 * Hands the focus on when what had it goes with an answer, and only then: who writes somewhere else by now, or has opened
 * a dialog, goes on there.
 */
export function handOverFocus(from: Element | null | undefined, to: HTMLElement | null | undefined): void {
  if (isUnheld() || from?.contains(document.activeElement)) to?.focus();
}

type Find = () => HTMLElement | null | undefined;

/**
 * Moves focus to elements drawn by state set in the same turn. A browser frame may come before React has drawn them.
 */
export function useFocusOnceDrawn(): (find: Find) => void {
  const [wanted, setWanted] = useState<{ find: Find }>();
  useEffect(() => wanted?.find()?.focus(), [wanted]);
  return (find) => setWanted({ find });
}

/** The mouse's main button is down, or a tap is being told of as one. */
let pressed = false;

/** Where something is dragged, or a menu opens, no release follows. */
const ends = ['mouseup', 'dragend', 'contextmenu'] as const;

addEventListener('mousedown', ({ button }) => (pressed = button === 0), { capture: true });
for (const end of ends) addEventListener(end, () => (pressed = false), { capture: true });

/**
 * Runs `act` now or, during a press, after its click: moving the page between press and release would lose the click.
 */
export function afterPress(act: () => void): void {
  if (!pressed) return act();
  const released = new AbortController();
  for (const end of ends)
    addEventListener(
      end,
      () => {
        released.abort();
        // The click comes right behind the release.
        setTimeout(act);
      },
      { capture: true, signal: released.signal },
    );
}
