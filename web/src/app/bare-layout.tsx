import { Outlet } from 'react-router';
import { SkipLink } from './main-region.tsx';
import { SiteFooter } from './site-footer.tsx';

/** Around the landing page, which brings a header and a main region of its own. */
export function BareLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Outlet />
      <SiteFooter />
    </div>
  );
}
