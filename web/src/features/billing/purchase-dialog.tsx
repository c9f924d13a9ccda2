import { billingRoutes, type SoldPack } from '@lectern/contract/billing/billing';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, failureText } from '../../session/call.ts';
import { useMember } from '../../session/stored-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/page-placeholder.tsx';
import { useRestoredPage } from '../../ui/use-restored-page.ts';
import { CardForm } from './card-form.tsx';
import { NeedsPlan, NotInitiated, SandboxNotice } from './payment-notices.tsx';
import { lazyPart, partMissing } from '../../ui/lazy-part.tsx';

const StripeForm = lazyPart(() => import('./stripe-form.tsx'));

/** Milliseconds from a payment inside the app to the dashboard (specification section 9). */
const leavesAfter = 3_000;

/** Why the provider is asked: who comes back from their bank did not finish here. */
const leftBank = 'The page of the bank was left.';

type Props = {
  offers: { payments: 'sandbox' | 'stripe'; publishableKey: string | null };
  pack: SoldPack;
  onClose: () => void;
  /** Some seconds after the payment, when its tokens are there. */
  onPaid: () => void;
};

export default function PurchaseDialog({ offers, pack, onClose, onPaid }: Props) {
  const { id: userId, membership_expired } = useMember();
  const intent = useQuery({
    queryKey: ['intent', pack.id],
    queryFn: ({ signal }) => call(billingRoutes.intent, { amount: pack.amount, currency: 'usd', userId }, { signal }),
    // With another payment begun, what becomes of the first would be told nowhere.
    meta: { begins: true },
    // A payment is made once: the next opening asks for another one.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  // The server asks the payment service itself; this only says that there is something to ask for.
  const report = useMutation({
    mutationFn: ({ paymentStatus, reason = '' }: { paymentStatus: 'success' | 'failed'; reason?: string }) =>
      call(billingRoutes.intentUpdate, {
        paymentStatus,
        reason,
        paymentUrl: location.href,
        amount: pack.amount / 100,
        userId,
      }),
  });
  const [paying, setPaying] = useState(false);
  // The bank's own page was opened, and left again: it may have been paid there.
  useRestoredPage(() => {
    if (!paying) return;
    setPaying(false);
    report.mutate({ paymentStatus: 'failed', reason: leftBank });
  });
  const paid = report.variables?.paymentStatus === 'success' || report.data?.payment === 'succeeded';
  const afterBank = report.variables?.reason === leftBank ? report.data?.msg : undefined;
  const settled = paid && report.data?.payment === 'succeeded';
  useEffect(() => {
    if (!settled) return;
    const timer = setTimeout(() => {
      onPaid();
      onClose();
    }, leavesAfter);
    return () => clearTimeout(timer);
  }, [settled, onPaid, onClose]);

  const close = (): void => {
    if (paid) onPaid();
    onClose();
  };
  const verb = `Pay ${pack.price}`;
  const secret = intent.data?.clientSecret;
  return (
    <Dialog
      open
      onClose={close}
      held={paying}
      title={`${pack.label} for ${pack.price}`}
      description="A single payment in US dollars."
    >
      {membership_expired && !paid && (
        <div className="mb-4">
          <NeedsPlan />
        </div>
      )}
      {!paid && afterBank && (
        <div className="mb-4">
          <Notice>{afterBank}</Notice>
        </div>
      )}
      {paid ? (
        <>
          {settled ? (
            <Notice kind="good">🎉 Payment successful!</Notice>
          ) : report.isPending ? (
            <Notice>Asking the payment service…</Notice>
          ) : (
            <Notice kind={report.data?.payment === 'failed' ? 'bad' : 'info'}>
              {report.data?.msg ?? failureText(report.error)}
            </Notice>
          )}
          <FormActions>
            <Button look="secondary" onClick={close}>
              Done
            </Button>
          </FormActions>
        </>
      ) : intent.isError ? (
        <NotInitiated onRetry={() => void intent.refetch()} />
      ) : secret === undefined ? (
        <Skeleton className="h-56" />
      ) : offers.payments === 'sandbox' ? (
        <div className="grid gap-4">
          <SandboxNotice />
          <CardForm
            verb={verb}
            pay={async (card) => {
              setPaying(true);
              try {
                return (await call(billingRoutes.sandboxConfirm, { clientSecret: secret, ...card })).status;
              } catch (error) {
                report.mutate({ paymentStatus: 'failed', reason: failureText(error) });
                throw error;
              } finally {
                setPaying(false);
              }
            }}
            onPaid={() => report.mutate({ paymentStatus: 'success' })}
          />
        </div>
      ) : (
        <StripeForm
          fallback={<Skeleton className="h-56" />}
          publishableKey={offers.publishableKey ?? ''}
          clientSecret={secret}
          verb={verb}
          onPaying={setPaying}
          onPaid={() => report.mutate({ paymentStatus: 'success' })}
          onFailed={(reason) => report.mutate({ paymentStatus: 'failed', reason })}
          missing={<Notice kind="bad">{partMissing}</Notice>}
        />
      )}
    </Dialog>
  );
}
