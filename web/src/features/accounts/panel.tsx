import { useId, type ReactNode, type RefObject } from 'react';
import { Card } from '../../ui/card.tsx';

type PanelProps = {
  title: string;
  lead?: ReactNode;
  /** For what gives its heading the focus. */
  heading?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
};

export function AccountPanel({ title, lead, heading, children }: PanelProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="min-w-0 p-5 sm:p-6">
      <h2 ref={heading} id={id} {...(heading ? { tabIndex: -1 } : {})} className="text-xl focus:outline-none">
        {title}
      </h2>
      {lead && <p className="mt-1 text-sm text-soft">{lead}</p>}
      <div className="mt-5">{children}</div>
    </Card>
  );
}
