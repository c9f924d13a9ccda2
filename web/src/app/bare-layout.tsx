import { Suspense, lazy } from 'react';
import type { ComponentType } from 'react';
import { Outlet } from 'react-router';
import { SkipLink } from './main-region.tsx';
import { SiteFooter } from './site-footer.tsx';

/** Nothing is announced at once, so it may come after the page, which is whole without it where it cannot be had. */
const Toaster = lazy<ComponentType>(() =>
  import('../ui/toast.tsx').then(
    (part) => ({ default: part.Toaster }),
    () => ({ default: () => null }),
  ),
);

/** Around the pages that bring a header and a main region of their own, or none. Light: the landing page is one. */
export function BareLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Outlet />
      <SiteFooter />
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </div>
  );
}
