import { type ListedVideo, videoRoutes } from '@lectern/contract/videos/videos';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../session/call.ts';

export const libraryQuery = (userId: string) =>
  queryOptions({
    queryKey: ['videos'],
    queryFn: async ({ signal }): Promise<ListedVideo[]> =>
      (await call(videoRoutes.list, { userId, page: 1, limit: 100 }, { signal })).data,
  });
