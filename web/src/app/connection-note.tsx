import { WifiOff } from 'lucide-react';
import { useOnline } from '../ui/reach.ts';

/** Says that the server cannot be reached, for as long as it cannot, and whether what is written meanwhile is kept. */
export function ConnectionNote({ keeps = true }: { keeps?: boolean }) {
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2.5 border-b border-edge bg-mark px-4 py-2 text-sm text-on-mark">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {keeps
            ? 'The server cannot be reached. What you see may be out of date. What you write is kept in this browser, and uploads continue when it can be reached again.'
            : 'The server cannot be reached. What you see may be out of date, and nothing can be saved until it can be reached again.'}
        </p>
      )}
    </div>
  );
}
