import { StrictMode, Suspense, lazy, type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Outlet, BrowserRouter, Route, Routes } from 'react-router';
import '../ui/theme.css';
import { liveTranslated } from '../ui/translated.ts';
import { SkipLink } from './main-region.tsx';
import { SiteFooter } from './site-footer.tsx';
import { lazyPage, useAnyLoading } from './lazy-page.ts';
import { chunk, ErrorBoundary, ChunkLoadError, partMissing } from '../ui/lazy-part.tsx';
import { UnexpectedError } from './unexpected-error.tsx';

/** Milliseconds: a page that comes sooner needs no sign. */
const patience = 400;
/** Milliseconds after which waiting is worth a word. */
const long = 8_000;

/** A line at the top edge while a page is on its way, and after some seconds a word about it. */
function LoadingBar() {
  const loading = useAnyLoading();
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50">
      {loading && <Waiting />}
    </div>
  );
}

/** Starts over with each page that is waited for. */
function Waiting() {
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    const timers = [patience, long].map((after) => setTimeout(() => setWaited(after), after));
    return () => timers.forEach(clearTimeout);
  }, []);
  if (waited < patience) return null;
  return (
    <>
      <div className="h-0.5 animate-pulse bg-accent" />
      {waited < long ? (
        <span className="sr-only">Loading</span>
      ) : (
        <span className="mx-auto mt-2 block w-fit rounded-md bg-ink px-3 py-1.5 text-sm text-paper">
          Still loading. The connection seems to be slow.
        </span>
      )}
    </>
  );
}

function CrashScreen({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      instead={(error) => (
        <UnexpectedError
          reload
          detail={error instanceof Error ? error.message : undefined}
          status={error instanceof ChunkLoadError ? partMissing : undefined}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

/** Nothing is announced at once, so it may come after the page, which is whole without it where it cannot be had. */
const Toaster = lazy<ComponentType>(() =>
  chunk(() => import('../ui/toast.tsx')).catch(() => ({ default: () => null })),
);

/** The place of messages: one beside whatever page there is, the error screen included. */
function Announcements() {
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}

const Landing = lazyPage(() => import('../pages/landing.tsx'));
const AppRoutes = lazyPage(() => import('./app-routes.tsx'));

/** The landing page, and all other addresses in a chunk of their own (`app-routes.tsx`). */
function Router() {
  return (
    <BrowserRouter>
      <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
        <Routes>
          <Route element={<BareLayout />}>
            <Route index element={<Landing />} />
          </Route>
          <Route path="*" element={<AppRoutes />} />
        </Routes>
      </Suspense>
    </BrowserRouter>
  );
}

/** Around the landing page, which brings a header and a main region of its own. */
function BareLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Outlet />
      <SiteFooter />
    </div>
  );
}

liveTranslated();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

createRoot(root).render(
  <StrictMode>
    <CrashScreen>
      <LoadingBar />
      <Router />
    </CrashScreen>
    <Announcements />
  </StrictMode>,
);
