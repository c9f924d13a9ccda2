import type { World } from '../../platform/context.ts';
import { dropCorrectionsOfDeleted, dropRemoved } from './store.ts';

/** Milliseconds for which one that was removed can be brought back. */
const kept = 3_600_000;

/** Deletes the terms that were removed for good, and the corrections of recordings that were deleted. */
export async function sweepGlossary({ database, now }: World): Promise<void> {
  await dropRemoved(database.kysely, new Date(now().getTime() - kept));
  await dropCorrectionsOfDeleted(database.kysely);
}
