import { useId } from 'react';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';

/** A sheet of the account page. */
export function Panel({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="min-w-0 p-5 sm:p-6">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {lead && <p className="mt-1 text-sm text-soft">{lead}</p>}
      <div className="mt-5">{children}</div>
    </Card>
  );
}
