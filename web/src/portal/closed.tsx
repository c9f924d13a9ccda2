import type { ClosedPage as Page } from '@lectern/contract/publishing/portal';
import { ArrowLeft, Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';

const headings: Readonly<Record<Page['what'], string>> = {
  recording: 'This recording is not available',
  webinar: 'This webinar is not available',
  webinars: 'These webinars are not available',
};

/** Tells that a page does not open, the reason, and other places to go. */
export function Closed({ what, text, actions }: Pick<Page, 'what' | 'text'> & { actions?: ReactNode }) {
  return (
    <EmptyState level="h1" icon={<Unlink aria-hidden />} title={headings[what]} actions={actions}>
      <p role="status">{text}</p>
    </EmptyState>
  );
}

/** The whole page of it; it needs no scripts. Other sites may show it in a frame. */
export function ClosedPageView({ what, text, portal, brand }: Page) {
  return (
    <div className="flex min-h-dvh flex-col">
      {portal && (
        <header className="mx-auto w-full max-w-7xl px-4 pt-7 pb-4 font-serif text-lg sm:px-6">{portal.title}</header>
      )}
      <main className="grow pt-6">
        <Closed
          what={what}
          text={text}
          actions={
            portal?.address !== undefined && (
              <a href={portal.address} className="inline-flex min-h-8 items-center gap-2 font-medium hover:underline">
                <ArrowLeft aria-hidden className="size-4" />
                All webinars
              </a>
            )
          }
        />
      </main>
      {brand !== undefined && <SharedWith brand={brand} />}
    </div>
  );
}

/** At the foot of what a member shares. */
export const SharedWith = ({ brand }: { brand: string }) => (
  <footer className="mx-auto w-full max-w-7xl px-4 pb-6 text-sm text-soft sm:px-6">Shared with {brand}</footer>
);
