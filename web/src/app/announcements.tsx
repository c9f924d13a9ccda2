import { Suspense, lazy } from 'react';
import type { ComponentType } from 'react';

/** Nothing is announced at once, so it may come after the page, which is whole without it where it cannot be had. */
const Toaster = lazy<ComponentType>(() => import('../ui/toast.tsx').catch(() => ({ default: () => null })));

/** The place of messages: one beside whatever page there is, the error screen included. */
export function Announcements() {
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}
