import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { billingRoutes, type SoldPlan } from '@lectern/contract/billing/billing';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { AccountCard } from '../features/billing/account-card.tsx';
import { CurrentPlanCard } from '../features/billing/current-plan-card.tsx';
import { PaymentList } from '../features/billing/payment-list.tsx';
import { PlanChoice } from '../features/billing/plan-choice.tsx';
import { SandboxClock } from '../features/billing/sandbox-clock.tsx';
import { SandboxNotice } from '../features/billing/sandbox-notice.tsx';
import { WantedPlanNotice } from '../features/billing/wanted-plan-notice.tsx';
import { useCheckout, useOffers } from '../features/billing/use-checkout.ts';
import { openFeedback } from '../features/operations/feedback/feedback-modal.ts';
import { call, whyMissing } from '../session/call.ts';
import { mergeSession, useMember } from '../session/stored-session.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { PageComing } from '../ui/page-placeholder.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Skeleton } from '../ui/skeleton.tsx';

/** Asks for the truth when the page opens: one comes here from a payment, whose event may still be on its way. */
function useFreshMembership(): void {
  const { data } = useQuery({
    queryKey: ['membership'],
    queryFn: async ({ signal }) => {
      await call(billingRoutes.refresh, undefined, { signal });
      return call(accountRoutes.check, undefined, { signal });
    },
    refetchOnMount: 'always',
  });
  useEffect(() => {
    if (data) mergeSession(data);
  }, [data]);
}

/**
 * `?buy=professional` opens the payment page of that plan, once: coming back from there shows the plans. True while it is
 * about to.
 */
function useWantedPlan(
  offers: readonly SoldPlan[] | undefined,
  start: (plan: SoldPlan, options: { chosenBefore: true }) => void,
): boolean {
  const [query, setQuery] = useSearchParams();
  const wanted = offers?.find(({ key }) => key === query.get('buy'));
  useEffect(() => {
    if (!wanted) return;
    setQuery({}, { replace: true });
    start(wanted, { chosenBefore: true });
  }, [wanted, setQuery, start]);
  return wanted !== undefined;
}

export default function PlanSelection() {
  usePageTitle('Plan Selection');
  useFreshMembership();
  const { plan, wanted_plan } = useMember();
  const { data: offers, error, isPending, isFetching, refetch } = useOffers();
  const { leaving, dialog, start } = useCheckout();
  const opening = useWantedPlan(offers?.plans, start);
  const own = offers?.plans.find(({ key }) => key === plan);
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 lg:py-10">
      <h1 className="text-3xl">Plan Selection</h1>
      {offers && own ? (
        <div className="mt-6 grid gap-8">
          {offers.payments === 'sandbox' && <SandboxNotice />}
          {wanted_plan && !opening && leaving === undefined && <WantedPlanNotice plan={wanted_plan} />}
          <div className="grid gap-6 lg:grid-cols-2">
            <AccountCard />
            <CurrentPlanCard plan={own} leaving={leaving === own.key} onResubscribe={() => start(own)} />
          </div>
          <PlanChoice
            offers={offers.plans}
            leaving={leaving}
            onChoose={start}
            onDowngrade={() => openFeedback('Downgrade Request')}
          />
          <PaymentList />
          {offers.payments === 'sandbox' && <SandboxClock />}
          {dialog}
        </div>
      ) : isPending ? (
        <PageComing className="mt-6 grid gap-6 lg:grid-cols-2">
          <Skeleton className="h-48" />
          <Skeleton className="h-48" />
          <Skeleton className="h-80" />
          <Skeleton className="h-80" />
        </PageComing>
      ) : (
        <ErrorState
          title="The plans could not be loaded."
          text={whyMissing(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  );
}
