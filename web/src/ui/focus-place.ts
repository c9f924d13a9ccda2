/** What can hold the focus for all that stands in it. */
const parts = 'section, [role=dialog], main';

/** The heading of a part of the page, or else the part. */
const beginningOf = (part: HTMLElement): HTMLElement =>
  document.getElementById(part.getAttribute('aria-labelledby') ?? '') ?? part;

/** Where the focus is. What it returns brings it back there; where that has gone meanwhile, to what is left around it. */
export function focusPlace(): () => void {
  const holder = document.activeElement;
  const around: HTMLElement[] = [];
  for (let part = holder?.closest<HTMLElement>(parts); part; part = part.parentElement?.closest<HTMLElement>(parts))
    around.push(part);
  return () => {
    const left = around.find(({ isConnected }) => isConnected);
    const target = holder instanceof HTMLElement && holder.isConnected ? holder : left && beginningOf(left);
    if (!target) return;
    if (target !== holder && target.tabIndex < 0) target.tabIndex = -1;
    target.focus();
  };
}
