import type { World } from '../../platform/http/context.ts';
import { recordUptimeHour } from '../storage/uptime-hours.ts';
import { discardUpload } from './discard.ts';
import { idleUploads } from './store.ts';

/**
 * An unfinished upload is kept so many hours of a running server after its last byte: a week, as resumable uploads
 * usually are.
 */
const keptFor = 7 * 24;

/**
 * Cancels the uploads nobody has gone on with, and frees their disk; each only if it is idle still when its turn comes.
 */
export async function sweepUploads(world: World): Promise<void> {
  const hours = await recordUptimeHour(world);
  const idleSince = hours - keptFor;
  for (const { id } of await idleUploads(world.database.kysely, hours, idleSince))
    await discardUpload(world, id, 'cancelled', { idleSince });
}
