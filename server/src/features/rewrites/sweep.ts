import type { World } from '../../platform/context.ts';
import { dropBefore } from './store.ts';

/** Milliseconds for which a rewrite can be undone. */
const kept = 30 * 24 * 3_600_000;

/** Forgets what was rewritten so long ago that nobody undoes it. */
export const sweepRewrites = ({ database, now }: World): Promise<unknown> =>
  dropBefore(database.kysely, new Date(now().getTime() - kept));
