import { useEffect, useState, useSyncExternalStore } from 'react';
import { isAnyLoading, onLoading } from './loading-pages.ts';

/** Milliseconds: a page that comes sooner needs no sign. */
const patience = 400;
/** Milliseconds after which waiting is worth a word. */
const long = 8_000;

/** A line at the top edge while a page is on its way, and after some seconds a word about it. */
export function LoadingBar() {
  const loading = useSyncExternalStore(onLoading, isAnyLoading);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50">
      {loading && <Waiting />}
    </div>
  );
}

/** Starts over with each page that is waited for. */
function Waiting() {
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    const timers = [patience, long].map((after) => setTimeout(() => setWaited(after), after));
    return () => timers.forEach(clearTimeout);
  }, []);
  if (waited < patience) return null;
  return (
    <>
      <div className="h-0.5 animate-pulse bg-accent" />
      {waited < long ? (
        <span className="sr-only">Loading</span>
      ) : (
        <span className="mx-auto mt-2 block w-fit rounded-md bg-ink px-3 py-1.5 text-sm text-paper">
          Still loading. The connection seems to be slow.
        </span>
      )}
    </>
  );
}
