import { billingRoutes } from '@lectern/contract/billing/billing';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../session/call.ts';

/** What is sold, and by whom payments are taken. Changes only when the server is set up differently. */
export const useOffers = () =>
  useQuery({
    queryKey: ['offers'],
    queryFn: async ({ signal }) => (await call(billingRoutes.offers, undefined, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
