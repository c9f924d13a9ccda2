import type { ProblemCode } from '@lectern/contract/problem';
import type { World } from '../../platform/context.ts';
import { settleUpload } from './store.ts';

/** Ends an open upload and removes its bytes. */
export async function discardUpload(
  world: World,
  id: string,
  state: 'rejected' | 'cancelled',
  problem: ProblemCode | null = null,
): Promise<void> {
  if (await settleUpload(world.database.kysely, id, state, problem)) await world.files.remove(id);
}
