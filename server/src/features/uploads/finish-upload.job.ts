import type { World } from '../../platform/http/context.ts';
import { z } from 'zod';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { withUploadLease, LeaseLostError, withUploadMutex } from './lease.ts';
import { finishUpload, waitsForMember } from './finish.ts';
import { leftWhole } from './store.ts';

/**
 * Finishes an upload that was complete when its server died, as the client may be gone. Waits until the member may
 * upload and the library has room.
 */
export const finishUploadJob: JobDefinition<World, { id: string }> = {
  name: 'finish-upload',
  payload: z.object({ id: z.uuid() }),
  // One waits while a request is at it, if it lives.
  slots: 4,
  fairByMember: true,
  maxPerMember: 2,
  timeout: 3600,
  async run(world, { id }) {
    try {
      await withUploadMutex(id, () =>
        withUploadLease(world, id, async (claim) => {
          const { received, size } = claim.upload;
          if (size !== null && received === size) await finishUpload(world, claim, size);
        }),
      );
    } catch (error) {
      // Somebody else has finished or ended it; or its member may not upload any more, or has no place left for it: it waits.
      if (!(error instanceof LeaseLostError || waitsForMember(error))) throw error;
    }
  },
  async recoverOrphans(world) {
    for (const { id, workspace_id: member } of await leftWhole(world.database.kysely, world.now()))
      await world.jobs.enqueue('finish-upload', { id }, { key: `finish-upload/${id}`, member });
  },
};
