/** Milliseconds in which two clicks are one double-click, as systems have it. */
const apart = 500;
const kinds = ['mousedown', 'click', 'dblclick'] as const;

/**
 * Call it where a click takes away what was clicked: the second click of a double-click would be one on what has come to
 * stand under the pointer.
 */
export function swallowSecondClick(): void {
  const swallow = (event: MouseEvent): void => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const kind of kinds) addEventListener(kind, swallow, { capture: true });
  setTimeout(() => {
    for (const kind of kinds) removeEventListener(kind, swallow, { capture: true });
  }, apart);
}
