import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../session/call.ts';

export const useDashboard = () =>
  useQuery({
    queryKey: ['dashboard'],
    queryFn: async ({ signal }) => (await call(dashboardRoutes.dashboard, undefined, { signal })).data,
  });
