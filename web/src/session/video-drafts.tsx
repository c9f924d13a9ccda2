import { useMemo, type ReactNode } from 'react';
import { DraftScope } from '../ui/drafts.ts';
import { useMember } from './stored-session.ts';

/** Keeps what the member is writing about a video in this browser, until it is saved. */
export function VideoDrafts({ of, children }: { of: string; children: ReactNode }) {
  const { id: account } = useMember();
  return <DraftScope value={useMemo(() => ({ account, of }), [account, of])}>{children}</DraftScope>;
}
