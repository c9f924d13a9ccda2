import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOnline } from './use-online.ts';

/** The shapes of what is being fetched. Without a connection nothing is, and it says when it goes on. */
export function Awaited({ children }: { children: ReactNode }) {
  if (useOnline()) return children;
  return (
    <p className="flex items-center gap-2.5 py-4 text-soft">
      <WifiOff aria-hidden className="size-4 shrink-0" />
      Not loaded yet, opens when you are back.
    </p>
  );
}
