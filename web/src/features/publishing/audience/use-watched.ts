import { audienceRoutes } from '@lectern/contract/publishing/audience';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../session/call.ts';

/** Loads viewing figures of the last days, for one video or all. */
export const useWatched = (days: number, passthrough: string | undefined) =>
  useQuery({
    queryKey: ['watched', days, passthrough],
    queryFn: async ({ signal }) => {
      const of = passthrough === undefined ? {} : { passthrough };
      return (await call(audienceRoutes.watched, { days, ...of }, { signal })).data;
    },
    placeholderData: keepPreviousData,
  });
