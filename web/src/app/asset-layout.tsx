import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { PanelLeft, CircleUserRound, LogOut, UserRoundCog } from 'lucide-react';
import { clsx } from 'clsx';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { Link, Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { openWorkspaceDialog, useWorkspaceDialog } from '../features/accounts/workspaces/workspace-dialogs.ts';
import { SearchBox } from '../features/library/search/search-box.tsx';
import { useEncodingQuestion } from '../features/uploads/ask-encoding.ts';
import { call } from '../session/call.ts';
import { companyQuestion } from '../session/company-question.ts';
import {
  forgetLeftWorkspace,
  hasLeft,
  isOpened,
  useLeftWorkspace,
  mergeSession,
  scopeOf,
  useMember,
  useSession,
  leaveSession,
  type WayBack,
  useCan,
} from '../session/stored-session.ts';
import { useFreshWorkspaces, useOwnWorkspace } from '../session/workspaces.ts';
import { leaveCompany } from '../session/leave-company.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Logo } from '../ui/logo.tsx';
import { toast } from '../ui/toast.tsx';
import { useUndoKey } from '../ui/undo-history.ts';
import type { PageFrame } from '../ui/page-frame.ts';
// Brought along: without a connection, when `lazyPage` needs it, it could not come.
import './awaited-page.tsx';
import { ConnectionNote } from './connection-note.tsx';
import { FileDrop } from './file-drop.tsx';
import { MainRegion, SkipLink } from './main-region.tsx';
import { MemberPalette } from './member-palette.tsx';
import { discardPrefetch, queriesFor } from './prefetch-page.ts';
import { Sidebar } from './sidebar.tsx';
import { SiteFooter } from './site-footer.tsx';
import { useSidebar } from './use-sidebar.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { dropDraftsOf, EditingAllowed } from '../ui/drafts.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx';
import { useIsMounted } from '../ui/use-is-mounted.ts';

const EncodingDialog = lazyPart(() => import('../features/uploads/encoding-dialog.tsx'));
const CompanyQuestion = lazyPart(() => import('../features/accounts/company-question.tsx'));
const WorkspaceDialog = lazyPart(() => import('../features/accounts/workspaces/workspace-dialog.tsx'));
const PlanExpiredDialog = lazyPart(() => import('../features/billing/plan-expired-dialog.tsx'));

type AssetLayoutProps = {
  /** The library is searched in the header; a video fills the window and puts the footer where it scrolls. */
  around?: 'library' | 'video';
};

/**
 * Frames every subscriber page. Without a session it redirects to the login page, and returns afterwards unless the
 * user logged out.
 */
export default function AssetLayout({ around }: AssetLayoutProps) {
  const session = useSession();
  const location = useLocation();
  const account = session?.id;
  const [latest, setLatest] = useState(account);
  if (account !== undefined && account !== latest) setLatest(account);
  const scope = session && scopeOf(session);
  const queries = useMemo(() => queriesFor(scope), [scope]);
  useEffect(discardPrefetch, []);
  if (!session) {
    const back: WayBack = { from: location.pathname + location.search, account: latest };
    return <Navigate to="/login" replace state={hasLeft() ? null : back} />;
  }
  return (
    <QueryClientProvider client={queries} key={scope}>
      <WantedPayment>
        <SignedIn around={around} />
      </WantedPayment>
    </QueryClientProvider>
  );
}

function SignedIn({ around }: { around: AssetLayoutProps['around'] }) {
  const { id, membership_expired } = useMember();
  const can = useCan();
  const encodingQuestion = useEncodingQuestion(id);
  const question = companyQuestion.use();
  const watching = around === 'video';
  const { open, choose, leave } = useSidebar('lectern.sidebar');
  /** Beside a recording the sidebar is a rail until somebody opens it there. */
  const [openThere, setOpenThere] = useState(false);
  const shown = watching ? openThere : open;
  const show = watching ? setOpenThere : choose;
  const dialog = useWorkspaceDialog();
  const own = useOwnWorkspace();
  /** One that is still to begin has no membership that could expire. */
  const hasBegun = !own || isOpened(own);
  useSessionCheck();
  useFreshWorkspaces();
  useToldLeaving();
  useShell();
  useUndoKey();

  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {watching && (
        // Only while there are some: not of a recording that is coming, or gone.
        <SkipLink to="watch-chapters" className="[body:not(:has(#watch-chapters))_&]:hidden">
          Skip to chapters
        </SkipLink>
      )}
      <header
        className={clsx(
          'sticky top-0 z-30 border-b border-line bg-paper',
          // Where there is little height the recording needs it.
          watching && '[@media(width<768px)_and_((aspect-ratio>1/1)_or_(height<34rem))]:static',
        )}
      >
        <div className="flex min-h-[calc(var(--header)-1px)] flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5 sm:px-5 [@media(height<30rem)]:py-1.5">
          <IconButton
            label={shown ? 'Close sidebar' : 'Open sidebar'}
            icon={<PanelLeft aria-hidden />}
            aria-expanded={shown}
            aria-controls="sidebar"
            onClick={() => show(!shown)}
          />
          <Link to="/asset/view" className="me-auto flex">
            <Logo />
          </Link>
          {around === 'library' && (
            <div className="order-last w-full md:order-none md:w-80">
              <SearchBox />
            </div>
          )}
          <div className="flex items-center gap-1">
            <ThemeToggle />
            <AccountMenu />
          </div>
        </div>
      </header>
      <div className="flex flex-1 flex-col md:flex-row">
        <Sidebar
          open={shown}
          rail={watching}
          onNavigate={() => {
            leave();
            setOpenThere(false);
          }}
        />
        <div className="flex min-w-0 flex-1 flex-col">
          <ConnectionNote />
          <MainRegion className="flex-1">
            <EditingAllowed value={can('edit')}>
              <Outlet context={{ footer: <SiteFooter /> } satisfies PageFrame} />
            </EditingAllowed>
          </MainRegion>
          {!watching && <SiteFooter />}
        </div>
      </div>
      {can('edit') && <FileDrop />}
      <MemberPalette slash={!watching} />
      {encodingQuestion && (
        <EncodingDialog
          question={encodingQuestion}
          onMissing={() => encodingQuestion.answer(encodingQuestion.previews[0].encoding)}
        />
      )}
      {question && <CompanyQuestion question={question} onMissing={question.giveUp} />}
      {dialog && <WorkspaceDialog which={dialog} onMissing={() => openWorkspaceDialog(undefined)} />}
      {membership_expired && hasBegun && <PlanExpiredDialog />}
    </div>
  );
}

/** Verifies the session when a page is loaded and keeps its plan and dates fresh. */
function useSessionCheck(): void {
  const { data } = useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => call(accountRoutes.check, undefined, { signal }),
    staleTime: 60_000,
  });
  useEffect(() => {
    if (data) mergeSession(data);
  }, [data]);
}

/** Says that a workspace is closed to the person, and leads to the library of the next. */
function useToldLeaving(): void {
  const name = useLeftWorkspace();
  const navigate = useNavigate();
  useEffect(() => {
    if (name === undefined) return;
    toast.info(`You are not in ${name} any more.`, { duration: 10_000 });
    forgetLeftWorkspace();
    void navigate('/asset/view', { replace: true });
  }, [name, navigate]);
}

/**
 * Makes the browser keep the offline page (web/public/sw.js). Members only: the landing page and portals get no
 * worker, nor does a development server.
 */
function useShell(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    // Without it everything works as long as there is a connection.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  }, []);
}

function AccountMenu() {
  const { email, id } = useMember();
  const navigate = useNavigate();

  const logOut = (): void => {
    // The server forgets the token too, but nobody stays signed in here while it is slow or cannot be reached. The call
    // has taken the token before the session goes.
    void call(accountRoutes.logout, undefined).then(leaveCompany, () => undefined);
    leaveSession();
    dropDraftsOf(id);
  };

  return (
    <Menu label="Account" trigger={<IconButton label="Account" icon={<CircleUserRound aria-hidden />} />}>
      <MenuLabel>{email}</MenuLabel>
      <MenuSeparator />
      <MenuItem icon={<UserRoundCog aria-hidden />} onSelect={() => void navigate('/asset/account')}>
        Account
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden />} onSelect={logOut}>
        Log out
      </MenuItem>
    </Menu>
  );
}

/** Sessions that were led to their payment since this page was loaded: once is enough, whatever came of it there. */
const led = new Set<string>();

/**
 * Leads members who chose a paid plan at registration to its payment first. Asks the server before, since a payment or
 * refusal may have happened on another device.
 */
function WantedPayment({ children }: { children: ReactNode }) {
  const { token, wanted_plan } = useMember();
  const navigate = useNavigate();
  const isHere = useIsMounted();
  const [asks, setAsks] = useState(Boolean(wanted_plan) && !led.has(token));
  useEffect(() => {
    if (!asks) return;
    led.add(token);
    const lead = async (): Promise<void> => {
      // Without an answer the wish stands, and the application is there.
      const profile = await call(accountRoutes.check, undefined).catch(() => undefined);
      if (!isHere()) return;
      if (profile) mergeSession(profile);
      if (profile?.wanted_plan) void navigate(`/asset/plan?buy=${profile.wanted_plan}`, { replace: true });
      setAsks(false);
    };
    void lead();
  }, [asks, token, navigate, isHere]);
  return asks ? <div className="min-h-dvh" aria-busy="true" data-page-coming /> : children;
}
