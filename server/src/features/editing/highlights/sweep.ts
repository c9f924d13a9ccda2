import { hour } from '@lectern/contract/rules/durations';
import type { World } from '../../../platform/http/context.ts';
import { purgeDeletedHighlights } from './store.ts';

/** Milliseconds for which one that was removed can be brought back. */
const kept = hour;

/** Deletes what was removed for good. */
export const sweepHighlights = ({ database, now }: World): Promise<unknown> =>
  purgeDeletedHighlights(database.kysely, new Date(now().getTime() - kept));
