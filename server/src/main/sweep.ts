import type { World } from '../platform/context.ts';
import { sweepUploads } from '../features/uploads/sweep.ts';
import { sweepAccounts } from '../features/accounts/sweep.ts';

/** Removes what nobody can use any more: abandoned uploads, dead sessions, used links. */
export async function sweep(world: World): Promise<void> {
  await sweepUploads(world);
  await sweepAccounts(world);
}
