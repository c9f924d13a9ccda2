import type { World } from '../../platform/context.ts';
import { countable, type Visit } from '../../platform/visits.ts';
import { addViews } from './store.ts';

/** Milliseconds between two writes: a thousand viewers cost the database as much as one. */
const pause = 3000;

type Tally = { views: Map<string, number>; timer: NodeJS.Timeout | undefined };

/** What was counted and is not yet written; a sudden end loses these seconds of it. */
const tallies = new WeakMap<World['database'], Tally>();

function tallyOf({ database }: Pick<World, 'database'>): Tally {
  const tally = tallies.get(database) ?? { views: new Map(), timer: undefined };
  tallies.set(database, tally);
  return tally;
}

/** Counts views of a link; resolves with how many of them were taken. */
export function countViews(
  world: Pick<World, 'database' | 'now' | 'log'>,
  shareId: string,
  wanted: number,
  visit: Visit,
): number {
  const taken = countable(world, visit, wanted);
  if (taken === 0) return 0;
  const tally = tallyOf(world);
  tally.views.set(shareId, (tally.views.get(shareId) ?? 0) + taken);
  tally.timer ??= setTimeout(() => void flushViews(world), pause).unref();
  return taken;
}

/** Writes what was counted. */
export async function flushViews(world: Pick<World, 'database' | 'now' | 'log'>): Promise<void> {
  const tally = tallyOf(world);
  clearTimeout(tally.timer);
  tally.timer = undefined;
  const { views } = tally;
  if (views.size === 0) return;
  tally.views = new Map();
  try {
    await addViews(world.database.kysely, views, world.now());
  } catch (error) {
    world.log.error({ err: error, links: views.size }, 'Views of links could not be counted.');
  }
}
