import { useEffect } from 'react';

/**
 * Makes the browser keep the offline page (web/public/sw.js). Members only: the landing page and portals get no
 * worker, nor does a development server.
 */
export function useShell(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    // Without it everything works as long as there is a connection.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  }, []);
}
