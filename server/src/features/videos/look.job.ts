import type { World } from '../../platform/http/context.ts';
import { z } from 'zod';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { lookForId } from './look.ts';

/** Looks for a recording that somebody did not find where it is kept. */
export const lookJob: JobDefinition<World, { videoId: string }> = {
  name: 'look',
  payload: z.object({ videoId: z.uuid() }),
  slots: 2,
  longestBackoff: 60,
  timeout: 300,
  run: (world, { videoId }) => lookForId(world, videoId),
};
