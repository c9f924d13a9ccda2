import { adminRoutes } from '@lectern/contract/operations/admin';
import { hasErrorCode } from '@lectern/contract/client';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleUserRound, LogOut, PanelLeft, Search } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { Link, Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { adminPages } from '../features/operations/admin/admin-pages.ts';
import { leaveCompany } from '../session/leave-company.ts';
import { adminCall, adminSession } from '../session/admin-call.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Logo } from '../ui/logo.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx';
// Brought along: without a connection, when `lazyPage` needs it, it could not come.
import './awaited-page.tsx';
import { MainRegion, SkipLink } from './main-region.tsx';
import { ConnectionNote } from './connection-note.tsx';
import { PageLinks } from './page-links.tsx';
import { createQueryClient } from '../session/query-client.ts';
import { SiteFooter } from './site-footer.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { usePaletteKey } from './use-palette-key.ts';
import { useSidebar } from './use-sidebar.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const CommandPalette = lazyPart(() => import('../features/operations/admin/command-palette.tsx'));

/** A password or a second factor of their own is wanted of this administrator first. */
const owesSomething = (error: unknown): boolean =>
  hasErrorCode(error, 'password_change_needed', 'second_factor_required');

/** Around every page of the back office. Without a session it leads to its login page. */
export default function AdminLayout() {
  const session = adminSession.use();
  const account = session?.id;
  const queries = useMemo(() => ({ account, client: createQueryClient() }), [account]);
  if (!session) return <Navigate to="/admin/login" replace />;
  return (
    <QueryClientProvider client={queries.client} key={account}>
      <Office email={session.email} />
    </QueryClientProvider>
  );
}

function Office({ email }: { email: string }) {
  const { open, choose, leave } = useSidebar('lectern.admin-sidebar');
  const [palette, setPalette] = useState(false);
  const { pathname } = useLocation();
  // A dead session is found out, and left, when a page is loaded.
  const { error } = useQuery({
    queryKey: ['admin', 'check'],
    queryFn: ({ signal }) => adminCall(adminRoutes.check, undefined, { signal }),
    staleTime: 60_000,
  });
  usePaletteKey(useCallback(() => setPalette(true), []));

  // Nothing else is open before that is done, and the page says what.
  if (owesSomething(error) && pathname !== '/admin/account') return <Navigate to="/admin/account" replace />;
  return (
    <div className="flex min-h-dvh flex-col md:flex-row">
      <SkipLink />
      <Sidebar open={open} onNavigate={leave} />
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-30 order-first border-b border-line bg-paper">
          <div className="flex min-h-15 flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5 sm:px-5">
            <IconButton
              label={open ? 'Close sidebar' : 'Open sidebar'}
              icon={<PanelLeft aria-hidden />}
              aria-expanded={open}
              aria-controls="admin-sidebar"
              onClick={() => choose(!open)}
            />
            <Button look="secondary" size="sm" className="me-auto" onClick={() => setPalette(true)}>
              <Search aria-hidden />
              Go to
              <kbd className="hidden text-soft sm:inline">Ctrl K</kbd>
            </Button>
            <ThemeToggle />
            <AdminMenu email={email} />
          </div>
        </header>
        <ConnectionNote keeps={false} />
        {/* The footer is below the window from the start: a table that comes does not move it. */}
        <MainRegion className="min-h-dvh flex-1">
          <div className="px-4 py-8 sm:px-6">
            <Outlet />
          </div>
        </MainRegion>
        <SiteFooter />
      </div>
      {palette && <CommandPalette onClose={() => setPalette(false)} />}
    </div>
  );
}

/** Dark in both themes; 290 px wide, or 90 px with the icons alone. On narrow screens a panel above the page. */
function Sidebar({ open, onNavigate }: { open: boolean; onNavigate: () => void }) {
  return (
    <div
      id="admin-sidebar"
      className={clsx(
        'dark shrink-0 border-line bg-paper text-ink md:sticky md:top-0 md:block md:h-dvh md:border-e',
        open ? 'md:w-72.5' : 'hidden md:w-22.5',
      )}
    >
      <nav aria-label="Back office">
        <Link to="/admin/dashboard" className="flex min-h-15 items-center px-5" onClick={onNavigate}>
          <Logo className={clsx(!open && 'overflow-hidden md:w-6 [&>span]:sr-only')} />
        </Link>
        <div className="p-3">
          <PageLinks pages={adminPages} open={open} onNavigate={onNavigate} />
        </div>
      </nav>
    </div>
  );
}

function AdminMenu({ email }: { email: string }) {
  const navigate = useNavigate();
  const signOut = (): void => {
    // As where a member logs out (`asset-layout.tsx`).
    void adminCall(adminRoutes.logout, undefined).then(leaveCompany, () => undefined);
    adminSession.remove();
    void navigate('/admin/login', { replace: true });
  };
  return (
    <Menu
      label="Admin"
      trigger={
        <Button look="quiet">
          <CircleUserRound aria-hidden />
          Admin
        </Button>
      }
    >
      <MenuLabel>{email}</MenuLabel>
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={signOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
