import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { handOverFocus } from '../../../ui/pass-focus.ts';

const stopsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>('a[href], button, summary')];

/**
 * When an answer removes the focused row or button, moves focus to the same button of the row now there, the previous
 * row, or the table's surroundings.
 */
export function useRowFocusHandover(around: RefObject<HTMLElement | null>): void {
  const held = useRef<{ element: HTMLElement; row: number; nth: number }>(undefined);
  useEffect(() => {
    const watched = around.current;
    const hold = ({ target }: FocusEvent): void => {
      const row = target instanceof HTMLElement ? target.closest<HTMLTableRowElement>('tbody tr') : null;
      if (!(target instanceof HTMLElement) || !row) return;
      held.current = { element: target, row: row.sectionRowIndex, nth: stopsOf(row).indexOf(target) };
    };
    watched?.addEventListener('focusin', hold);
    return () => watched?.removeEventListener('focusin', hold);
  }, [around]);
  useLayoutEffect(() => {
    if (!held.current || held.current.element.isConnected) return;
    const { element, row, nth } = held.current;
    held.current = undefined;
    const rows = [...(around.current?.querySelectorAll('tbody tr') ?? [])];
    const next = [...rows.slice(row), ...rows.slice(0, row).reverse()].map(stopsOf).find(({ length }) => length > 0);
    handOverFocus(element, next?.[Math.min(nth, next.length - 1)] ?? around.current);
  });
}
