import { CallError } from '@lectern/contract/client';
import { ready } from '@lectern/contract/rules/pipeline';
import { type VideoAsset, videoRoutes } from '@lectern/contract/videos';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../session/call.ts';
import { videoKey } from '../../session/shown-video.ts';

/** Milliseconds (specification, section 9). */
const pollingInterval = 1000;

/** True while the pipeline goes on by itself; a failed or blocked step waits for a person. */
const isMoving = ({ steps }: VideoAsset): boolean =>
  steps.some(({ state }) => state === 'running') || ready(steps).length > 0;

/** A refusal that asking again will not change: the video is gone, or the session is. */
export const isFinal = (error: Error | null): boolean =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && ![408, 429].includes(error.status);

/**
 * The video of an address, asked for every second until it has its chapters or waits for a person.
 * A server or a line that fails is asked again as well; `error` stands beside what is known until it answers.
 */
export function useAsset(uploadId: string) {
  return useQuery({
    queryKey: videoKey(uploadId),
    queryFn: async ({ signal }) => (await call(videoRoutes.asset, { uploadId }, { signal })).data,
    // The next look is the next try: the page says so after the first failure, not after the third.
    retry: false,
    refetchInterval: ({ state: { data, error } }) => {
      if (isFinal(error)) return false;
      return error !== null || data === undefined || isMoving(data) ? pollingInterval : false;
    },
  });
}
