import { billingRoutes, type SoldPlan } from '@lectern/contract/billing';
import { useState } from 'react';
import { call, failureText, isAnnounced } from '../../session/call.ts';
import { useMember } from '../../session/stored-session.ts';
import { toast } from '../../ui/toast.tsx';
import { useStillHere } from '../../ui/use-still-here.ts';

/** Opens the payment page for a plan: the browser leaves for the address the server returns. */
export function useCheckout(onLeave: () => void = () => undefined) {
  const { id: userId } = useMember();
  const [leaving, setLeaving] = useState<string>();
  const isHere = useStillHere();
  const start = async ({ key, priceId, productId }: SoldPlan): Promise<void> => {
    if (leaving || priceId === null || productId === null) return;
    setLeaving(key);
    try {
      const { url } = await call(billingRoutes.checkout, { priceId, productId, userId });
      // Somebody who has gone to another page is not taken away from there.
      if (!isHere()) return;
      location.assign(url);
      onLeave();
    } catch (error) {
      setLeaving(undefined);
      if (!isAnnounced(error)) toast.error(failureText(error));
    }
  };
  /** The plan whose payment page is being opened. */
  return { leaving, start: (plan: SoldPlan) => void start(plan) };
}
