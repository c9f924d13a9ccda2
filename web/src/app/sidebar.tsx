import { clsx } from 'clsx';
import { CreditCard, Library, Presentation, Upload } from 'lucide-react';
import { NavLink } from 'react-router';
import { useMember } from '../session/stored-session.ts';

const entries = [
  { to: '/asset/view', text: 'Video Library', icon: Library },
  { to: '/asset/upload', text: 'Video Upload', icon: Upload },
  { to: '/asset/portal', text: 'Webinar Portal', icon: Presentation, plan: 'professional' },
  { to: '/asset/plan', text: 'Plan Selection', icon: CreditCard },
] as const;

/** A column beside the page on wide screens, a panel above it on narrow ones. */
export function Sidebar({ open, onNavigate }: { open: boolean; onNavigate: () => void }) {
  const { plan } = useMember();
  const shown = entries.filter((entry) => !('plan' in entry) || entry.plan === plan);
  return (
    <div id="sidebar" hidden={!open} className="border-b border-line md:w-56 md:shrink-0 md:border-e md:border-b-0">
      <nav aria-label="Main" className="p-3 md:sticky md:top-15">
        <ul className="grid gap-0.5">
          {shown.map(({ to, text, icon: Icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                onClick={onNavigate}
                className={({ isActive }) =>
                  clsx(
                    'flex min-h-10 items-center gap-3 rounded-md px-3 text-sm font-medium',
                    isActive ? 'bg-accent-wash text-ink' : 'text-soft hover:bg-sunken hover:text-ink',
                  )
                }
              >
                <Icon aria-hidden className="size-[1.125rem] shrink-0" />
                {text}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
