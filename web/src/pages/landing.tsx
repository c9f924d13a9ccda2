import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, Link } from 'react-router';
import { clsx } from 'clsx';
import { Features } from '../features/public/landing/features.tsx';
import { Pricing } from '../features/public/landing/pricing.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Tour } from '../player/tour.tsx';
import { SectionHead } from '../features/public/landing/section-head.tsx';
import { useSession } from '../session/stored-session.ts';
import { areSignUpsOpen, blogUrl } from '../ui/brand.ts';
import { Logo } from '../ui/logo.tsx';

const chapters = [
  { start: '00:00', title: 'Why the pipeline stalls in March', width: 14 },
  { start: '06:40', title: 'What buyers ask before the demo', width: 26 },
  { start: '19:12', title: 'Three questions that change the call', width: 22, current: true },
  { start: '30:05', title: 'Pricing pages that answer back', width: 18 },
  { start: '38:51', title: 'Questions from the audience', width: 20 },
] as const;

/** A drawn example of what the product makes of an hour of talk: the programme of a recording. */
function Programme() {
  return (
    <figure className="rounded-lg border border-line bg-surface shadow-float">
      <figcaption className="border-b border-line px-6 pt-5 pb-4">
        <span className="eyebrow">Recording, 48 minutes</span>
        <span className="mt-1 block font-serif text-xl leading-snug">What buyers want to hear first</span>
      </figcaption>
      <div aria-hidden className="flex gap-[3px] px-6 pt-5">
        {chapters.map((chapter) => (
          <span
            key={chapter.start}
            style={{ flexGrow: chapter.width }}
            className={clsx('h-1.5 rounded-full', 'current' in chapter ? 'bg-accent' : 'bg-line')}
          />
        ))}
      </div>
      <ol className="px-6 py-4">
        {chapters.map((chapter) => (
          <li key={chapter.start} className="border-b border-line py-2.5 last:border-0">
            <span className="flex items-baseline gap-4">
              <span className="w-12 shrink-0 text-sm text-soft tabular-nums">{chapter.start}</span>
              <span className={clsx('font-serif', 'current' in chapter && 'font-semibold')}>{chapter.title}</span>
            </span>
            {'current' in chapter && (
              <q className="mt-2 mb-1 ms-16 block border-s-2 border-brass ps-4 text-sm leading-relaxed text-soft">
                Ask what happens if they do nothing. <mark>The silence after that question is the sale.</mark>
              </q>
            )}
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** Nobody sees them at once. */
const Strips = lazyPart(() => import('../features/public/landing/strips.tsx'));

/** Everything but the footer, which `BareLayout` puts under it. The first page of most visitors: keep it light. */
export default function Landing() {
  usePageTitle();
  useHashTarget();
  return (
    <>
      <LandingHeader />
      <main id="main" tabIndex={-1}>
        <section className="mx-auto grid max-w-6xl items-center gap-14 px-4 pt-14 pb-20 sm:px-6 md:pt-20 md:pb-28 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)]">
          <div>
            <p className="eyebrow flex items-center gap-3">
              <span aria-hidden className="tabular-nums">
                00:00
              </span>
              <span aria-hidden className="h-px w-8 bg-brass" />
              On-demand webinars, finally readable
            </p>
            <h1 className="mt-4 text-4xl">Boost Your Webinar ROI</h1>
            <p className="mt-6 max-w-xl font-serif text-xl text-soft">
              Upload the recording and its captions. Get chapters, quotes, a summary and a transcript you can search,
              and cut the clips people will share.
            </p>
            <div className="mt-9 flex flex-wrap gap-3">
              <ButtonLink to={areSignUpsOpen ? '/register?plan=executive' : '/login'} size="lg">
                {areSignUpsOpen ? 'Start 3-Day Free Trial' : 'Sign In'}
              </ButtonLink>
              <ButtonLink to="/#demo" size="lg" look="secondary">
                Watch Demo
              </ButtonLink>
            </div>
            {areSignUpsOpen && <p className="mt-4 text-sm text-soft">No card required.</p>}
          </div>
          <Programme />
        </section>
        <Features />
        <Demo />
        {/* About as high, so that a link to the prices leads there. */}
        <Strips fallback={<div className="h-750" />} />
        {areSignUpsOpen && <Pricing />}
        <section className="bg-ink text-paper">
          <div className="mx-auto max-w-6xl px-4 py-20 sm:px-6 md:py-24">
            <p aria-hidden className="text-sm font-semibold tracking-widest tabular-nums opacity-80">
              38:51
            </p>
            <div className="mt-3 flex flex-wrap items-end justify-between gap-x-10 gap-y-8">
              <h2 className="max-w-2xl text-3xl">Your next webinar is already recorded. Put it to work.</h2>
              <ButtonLink to={areSignUpsOpen ? '/register' : '/login'} size="lg" look="inverse">
                {areSignUpsOpen ? 'Start Free Trial' : 'Sign In'}
              </ButtonLink>
            </div>
          </div>
        </section>
      </main>
    </>
  );
}

/** Scrolls to the part an address like `/#demo` names, also when one comes from another page. */
function useHashTarget(): void {
  const location = useLocation();
  useEffect(() => {
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [location]);
}

const points = [
  'Upload a Zoom, Teams or OBS recording of up to three hours. It plays seconds after the last byte.',
  'Read its chapters, summaries and quotes instead of watching it again.',
  'Correct any text in place; what you wrote is kept.',
  'Search what was said, cut the clip, take the slide.',
] as const;

function Demo() {
  return (
    <section id="demo" aria-labelledby="demo-title" className="border-t border-line">
      <div className="mx-auto max-w-6xl px-4 py-20 sm:px-6">
        <SectionHead id="demo-title" time="19:12" name="Demo">
          From the recording to the sentence
        </SectionHead>
        <div className="mt-12 grid items-center gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,21rem)]">
          <Tour />
          <ul className="divide-y divide-line border-y border-line">
            {points.map((point) => (
              <li key={point} className="py-4 font-serif text-lg">
                {point}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

/** CSS pixels of scrolling from which the header covers what is behind it (specification section 2). */
const opaqueFrom = 100;

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('scroll', listener, { passive: true });
  return () => removeEventListener('scroll', listener);
};

const link = 'rounded-md px-2.5 py-2 hover:bg-sunken';

function LandingHeader() {
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
          {areSignUpsOpen && (
            <a href="#pricing" className={link}>
              Pricing
            </a>
          )}
          <a href={blogUrl} target="_blank" rel="noopener" className={link}>
            Blog<span className="sr-only"> (opens in a new tab)</span>
          </a>
        </nav>
        <div className="flex items-center gap-2">
          <Link to={signedIn ? '/asset/view' : '/login'} className={clsx(link, 'text-sm font-medium')}>
            {signedIn ? 'Your videos' : 'Sign In'}
          </Link>
          {areSignUpsOpen && <ButtonLink to="/register">Start Free Trial</ButtonLink>}
        </div>
      </div>
      <div aria-hidden className="absolute inset-x-0 bottom-0 h-0.5 origin-left scale-x-0 bg-accent follows-scroll" />
    </header>
  );
}
