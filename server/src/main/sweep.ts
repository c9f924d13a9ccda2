import type { World } from '../platform/context.ts';
import { sweepImports } from '../features/exports/sweep.ts';
import { sweepFolders } from '../features/videos/sweep.ts';
import { sweepUploads } from '../features/uploads/sweep.ts';
import { sweepBilling } from '../features/billing/sweep.ts';
import { sweepTokens } from '../features/tokens/operations.ts';
import { sweepAccounts } from '../features/accounts/sweep.ts';

/**
 * Removes what nobody can use any more: abandoned uploads, folders without a video, dead sessions, used links, and the reservations of tokens
 * that a killed process left.
 */
export async function sweep(world: World): Promise<void> {
  await sweepUploads(world);
  await sweepFolders(world);
  await sweepImports(world);
  await sweepAccounts(world);
  await sweepTokens(world);
  await sweepBilling(world);
}
