import { isUnheld } from './focus-place.ts';

/**
 * Hands the focus on when what had it goes with an answer, and only then: who writes somewhere else by now, or has opened
 * a dialog, goes on there.
 */
export function handOverFocus(from: Element | null | undefined, to: HTMLElement | null | undefined): void {
  if (isUnheld() || from?.contains(document.activeElement)) to?.focus();
}
