import { billingRoutes, type SoldPlan } from '@lectern/contract/billing/billing';
import { replacedPeriod } from '@lectern/contract/rules/billing-period';
import { useState } from 'react';
import { call, tellFailure } from '../../session/call.ts';
import { mergeSession, useMember, useCan } from '../../session/stored-session.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { dateInWords } from '../../ui/date-in-words.ts';
import { useRestoredPage } from '../../ui/use-restored-page.ts';
import { useIsMounted } from '../../ui/use-is-mounted.ts';
import { useQuery } from '@tanstack/react-query';

/**
 * Opens a plan's payment page, asking first if payment ends a running period (not a trial if the plan was chosen at
 * registration). `dialog` belongs in the panel.
 */
export function useCheckout(onLeave: () => void = () => undefined) {
  const { id: userId } = useMember();
  const [leaving, setLeaving] = useState<string>();
  const { ask, dialog } = useConfirm();
  const isHere = useIsMounted();
  useRestoredPage(() => setLeaving(undefined));

  const agreesTo = async ({ label, price }: SoldPlan, detail: string | undefined): Promise<boolean> =>
    detail === undefined || ask({ title: `Pay $${price} for the ${label} today?`, detail, verb: 'Go to payment' });

  const start = async (plan: SoldPlan, { chosenBefore = false } = {}): Promise<void> => {
    const { key, priceId, productId } = plan;
    if (leaving || priceId === null || productId === null) return;
    setLeaving(key);
    try {
      const { data: terms } = await call(billingRoutes.checkoutTerms, { priceId, productId });
      if (!isHere()) return;
      const ends = replacedPeriod(chosenBefore ? { ...terms, ends_trial: null } : terms, dateInWords);
      if (!(await agreesTo(plan, ends))) return setLeaving(undefined);
      const { url } = await call(billingRoutes.checkout, { priceId, productId, userId });
      // The first checkout is what the wish of the registration led to.
      mergeSession({ wanted_plan: null });
      // Somebody who has gone to another page is not taken away from there.
      if (!isHere()) return;
      location.assign(url);
      onLeave();
    } catch (error) {
      setLeaving(undefined);
      tellFailure(error);
    }
  };
  return {
    leaving,
    dialog,
    start: (plan: SoldPlan, options?: { chosenBefore?: boolean }) => void start(plan, options),
  };
}

/** Loads the plans on sale and the payment provider, for who may pay. They change only with the server's setup. */
export const useOffers = () => {
  const can = useCan();
  return useQuery({
    enabled: can('bill'),
    queryKey: ['offers'],
    queryFn: async ({ signal }) => (await call(billingRoutes.offers, undefined, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
};
