import { z } from 'zod';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { finishRemoval } from './removals.ts';

/** Removes the files of an id. A storage that is away is waited for; what fails for good is left to the sweep. */
export const removalJob: JobDefinition<{ id: string }> = {
  name: 'removal',
  payload: z.object({ id: z.uuid() }),
  slots: 4,
  retries: 10,
  longestBackoff: 60,
  run: (world, { id }) => finishRemoval(world, id),
};
