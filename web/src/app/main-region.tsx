import { Suspense, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

/** First in the tab order: jumps over the header. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only rounded-md bg-ink px-4 py-2 text-paper focus:not-sr-only focus:fixed focus:start-4 focus:top-3 focus:z-50"
    >
      Skip to content
    </a>
  );
}

/** The page inside a layout. A new address begins at the top, with keyboard and screen reader there too. */
export function MainRegion({ className, children }: { className?: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main id="main" ref={main} tabIndex={-1} className={className}>
      <Suspense fallback={<div className="min-h-[60vh]" aria-busy="true" data-page-coming />}>{children}</Suspense>
    </main>
  );
}
