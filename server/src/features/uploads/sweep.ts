import type { World } from '../../platform/http/context.ts';
import { discardUpload } from './discard.ts';
import { idleUploads } from './store.ts';
import { saveSetting, readSetting } from '../../platform/database/settings.ts';

const name = 'running_hours';

/** Milliseconds between two hours that are counted: a little less than one, for sweeps that come a little early. */
const hour = 55 * 60 * 1000;

/**
 * Counts the hours this installation has run; every sweep calls it. Deletion ages use this count, because a clock jump
 * adds at most one hour.
 */
async function recordUptimeHour({ database: { kysely }, now }: World): Promise<number> {
  const [hours = 0, last = -Infinity] = (await readSetting(kysely, name))?.split(' ').map(Number) ?? [];
  const at = now().getTime();
  if (Math.abs(at - last) < hour) return hours;
  await saveSetting(kysely, name, `${hours + 1} ${at}`);
  return hours + 1;
}

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
