import type { VideoDetail } from '@lectern/contract/videos/videos';
import { useState } from 'react';

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
