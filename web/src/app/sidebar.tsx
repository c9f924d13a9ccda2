import { clsx } from 'clsx';
import { Suspense } from 'react';
import { useMember } from '../session/stored-session.ts';
import { memberPages } from './member-pages.ts';
import { PageLinks } from './page-links.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

/** Comes after the page: at its start there is no upload. */
const RunningUpload = lazyPart(() => import('../features/uploads/running-upload.tsx'));

type SidebarProps = {
  open: boolean;
  /** Leaves its icons in place while it is closed, where there is room. */
  rail: boolean;
  onNavigate: () => void;
};

/** A column beside the page on wide screens, a panel above it on narrow ones. */
export function Sidebar({ open, rail, onNavigate }: SidebarProps) {
  const { plan } = useMember();
  return (
    <div
      id="sidebar"
      className={clsx(
        'border-b border-line md:shrink-0 md:border-e md:border-b-0',
        open ? 'md:w-56' : rail ? 'hidden lg:block' : 'hidden',
      )}
    >
      <nav aria-label="Main" className={clsx('md:sticky md:top-(--header)', open ? 'p-3' : 'p-2')}>
        <PageLinks pages={memberPages(plan)} open={open} onNavigate={onNavigate} />
        <Suspense fallback={null}>
          <RunningUpload narrow={!open} onNavigate={onNavigate} />
        </Suspense>
      </nav>
    </div>
  );
}
