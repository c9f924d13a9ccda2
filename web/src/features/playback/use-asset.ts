import { CallError } from '@lectern/contract/client';
import { requiredSteps, knownSteps, runnableSteps } from '@lectern/contract/rules/pipeline';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isFinal } from '../../session/call.ts';
import { assetQuery } from './asset-query.ts';

/** Milliseconds (specification, section 9). */
const pollingInterval = 1000;
/** Milliseconds, while nothing is missing but what nobody waits for. */
const laterInterval = 15_000;

/** When to look again: while the pipeline goes on by itself; a failed or blocked step waits for a person. */
function nextLook(video: VideoDetail): number | false {
  const steps = knownSteps(video.steps);
  const startable = new Set(runnableSteps(steps));
  const moving = steps.filter(({ step, state }) => state === 'running' || startable.has(step));
  if (requiredSteps(moving).length > 0) return pollingInterval;
  return moving.length > 0 && laterInterval;
}

/** There is no such video: its address is wrong, or it was deleted. */
export const isGone = (error: Error): boolean => error instanceof CallError && error.status === 404;

/**
 * Loads a video every second until it has chapters or waits for a person. Retries after failures; `error` stands
 * beside the last data until an answer arrives.
 */
export function useAsset(uploadId: string) {
  return useQuery({
    ...assetQuery(uploadId),
    // The next look is the next try: the page says so after the first failure, not after the third.
    retry: false,
    refetchInterval: ({ state: { data, error } }) => {
      if (isFinal(error)) return false;
      return error !== null || data === undefined ? pollingInterval : nextLook(data);
    },
  });
}

/**
 * How often what is played of a video was made again while its page was open: what a player has loaded is out of date
 * then.
 */
export function usePlayedAnew({ steps }: Pick<VideoDetail, 'steps'>): number {
  const isMade = steps.every(({ step, state }) => step !== 'playable' || state === 'done');
  const [seen, setSeen] = useState({ isMade, times: 0 });
  if (isMade !== seen.isMade) setSeen({ isMade, times: seen.times + (isMade ? 1 : 0) });
  return seen.times;
}
