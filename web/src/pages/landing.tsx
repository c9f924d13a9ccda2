import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { Demo } from '../features/public/landing/demo.tsx';
import { Features } from '../features/public/landing/features.tsx';
import { LandingHeader } from '../features/public/landing/landing-header.tsx';
import { Pricing } from '../features/public/landing/pricing.tsx';
import { Programme } from '../features/public/landing/programme.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

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
              <ButtonLink to="/register?plan=executive" size="lg">
                Start 3-Day Free Trial
              </ButtonLink>
              <ButtonLink to="/#demo" size="lg" look="secondary">
                Watch Demo
              </ButtonLink>
            </div>
            <p className="mt-4 text-sm text-soft">No card required.</p>
          </div>
          <Programme />
        </section>
        <Features />
        <Demo />
        {/* About as high, so that a link to the prices leads there. */}
        <Suspense fallback={<div className="h-750" />}>
          <Strips />
        </Suspense>
        <Pricing />
        <section className="bg-ink text-paper">
          <div className="mx-auto max-w-6xl px-4 py-20 sm:px-6 md:py-24">
            <p aria-hidden className="text-sm font-semibold tracking-widest tabular-nums opacity-80">
              38:51
            </p>
            <div className="mt-3 flex flex-wrap items-end justify-between gap-x-10 gap-y-8">
              <h2 className="max-w-2xl text-3xl">Your next webinar is already recorded. Put it to work.</h2>
              <ButtonLink to="/register" size="lg" look="inverse">
                Start Free Trial
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
