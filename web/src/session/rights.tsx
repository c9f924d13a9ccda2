import type { Right } from '@lectern/contract/rules/rights';
import type { ReactNode } from 'react';
import { useSession } from './stored-session.ts';

/** Tells what the member may do in their workspace; with who made something, whether they may do it to that. */
export function useCan(): (right: Right, madeBy?: string | null) => boolean {
  const session = useSession();
  return (right, madeBy) => {
    // Sessions that an older version of this page stored do not say it.
    const reach = session?.workspace ? session.workspace.rights[right] : 'any';
    return reach === 'any' || (reach === 'own' && (madeBy === undefined || madeBy === session?.id));
  };
}

type AllowedProps = { right: Right; madeBy?: string | null; instead?: ReactNode; children: ReactNode };

/** Leaves out what the member may not do. */
export const Allowed = ({ right, madeBy, instead, children }: AllowedProps) =>
  useCan()(right, madeBy) ? children : instead;
