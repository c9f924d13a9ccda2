import { WifiOff } from 'lucide-react';
import { useOnline } from '../ui/use-online.ts';

/** Says that there is no connection, for as long as there is none, and whether what is written meanwhile is kept. */
export function ConnectionNote({ keeps = true }: { keeps?: boolean }) {
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2.5 border-b border-edge bg-mark px-4 py-2 text-sm text-on-mark">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {keeps
            ? 'No connection. What you see may be out of date. What you write is kept in this browser, and uploads continue when you are back online.'
            : 'No connection. What you see may be out of date, and nothing can be saved until you are back online.'}
        </p>
      )}
    </div>
  );
}
