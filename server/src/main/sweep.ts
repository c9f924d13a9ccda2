import type { World } from '../platform/context.ts';
import { sweepUploads } from '../features/uploads/sweep.ts';
import { sweepBilling } from '../features/billing/sweep.ts';
import { sweepTokens } from '../features/tokens/operations.ts';
import { sweepAccounts } from '../features/accounts/sweep.ts';

/**
 * Removes what nobody can use any more: abandoned uploads, dead sessions, used links, and the reservations of tokens
 * that a killed process left.
 */
export async function sweep(world: World): Promise<void> {
  await sweepUploads(world);
  await sweepAccounts(world);
  await sweepTokens(world);
  await sweepBilling(world);
}
