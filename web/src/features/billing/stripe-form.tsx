import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useId, useMemo, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Notice } from '../../ui/notice.tsx';

type Props = {
  publishableKey: string;
  clientSecret: string;
  verb: string;
  /** Whether a payment is under way. */
  onPaying: (paying: boolean) => void;
  onPaid: () => void;
  /** With the words of the payment service. */
  onFailed: (reason: string) => void;
};

/** Stripe's own card form. Its script is loaded here and nowhere else: card numbers never touch our pages. */
export default function StripeForm({ publishableKey, clientSecret, ...rest }: Props) {
  const stripe = useMemo(() => loadStripe(publishableKey), [publishableKey]);
  const theme = document.documentElement.classList.contains('dark') ? 'night' : 'stripe';
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance: { theme } }}>
      <PaymentForm {...rest} />
    </Elements>
  );
}

function PaymentForm({ verb, onPaying, onPaid, onFailed }: Omit<Props, 'publishableKey' | 'clientSecret'>) {
  const id = useId();
  const stripe = useStripe();
  const elements = useElements();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const pay = async (): Promise<void> => {
    if (!stripe || !elements || busy) return;
    setBusy(true);
    onPaying(true);
    setError(undefined);
    const outcome = await stripe.confirmPayment({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: location.href },
    });
    setBusy(false);
    onPaying(false);
    if (outcome.error) {
      const reason = outcome.error.message ?? 'The card was declined.';
      setError(reason);
      onFailed(reason);
    } else onPaid();
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
      <PaymentElement />
      <FormActions>
        <Button type="submit" form={id} size="lg" busy={busy || !stripe}>
          {busy ? 'Processing…' : verb}
        </Button>
      </FormActions>
    </form>
  );
}
