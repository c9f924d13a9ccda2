import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { billingRoutes, type SoldPlan, type PaidPlan, type Payment } from '@lectern/contract/billing/billing';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { plans } from '@lectern/contract/rules/plans';
import { inMoney } from '@lectern/contract/rules/money';
import { CurrentPlanCard, SandboxClock } from '../features/billing/current-plan-card.tsx';
import { PlanChoice } from '../features/billing/plan-choice.tsx';
import { SandboxNotice } from '../features/billing/payment-notices.tsx';
import { useCheckout, useOffers } from '../features/billing/use-checkout.ts';
import { openFeedback } from '../features/operations/feedback/feedback-modal.ts';
import { call, attempt } from '../session/call.ts';
import { Failure } from '../session/not-loaded.tsx';
import { mergeSession, useMember } from '../session/stored-session.ts';
import { useIsShared } from '../session/workspaces.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PageComing, Skeleton } from '../ui/page-placeholder.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Card } from '../ui/card.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useSerialActions } from '../ui/use-serial-actions.ts';
import { dateInWords } from '../ui/date-in-words.ts';

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

/** Most plans have one person. */
const PlanPeople = lazyPart(() => import('../features/accounts/workspaces/plan-people.tsx'));

export default function PlanSelection() {
  usePageTitle('Plan Selection');
  useFreshMembership();
  const { plan, wanted_plan } = useMember();
  const isShared = useIsShared();
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
          {isShared && <PlanPeople />}
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
        <Failure title="The plans could not be loaded" query={{ error, isFetching, refetch }} />
      )}
    </div>
  );
}

function AccountCard() {
  const { firstname, lastname, email } = useMember();
  return (
    <Card id="your-account" heading="Your Account" headingClassName="text-xl" className="p-6">
      <dl className="mt-4 grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm">
        <dt className="text-soft">Name</dt>
        <dd className="font-medium">
          {firstname} {lastname}
        </dd>
        <dt className="text-soft">Email</dt>
        <dd className="font-medium">{email}</dd>
      </dl>
    </Card>
  );
}

/** Notice about a plan chosen at registration whose payment page could not be opened. */
function WantedPlanNotice({ plan }: { plan: PaidPlan }) {
  const { act, isDoing } = useSerialActions();
  const dismiss = (): Promise<void> =>
    attempt(async () => {
      await call(accountRoutes.dismissWantedPlan, undefined);
      mergeSession({ wanted_plan: null });
    });
  return (
    <Notice>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>You chose the {plans[plan].label} when you registered. Choose it below to pay for it.</p>
        <Button look="secondary" size="sm" busy={isDoing('dismiss')} onClick={() => void act('dismiss', dismiss)}>
          Not now
        </Button>
      </div>
    </Notice>
  );
}

const kinds: Readonly<Record<Payment['paymentType'], string>> = { subscription: 'Plan', tokens: 'Tokens' };
const states: Readonly<Record<Payment['paymentStatus'], string>> = {
  open: 'Not finished',
  succeeded: 'Paid',
  failed: 'Failed',
  refunded: 'Refunded',
};

function PaymentList() {
  const { data = [] } = useQuery({
    queryKey: ['payments'],
    queryFn: async ({ signal }) => (await call(billingRoutes.payments, undefined, { signal })).data,
  });
  const shown = data.filter(({ paymentStatus }) => paymentStatus !== 'open');
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="payments" className="min-w-0">
      <h2 id="payments" className="text-2xl">
        Payments
      </h2>
      <div className="mt-4 overflow-x-auto rounded-lg border border-line bg-surface" role="group" aria-label="Payments">
        <table className="w-full text-start text-sm">
          <thead>
            <tr className="border-b border-line text-soft">
              {['Date', 'For', 'Amount', 'Status'].map((head) => (
                <th key={head} scope="col" className="px-4 py-2.5 text-start font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, createdAt, paymentType, price, currency, paymentStatus, log }) => (
              <tr key={id} className="border-b border-line last:border-0">
                <td className="px-4 py-2.5 whitespace-nowrap tabular-nums">{dateInWords(createdAt, 'medium')}</td>
                <td className="px-4 py-2.5">{kinds[paymentType]}</td>
                <td className="px-4 py-2.5 tabular-nums">{inMoney(price, currency)}</td>
                <td className="px-4 py-2.5">
                  {states[paymentStatus]}
                  {paymentStatus === 'failed' && <span className="block text-soft">{log}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
