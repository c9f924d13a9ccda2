import type { ProblemCode } from '@lectern/contract/problem';
import type { World } from '../../platform/context.ts';
import { dropCaptionFile } from '../transcripts/caption-file.ts';
import { settleUpload, unfinishedOf } from './store.ts';

/** Ends an open upload and removes its bytes and its captions. */
export async function discardUpload(
  world: World,
  id: string,
  state: 'rejected' | 'cancelled',
  problem: ProblemCode | null = null,
): Promise<void> {
  if (!(await settleUpload(world.database.kysely, id, state, problem))) return;
  await dropCaptionFile(world.database.kysely, id);
  await world.files.remove(id);
}

/** Ends every upload of a member that is under way, for an account that goes. */
export async function discardUploadsOf(world: World, userId: string): Promise<void> {
  for (const { id } of await unfinishedOf(world.database.kysely, userId)) await discardUpload(world, id, 'cancelled');
}
