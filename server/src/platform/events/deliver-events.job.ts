import { Problem } from '@lectern/contract/problem';
import { z } from 'zod';
import type { World } from '../http/context.ts';
import type { JobDefinition } from '../jobs/jobs.ts';
import { recoverOrphans } from '../jobs/recover-orphans.ts';
import { deliveryKey, type EventReader, memberOfEvent, nextEvent, noteHandled, waitingEvents } from './events.ts';

/** Has a reader handle the next event of a member; false when none waits for it. */
const deliverNext = (world: World, userId: string, reader: EventReader): Promise<boolean> =>
  world.database.transaction(async (tx) => {
    const event = await nextEvent(tx, userId, reader.name);
    if (!event) return false;
    await reader.handle(world, tx, event);
    await noteHandled(tx, event.id, reader.name);
    return true;
  });

/**
 * Delivers what a member's events wait for. A reader that fails is behind with this member alone, and holds up no other
 * reader.
 */
export const deliverEventsJob: JobDefinition<{ eventId: number }> = {
  name: 'deliver-events',
  payload: z.object({ eventId: z.number() }),
  retries: 30,
  longestBackoff: 3600,
  async run(world, { eventId }, { signal }) {
    const event = await memberOfEvent(world.database.kysely, eventId);
    if (!event) return;
    const failures: unknown[] = [];
    for (const reader of world.eventReaders)
      try {
        while (await deliverNext(world, event.user_id, reader)) signal.throwIfAborted();
      } catch (error) {
        failures.push(error);
      }
    // A failure that would end the job is tried again with the others.
    if (failures.length > 0) throw new AggregateError(failures, `Events wait for a reader: ${failures.join('; ')}`);
  },
  async recoverOrphans(world) {
    const waiting = await waitingEvents(world.database.kysely, world.eventReaders);
    await recoverOrphans(world, waiting, ({ id }) => deliveryKey(id), {
      settle: (tx, { id }) => world.jobs.enqueue(deliverEventsJob.name, { eventId: id }, { tx, key: deliveryKey(id) }),
    });
  },
  async onCancel() {
    throw new Problem('bad_request', {
      detail: 'This job tells others what has happened, and begins again until it has: it cannot be cancelled.',
    });
  },
};
