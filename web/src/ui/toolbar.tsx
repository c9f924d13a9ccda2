import { useEffect, useRef, type ComponentProps, type FocusEvent, type KeyboardEvent } from 'react';

/** Controls of the toolbar. An editor in place of a text keeps its own keys. */
const controls = 'a[href]:not([aria-hidden]), button:not(:disabled), select, input[type=range]';

type ToolbarProps = ComponentProps<'div'> & {
  label: string;
  /** Leaves the arrow keys to the page for what a pointer pressed. */
  keyboardOnly?: boolean;
};

/** Controls that belong together: one stop of the tabulator, and the arrow keys go from one to the next. */
export function Toolbar({ label, keyboardOnly = false, ...rest }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const all = (): HTMLElement[] =>
    [...(bar.current?.querySelectorAll<HTMLElement>(controls) ?? [])].filter(
      (each) => each.getClientRects().length > 0,
    );
  const stopAt = (chosen: HTMLElement | undefined): void => {
    for (const each of all()) each.tabIndex = each === chosen ? 0 : -1;
  };
  // After each drawing: what was there may have gone.
  useEffect(() => {
    const each = all();
    stopAt(each.find(({ tabIndex }) => tabIndex === 0) ?? each[0]);
  });
  const onFocus = ({ target }: FocusEvent): void => {
    const chosen = all().find((each) => each === target);
    if (chosen) stopAt(chosen);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const each = all();
    const at = each.findIndex((one) => one === event.target);
    if (at === -1 || (keyboardOnly && !each[at]!.matches(':focus-visible'))) return;
    const next = {
      ArrowRight: each[(at + 1) % each.length],
      ArrowLeft: each.at(at - 1),
      Home: each[0],
      End: each.at(-1),
    }[event.key];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div ref={bar} role="toolbar" tabIndex={-1} aria-label={label} onFocus={onFocus} onKeyDown={onKeyDown} {...rest} />
  );
}
