import { Link } from 'react-router';
import { brand } from '../ui/brand.ts';

const links = [
  ['/support', 'Help & Support'],
  ['/privacy-policy', 'Privacy Policy'],
  ['/terms-of-service', 'Terms of Service'],
] as const;

/** At the foot of every page. */
export function SiteFooter() {
  return (
    <footer className="mt-auto border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-6 text-sm text-soft sm:px-6">
        <p>(c) 2025 {brand} - All Rights Reserved</p>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {links.map(([to, text]) => (
              <li key={to}>
                <Link to={to} className="inline-block py-1 underline-offset-4 hover:text-ink hover:underline">
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
