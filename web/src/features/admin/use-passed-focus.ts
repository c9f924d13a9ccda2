import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { passFocus } from '../../ui/pass-focus.ts';

const stops = 'a[href], button, summary';
const stopsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(stops)];

/**
 * Where a row, or the button in it, went with an answer and had the focus: hands that on to the same button of the row
 * that stands there now, of the one before where it was the last, or else to `otherwise`.
 */
export function usePassedFocus(
  body: RefObject<HTMLTableSectionElement | null>,
  otherwise: RefObject<HTMLElement | null>,
): (event: FocusEvent) => void {
  const held = useRef<{ element: Element; row: number; nth: number }>(undefined);
  useLayoutEffect(() => {
    if (!held.current || held.current.element.isConnected) return;
    const { element, row, nth } = held.current;
    held.current = undefined;
    const rows = [...(body.current?.rows ?? [])];
    const next = [...rows.slice(row), ...rows.slice(0, row).reverse()].map(stopsOf).find(({ length }) => length > 0);
    passFocus(element, next?.[Math.min(nth, next.length - 1)] ?? otherwise.current);
  });
  return ({ target }) => {
    const row = target.closest('tr');
    if (row)
      held.current = { element: target, row: row.sectionRowIndex, nth: stopsOf(row).indexOf(target as HTMLElement) };
  };
}
