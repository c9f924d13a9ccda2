import { z } from 'zod';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { finalProblem } from '../../platform/jobs/final-problem.ts';
import { tellOperator } from '../mail/concerns/concerns.ts';
import { storageKeys } from './keys.ts';
import { formatUtcDay } from './provider-assets.ts';
import { finishRemoval } from './pending-deletions.ts';

/**
 * Removes the files of an id. A storage that is away is waited for; what fails for good is told, and left to the sweep.
 */
export const removalJob: JobDefinition<{ id: string }> = {
  name: 'removal',
  payload: z.object({ id: z.uuid() }),
  slots: 4,
  retries: 10,
  longestBackoff: 60,
  async run(world, { id }, job) {
    try {
      await finishRemoval(world, id);
    } catch (error) {
      const { text } = finalProblem(error, job);
      await world.database.transaction((tx) =>
        tellOperator(world, tx, {
          kind: 'recordings',
          subject: `removal/${formatUtcDay(world.now())}`,
          text: `The files of what was deleted, ${storageKeys.folder(id)}, cannot be removed from ${world.storage.place}: ${text} The sweep of each hour tries it again.`,
        }),
      );
      throw error;
    }
  },
};
