import { useEffect, useState } from 'react';

/** Milliseconds: ages of less than a minute are shown in seconds. */
const interval = 5000;

/** Epoch seconds, a few at a time. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now() / 1000);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() / 1000), interval);
    return () => clearInterval(timer);
  }, []);
  return now;
}
