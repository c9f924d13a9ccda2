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
