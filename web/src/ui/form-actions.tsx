import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

/** Where a dialog has its buttons; null before that is there, undefined outside of a dialog. */
export const ActionsPlace = createContext<HTMLElement | null | undefined>(undefined);

/**
 * Buttons of a form: below it on a page, or fixed at a dialog's foot. The submit button names its form, because it
 * stands outside.
 */
export function FormActions({ children }: { children: ReactNode }) {
  const place = use(ActionsPlace);
  if (place === undefined) return <div className="flex flex-wrap items-center justify-end gap-3">{children}</div>;
  return place && createPortal(children, place);
}
