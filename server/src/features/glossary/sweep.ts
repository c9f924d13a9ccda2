import type { World } from '../../platform/context.ts';
import { dropRemoved } from './store.ts';

/** Milliseconds for which one that was removed can be brought back. */
const kept = 3_600_000;

/** Deletes the terms that were removed for good. */
export const sweepGlossary = ({ database, now }: World): Promise<unknown> =>
  dropRemoved(database.kysely, new Date(now().getTime() - kept));
