const kinds = ['mousedown', 'click', 'dblclick'] as const;

let swallowing = false;

/**
 * Swallows the second click of a double-click when the clicked element disappears, since another now lies under the
 * pointer. Ends with the next first click (`event.detail`).
 */
export function ignoreSecondClick(): void {
  if (swallowing) return;
  swallowing = true;
  const swallow = (event: MouseEvent): void => {
    if (event.detail > 1) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.type === 'mousedown') {
      swallowing = false;
      for (const kind of kinds) removeEventListener(kind, swallow, { capture: true });
    }
  };
  for (const kind of kinds) addEventListener(kind, swallow, { capture: true });
}
