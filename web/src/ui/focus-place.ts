/** Elements that can hold the focus for their content. */
const parts = 'section, [role=dialog], main';

/** The heading of a part of the page, or else the part. */
const beginningOf = (part: HTMLElement): HTMLElement =>
  document.getElementById(part.getAttribute('aria-labelledby') ?? '') ?? part;

/** Element that has the focus only because the focused one is gone. */
let standIn: Element | undefined;

/** Whether nobody has chosen where the focus is. */
export const isUnheld = (): boolean =>
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
