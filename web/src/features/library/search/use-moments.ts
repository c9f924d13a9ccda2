import { videoRoutes } from '@lectern/contract/videos/videos';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../session/call.ts';
import { useMember } from '../../../session/stored-session.ts';
import { useInsiders } from '../../../session/workspaces.ts';

/** Names a quote that strangers are not shown. */
export const useOwnersQuote = (): string => `Quote only ${useInsiders()} see`;

/** The places of the library where words stand; nothing for less than two characters. */
export function useMoments(keyword: string) {
  const { id: userId } = useMember();
  return useQuery({
    queryKey: ['moments', keyword],
    queryFn: async ({ signal }) => (await call(videoRoutes.moments, { userId, keyword }, { signal })).data,
    enabled: keyword.trim().length > 1,
    placeholderData: keepPreviousData,
  });
}
