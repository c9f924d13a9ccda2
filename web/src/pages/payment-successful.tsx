import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { usePageTitle } from '../ui/page-title.ts';

/** Milliseconds until the plan page (specification section 9). */
const redirectDelay = 2_500;

/** Where the payment provider sends somebody who has paid. */
export default function PaymentSuccessful() {
  usePageTitle('Payment successful');
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/asset/plan', { replace: true }), redirectDelay);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <EmptyState
      level="h1"
      icon={<CircleCheck aria-hidden strokeWidth={1.25} />}
      title="Payment successful"
      actions={
        <ButtonLink look="secondary" to="/asset/view">
          Go to your videos
        </ButtonLink>
      }
    >
      <p role="status">Thank you. Your plan will be active in a moment.</p>
    </EmptyState>
  );
}
