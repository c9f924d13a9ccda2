import { CallError } from '@lectern/contract/client';
import { videoRoutes } from '@lectern/contract/videos/videos';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, failureText } from '../../session/call.ts';
import { isWorking } from '../../ui/pipeline-progress.tsx';

/** A recording that turned out to be unusable is gone; a server that stumbles is asked again. */
const isRefused = (error: Error | null): boolean =>
  error instanceof CallError && error.status >= 400 && error.status < 500;

const isInspected = ({ steps }: VideoDetail): boolean =>
  steps.some(({ step, state }) => step === 'inspect' && (state === 'done' || state === 'failed'));

/**
 * Follows a recording after its last byte: returns its video, or the reason it could not be used. `interval` is in
 * milliseconds.
 */
export function useUploadFinished(id: string, interval: number): { video?: VideoDetail | undefined; refusal?: string } {
  const { data: video, error } = useQuery({
    queryKey: ['processing', id],
    queryFn: async ({ signal }) => (await call(videoRoutes.asset, { uploadId: id }, { signal })).data,
    refetchInterval: ({ state }) =>
      isRefused(state.error) || (state.data && !isWorking(state.data)) ? false : interval,
  });

  // Not before: the count of videos would go up for a recording that is refused a second later, and down again.
  const isKnown = isRefused(error) || (video !== undefined && isInspected(video));
  const queries = useQueryClient();
  useEffect(() => {
    if (isKnown) void queries.invalidateQueries({ queryKey: ['dashboard'] });
  }, [isKnown, queries]);
  return isRefused(error) ? { refusal: failureText(error) } : { video };
}
