const kinds = ['mousedown', 'click', 'dblclick'] as const;

let swallowing = false;

/**
 * Call it where a click takes away what was clicked: the second click of a double-click would be one on what has come to
 * stand under the pointer. Ends with the first click of the next, which the browser tells by counting.
 */
export function swallowSecondClick(): void {
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
