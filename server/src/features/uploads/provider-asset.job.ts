import { z } from 'zod';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { enqueueAssetSync, takeAssetsToSync } from '../storage/provider-assets.ts';
import { syncAsset } from './sync-asset.ts';

/** Asks the media provider what became of an upload or an asset. What is never answered is asked again every minute. */
export const providerAssetJob: JobDefinition<{ id: string }> = {
  name: 'provider-asset',
  payload: z.object({ id: z.uuid() }),
  slots: 4,
  retries: 5,
  timeout: 300,
  run: (world, { id }) => syncAsset(world, id),
  async recoverOrphans(world) {
    if (!world.media.provider) return;
    for (const id of await takeAssetsToSync(world.database.kysely)) await enqueueAssetSync(world, id);
  },
};
