import { day } from '@lectern/contract/rules/durations';
import type { World } from '../../../platform/http/context.ts';
import { dropBefore } from './store.ts';

/** Milliseconds for which a rewrite can be undone. */
const kept = 30 * day;

/** Forgets what was rewritten so long ago that nobody undoes it. */
export async function sweepRewrites({ database, now }: World): Promise<void> {
  await dropBefore(database.kysely, new Date(now().getTime() - kept));
}
