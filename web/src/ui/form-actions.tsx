import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

/** Where a dialog has its buttons; null before that is there, undefined outside of a dialog. */
export const ActionsPlace = createContext<HTMLElement | null | undefined>(undefined);

/**
 * The buttons of a form: under it on a page, and in a dialog at its foot, where they stay while the form scrolls. The one
 * that submits names its form, for it does not stand in it.
 */
export function FormActions({ children }: { children: ReactNode }) {
  const place = use(ActionsPlace);
  if (place === undefined) return <div className="flex flex-wrap items-center justify-end gap-3">{children}</div>;
  return place && createPortal(children, place);
}
