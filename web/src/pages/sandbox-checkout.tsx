import { billingRoutes } from '@lectern/contract/billing/billing';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { inMoney } from '@lectern/contract/rules/money';
import { CardForm } from '../features/billing/card-form.tsx';
import { SandboxNotice } from '../features/billing/payment-notices.tsx';
import { call } from '../session/call.ts';
import { createQueryClient } from '../session/query-client.ts';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { PageComing, Skeleton } from '../ui/page-placeholder.tsx';
import { useRestoredPage } from '../ui/use-restored-page.ts';

/** The payment page of the sandbox, where a provider's own hosted page would be. */
export default function SandboxCheckoutPage() {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Checkout />
    </QueryClientProvider>
  );
}

function Checkout() {
  usePageTitle('Checkout');
  const { id = '' } = useParams();
  const [leaving, setLeaving] = useState(false);
  useRestoredPage(() => setLeaving(false));
  const { data, isPending } = useQuery({
    queryKey: ['sandbox-checkout', id],
    queryFn: async ({ signal }) => (await call(billingRoutes.sandboxCheckout, { id }, { signal })).data,
  });
  const leave = (url: string): void => location.assign(url);
  const abandon = async (): Promise<void> => {
    setLeaving(true);
    try {
      leave((await call(billingRoutes.sandboxAbandon, { id })).url);
    } catch {
      // Paid or left in another tab: there is nothing to give up here any more.
      leave(data?.cancelUrl ?? '/asset/plan');
    }
  };
  if (isPending)
    return (
      <PageComing className="mx-auto mt-16 w-full max-w-lg">
        <Skeleton className="h-96" />
      </PageComing>
    );
  if (!data || data.state !== 'open')
    return (
      <EmptyState
        level="h1"
        title={data?.state === 'complete' ? 'This is paid.' : 'This checkout is closed.'}
        actions={<ButtonLink to="/asset/plan">Back to your plan</ButtonLink>}
      />
    );
  return (
    <div className="mx-auto w-full max-w-lg px-4 py-12 sm:px-6">
      <SandboxNotice />
      <h1 className="mt-8 text-3xl">{data.product}</h1>
      <p className="mt-2">
        <span className="font-serif text-2xl">{inMoney(data.amount)}</span>{' '}
        <span className="text-soft">per month, for {data.email}</span>
      </p>
      {data.notice !== null && <Notice className="mt-6">{data.notice}</Notice>}
      <div className="mt-8">
        <CardForm
          verb="Subscribe"
          pay={async (card) => {
            const { status, url } = await call(billingRoutes.sandboxPay, { id, ...card });
            if (url !== null) leave(url);
            return status;
          }}
          onPaid={() => undefined}
          otherwise={
            <Button look="quiet" busy={leaving} onClick={() => void abandon()}>
              Cancel and go back
            </Button>
          }
        />
      </div>
    </div>
  );
}
