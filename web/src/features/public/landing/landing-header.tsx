import { clsx } from 'clsx';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../../session/stored-session.ts';
import { blogUrl } from '../../../ui/brand.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Logo } from '../../../ui/logo.tsx';

/** CSS pixels of scrolling from which the header covers what is behind it (specification section 2). */
const opaqueFrom = 100;

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('scroll', listener, { passive: true });
  return () => removeEventListener('scroll', listener);
};

const link = 'rounded-md px-2.5 py-2 hover:bg-sunken';

export function LandingHeader() {
  const scrolled = useSyncExternalStore(subscribe, () => scrollY > opaqueFrom);
  const signedIn = useSession() !== undefined;
  return (
    <header
      data-scrolled={scrolled}
      className={clsx(
        'sticky top-0 z-30 border-b backdrop-blur-sm transition-colors',
        scrolled ? 'border-line bg-paper' : 'border-transparent bg-paper/60',
      )}
    >
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2.5 sm:px-6">
        <Link to="/" className="me-auto flex py-1.5">
          <Logo />
        </Link>
        <nav
          aria-label="Main"
          className="order-last -mx-2.5 flex basis-full flex-wrap text-sm font-medium md:order-none md:basis-auto"
        >
          <a href="#features" className={link}>
            Features
          </a>
          <a href="#demo" className={link}>
            Demo
          </a>
          <a href="#pricing" className={link}>
            Pricing
          </a>
          <a href={blogUrl} target="_blank" rel="noopener" className={link}>
            Blog<span className="sr-only"> (opens in a new tab)</span>
          </a>
        </nav>
        <div className="flex items-center gap-2">
          <Link to={signedIn ? '/asset/view' : '/login'} className={clsx(link, 'text-sm font-medium')}>
            {signedIn ? 'Your videos' : 'Sign In'}
          </Link>
          <ButtonLink to="/register">Start Free Trial</ButtonLink>
        </div>
      </div>
      <div aria-hidden className="absolute inset-x-0 bottom-0 h-0.5 origin-left scale-x-0 bg-accent follows-scroll" />
    </header>
  );
}
