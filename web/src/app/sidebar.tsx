import { clsx } from 'clsx';

import type { UserSession } from '@lectern/contract/accounts/accounts';
import type { Right } from '@lectern/contract/rules/rights';
import {
  ChartNoAxesColumn,
  CreditCard,
  Highlighter,
  Library,
  Presentation,
  SpellCheck,
  Upload,
  Users,
} from 'lucide-react';
import { useMember, useCan } from '../session/stored-session.ts';
import { useIsShared, useOpenedWorkspaces } from '../session/workspaces.ts';
import { PageLinks } from './page-links.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const pages = [
  { to: '/asset/view', text: 'Video Library', icon: Library },
  { to: '/asset/upload', text: 'Video Upload', icon: Upload, right: 'edit' },
  { to: '/asset/highlights', text: 'Highlights', icon: Highlighter },
  { to: '/asset/glossary', text: 'Glossary', icon: SpellCheck },
  { to: '/asset/statistics', text: 'Statistics', icon: ChartNoAxesColumn, right: 'publish' },
  { to: '/asset/portal', text: 'Webinar Portal', icon: Presentation, plan: 'professional', right: 'publish' },
  { to: '/asset/plan', text: 'Plan Selection', icon: CreditCard, right: 'bill' },
  { to: '/asset/workspace', text: 'Workspace', icon: Users, shared: true },
] as const;

type Place = { plan: UserSession['plan']; isShared: boolean; can: (right: Right) => boolean };

export const memberPages = ({ plan, isShared, can }: Place) =>
  pages.filter(
    (page) =>
      (!('plan' in page) || page.plan === plan) &&
      (!('right' in page) || can(page.right)) &&
      (!('shared' in page) || isShared),
  );

/** Most people have one workspace. */
const WorkspaceSwitcher = lazyPart(() => import('./workspace-switcher.tsx'));

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
  const can = useCan();
  const isShared = useIsShared();
  const { opened } = useOpenedWorkspaces();
  return (
    <div
      id="sidebar"
      className={clsx(
        'border-b border-line md:shrink-0 md:border-e md:border-b-0',
        open ? 'md:w-56' : rail ? 'hidden lg:block' : 'hidden',
      )}
    >
      <nav aria-label="Main" className={clsx('md:sticky md:top-(--header)', open ? 'p-3' : 'p-2')}>
        {opened.length > 1 && (
          <WorkspaceSwitcher open={open} onNavigate={onNavigate} fallback={<div className="mb-2 h-13.25" />} />
        )}
        <PageLinks pages={memberPages({ plan, isShared, can })} open={open} onNavigate={onNavigate} />
        <RunningUpload narrow={!open} onNavigate={onNavigate} />
      </nav>
    </div>
  );
}
