import { adminRoutes, type AdminSearchHit, longestFilter } from '@lectern/contract/operations/admin';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { adminCall } from '../../../session/admin-call.ts';

/** Users and videos that a text finds; none for no text. */
export function useAdminSearch(text: string): readonly AdminSearchHit[] {
  const q = text.slice(0, longestFilter);
  const { data } = useQuery({
    queryKey: ['admin', 'find', q],
    queryFn: async ({ signal }) => (await adminCall(adminRoutes.find, { q }, { signal })).data,
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
  });
  return q.trim() === '' ? [] : (data ?? []);
}
