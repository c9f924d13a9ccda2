import { CircleSlash } from 'lucide-react';
import { ButtonLink, TextLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { usePageTitle } from '../ui/page-title.ts';

/** Where the payment provider sends somebody who turned back. */
export default function PaymentCancelled() {
  usePageTitle('Payment cancelled');
  return (
    <EmptyState
      level="h1"
      icon={<CircleSlash aria-hidden strokeWidth={1.25} />}
      title="Payment cancelled"
      actions={<ButtonLink to="/asset/view">Go to your videos</ButtonLink>}
    >
      <p>Your payment was cancelled. If this was a mistake, you can try again or contact support.</p>
      <p className="mt-4 flex flex-wrap justify-center gap-x-6 gap-y-2 text-sm">
        <TextLink to="/asset/plan">Choose a plan again</TextLink>
        <TextLink to="/support">Help & Support</TextLink>
      </p>
    </EmptyState>
  );
}
