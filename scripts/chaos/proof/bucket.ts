import { allStanding } from '../../../server/src/features/storage/store.ts';
import type { Database } from '../../../server/src/platform/database/database.ts';
import type { Findings } from '../findings.ts';

/** Matches names that begin with an id: folders of recordings and archives of imports. */
const named = /^(?:videos|imports)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})[/.]/;

/**
 * Proves after a full sweep that every bucket key belongs to a row that needs it. No multipart upload or quarantine
 * remains.
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
