import { useEffect } from 'react';

/**
 * Has the browser keep the page that stands in when there is no connection (web/public/sw.js). Only for members: who
 * looks at the landing page or a portal gets no worker. A development server has none.
 */
export function useShell(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    // Without it everything works as long as there is a connection.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  }, []);
}
