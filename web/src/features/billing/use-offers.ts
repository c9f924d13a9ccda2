import { billingRoutes } from '@lectern/contract/billing/billing';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../session/call.ts';

/** Loads the plans on sale and the payment provider. They change only with the server's setup. */
export const useOffers = () =>
  useQuery({
    queryKey: ['offers'],
    queryFn: async ({ signal }) => (await call(billingRoutes.offers, undefined, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
