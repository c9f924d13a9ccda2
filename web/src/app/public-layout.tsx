import { Link, Outlet } from 'react-router';
import { useSession } from '../session/stored-session.ts';
import { Logo } from '../ui/logo.tsx';
import { MainRegion, SkipLink } from './main-region.tsx';
import { SiteFooter } from './site-footer.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

export function PublicLayout() {
  const signedIn = useSession() !== undefined;
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b border-line">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 sm:px-6">
          <Link to="/" className="flex">
            <Logo />
          </Link>
          <nav aria-label="Main" className="flex items-center gap-2 text-sm">
            <ThemeToggle />
            {signedIn ? (
              <Link to="/asset/view" className="rounded-md px-3 py-2 font-medium hover:bg-sunken">
                Your videos
              </Link>
            ) : (
              <Link to="/login" className="rounded-md px-3 py-2 font-medium hover:bg-sunken">
                Sign In
              </Link>
            )}
          </nav>
        </div>
      </header>
      <MainRegion className="flex flex-1 flex-col">
        <Outlet />
      </MainRegion>
      <SiteFooter />
    </div>
  );
}
