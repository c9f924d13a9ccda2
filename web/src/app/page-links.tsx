import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { NavLink } from 'react-router';

type PageLinksProps = {
  pages: readonly { to: string; text: string; icon: LucideIcon }[];
  /**
   * Else the icons lead, with small words under them where there is room; elsewhere those are read out and shown under
   * the pointer.
   */
  open: boolean;
  onNavigate: () => void;
};

/** The links of a sidebar; the page that is open is marked. */
export function PageLinks({ pages, open, onNavigate }: PageLinksProps) {
  return (
    <ul className="grid gap-0.5">
      {pages.map(({ to, text, icon: Icon }) => (
        <li key={to}>
          <NavLink
            to={to}
            onClick={onNavigate}
            {...(open ? {} : { title: text })}
            className={({ isActive }) =>
              clsx(
                'flex min-h-10 items-center gap-3 rounded-md px-3 text-sm font-medium',
                isActive
                  ? 'bg-accent-wash text-ink forced-colors:outline-2 forced-colors:outline-[Highlight]'
                  : 'text-soft hover:bg-sunken hover:text-ink',
                !open &&
                  'justify-center min-[90rem]:flex-col min-[90rem]:gap-1 min-[90rem]:-mx-1.5 min-[90rem]:px-0 min-[90rem]:py-2 min-[90rem]:text-center',
              )
            }
          >
            <Icon aria-hidden className="size-[1.125rem] shrink-0" />
            <span className={clsx(!open && 'sr-only min-[90rem]:not-sr-only min-[90rem]:text-xs')}>{text}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
