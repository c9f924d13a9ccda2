import { Outlet } from 'react-router';
import { Toaster } from '../ui/toast.tsx';
import { SkipLink } from './main-region.tsx';
import { SiteFooter } from './site-footer.tsx';

/** Around the pages that bring a header and a main region of their own, or none. Light: the landing page is one. */
export function BareLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Outlet />
      <SiteFooter />
      <Toaster />
    </div>
  );
}
