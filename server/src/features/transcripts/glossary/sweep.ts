import { hour } from '@lectern/contract/rules/durations';
import type { World } from '../../../platform/http/context.ts';
import { purgeDeletedTerms } from './store.ts';

/** Milliseconds for which one that was removed can be brought back. */
const kept = hour;

/** Deletes the terms that were removed for good. */
export async function sweepGlossary({ database, now }: World): Promise<void> {
  await purgeDeletedTerms(database.kysely, new Date(now().getTime() - kept));
}
