import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useCallback, useId, useMemo, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRestoredPage } from '../../ui/use-restored-page.ts';
import { NotInitiated } from './payment-notices.tsx';

type Props = {
  publishableKey: string;
  clientSecret: string;
  verb: string;
  onPaying: (paying: boolean) => void;
  onPaid: () => void;
  /** With the words of the payment service. */
  onFailed: (reason: string) => void;
};

/** Stripe's own card form. Its script is loaded here and nowhere else: card numbers never touch our pages. */
export default function StripeForm({ publishableKey, clientSecret, ...rest }: Props) {
  const [failed, setFailed] = useState(false);
  const fail = useCallback(() => setFailed(true), []);
  if (failed) return <NotInitiated onRetry={() => setFailed(false)} />;
  return <LoadedForm {...{ publishableKey, clientSecret, ...rest }} onMissing={fail} />;
}

type LoadedProps = Props & {
  onMissing: () => void;
};

function LoadedForm({ publishableKey, clientSecret, onMissing, ...rest }: LoadedProps) {
  const stripe = useMemo(
    () =>
      loadStripe(publishableKey).catch(() => {
        onMissing();
        return null;
      }),
    [publishableKey, onMissing],
  );
  const theme = document.documentElement.classList.contains('dark') ? 'night' : 'stripe';
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance: { theme } }}>
      <PaymentForm {...rest} onMissing={onMissing} />
    </Elements>
  );
}

function PaymentForm({
  verb,
  onPaying,
  onPaid,
  onFailed,
  onMissing,
}: Omit<LoadedProps, 'publishableKey' | 'clientSecret'>) {
  const id = useId();
  const stripe = useStripe();
  const elements = useElements();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  // The bank's own page was opened, and left again.
  useRestoredPage(() => setBusy(false));

  const fail = (reason: string): void => {
    setError(reason);
    onFailed(reason);
  };
  const pay = async (): Promise<void> => {
    if (!stripe || !elements || busy) return;
    setBusy(true);
    onPaying(true);
    setError(undefined);
    try {
      const outcome = await stripe.confirmPayment({
        elements,
        redirect: 'if_required',
        confirmParams: { return_url: location.href },
      });
      if (!outcome.error) return onPaid();
      fail(outcome.error.message ?? 'The card was declined.');
    } catch {
      fail('The payment service cannot be reached. If you have paid, your tokens will be added.');
    } finally {
      setBusy(false);
      onPaying(false);
    }
  };
  return (
    <form
      id={id}
      className="grid gap-4 pb-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void pay();
      }}
    >
      {error && <Notice kind="bad">{error}</Notice>}
      <PaymentElement onLoadError={onMissing} />
      <FormActions>
        <Button type="submit" form={id} size="lg" busy={busy || !stripe}>
          {busy ? 'Processing…' : verb}
        </Button>
      </FormActions>
    </form>
  );
}
