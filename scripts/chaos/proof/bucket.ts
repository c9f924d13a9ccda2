import { allStanding } from '../../../server/src/features/storage/store.ts';
import type { Database } from '../../../server/src/platform/database/database.ts';
import type { Findings } from '../findings.ts';

/** Whatever lies under a name that begins with an id: the folders of recordings and the archives of imports. */
const named = /^(?:videos|imports)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})[/.]/;

/**
 * After a sweep for which nothing is young any more, every key of the bucket belongs to a row that needs it, wherever it
 * stands, and nothing that was begun in parts is left. What was set aside has no row either: whatever the product ends it
 * has to remove.
 */
export async function proveBucket(
  findings: Findings,
  database: Database,
  { keys, begun }: { keys: readonly string[]; begun: readonly string[] },
  prefix: string,
): Promise<void> {
  const standing = new Set(await allStanding(database.kysely));
  for (const key of keys) {
    const own = key.startsWith(`${prefix}/`) ? key.slice(prefix.length + 1) : '';
    const [, id] = named.exec(own) ?? [];
    const isOwned = own === 'installation' || (id !== undefined && standing.has(id));
    findings.check('every object of the bucket has an owner', isOwned, key);
  }
  findings.check('nothing that was begun in parts is left in the bucket', begun.length === 0, begun.join(', '));
}
