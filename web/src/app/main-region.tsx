import { clsx } from 'clsx';
import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';

type SkipLinkProps = {
  to?: string;
  className?: string;
  children?: string;
};

/** Among the first in the tab order: jumps over what stands before. */
export function SkipLink({ to = 'main', className, children = 'Skip to content' }: SkipLinkProps) {
  return (
    <a
      href={`#${to}`}
      className={clsx(
        'sr-only rounded-md bg-ink text-paper focus:not-sr-only focus:fixed focus:start-4 focus:top-3 focus:z-50 focus:px-4 focus:py-2',
        className,
      )}
    >
      {children}
    </a>
  );
}

/** Milliseconds for which a part of a page that is named by an address is waited for. */
const comesWithin = 5_000;

/**
 * Goes to the part of a page with this id, with keyboard and screen reader, once it is there. Returns what gives up.
 */
function goToPart(id: string): () => void {
  const go = (): boolean => {
    const part = document.getElementById(id);
    if (!part) return false;
    part.scrollIntoView();
    if (part.tabIndex < 0) part.tabIndex = -1;
    part.focus({ preventScroll: true });
    return true;
  };
  if (go()) return () => undefined;
  const coming = new MutationObserver(() => go() && coming.disconnect());
  coming.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => coming.disconnect(), comesWithin);
  return () => {
    clearTimeout(timer);
    coming.disconnect();
  };
}

/**
 * The page inside a layout. A new address begins at the top, or at the part of the page that it names, with keyboard and
 * screen reader there too.
 */
export function MainRegion({ className, children }: { className?: string; children: ReactNode }) {
  const { pathname, hash } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
    if (hash) return goToPart(decodeURIComponent(hash.slice(1)));
  }, [pathname, hash]);
  return (
    <main id="main" ref={main} tabIndex={-1} className={className}>
      <Suspense fallback={<div className="min-h-[60vh]" aria-busy="true" data-page-coming />}>{children}</Suspense>
    </main>
  );
}
