import { Problem } from '@lectern/contract/problem';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../database/database.ts';
import type { World } from '../http/context.ts';
import type { JobDefinition } from '../jobs/jobs.ts';
import { recoverOrphans } from '../jobs/recover-orphans.ts';
import { deliveryKey, type EventReader, type RecordedEvent } from './events.ts';

const isWaiting = sql<boolean>`waits_for <> '{}'`;
const waitsFor = (reader: string): RawBuilder<boolean> => sql`${reader} = any(waits_for)`;

/** Lists the events that one of these readers has yet to handle. */
const waitingEvents = (db: Queryable, readers: readonly EventReader<World>[]): Promise<{ id: number }[]> =>
  db
    .selectFrom('events')
    .select('id')
    .where(isWaiting)
    .where(sql<boolean>`waits_for && ${readers.map(({ name }) => name)}::text[]`)
    .execute();

const memberOfEvent = (db: Queryable, id: number): Promise<{ workspace_id: string } | undefined> =>
  db.selectFrom('events').select('workspace_id').where('id', '=', id).executeTakeFirst();

/** Locks the first event of a member that waits for this reader. */
async function nextEvent(tx: Queryable, workspaceId: string, reader: string): Promise<RecordedEvent | undefined> {
  const row = await tx
    .selectFrom('events')
    .select([
      'id',
      'kind',
      'workspace_id as workspaceId',
      'subject_id as subjectId',
      'payload',
      'created_at as createdAt',
    ])
    .where('workspace_id', '=', workspaceId)
    .where(isWaiting)
    .where(waitsFor(reader))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row as RecordedEvent | undefined;
}

async function noteHandled(tx: Queryable, id: number, reader: string): Promise<void> {
  await tx
    .updateTable('events')
    .set({ waits_for: sql<string[]>`array_remove(waits_for, ${reader})` })
    .where('id', '=', id)
    .execute();
}

const forgetting = 'forgetting';

/** Deletes the events of a deleted account. Comes last of the readers, and throws while one is behind. */
export const forgetEvents: EventReader<World> = {
  name: forgetting,
  kinds: ['account.deleted', 'workspace.deleted'],
  async handle(_world, tx, { workspaceId }) {
    const others = sql<boolean>`array_remove(waits_for, ${forgetting}) <> '{}'`;
    const left = await tx
      .selectFrom('events')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where(others)
      .execute();
    if (left.length > 0) throw new Error(`${left.length} events of a deleted account wait for other readers.`);
    await tx.deleteFrom('events').where('workspace_id', '=', workspaceId).execute();
  },
};

/** Has a reader handle the next event of a member; false when none waits for it. */
const deliverNext = (world: World, workspaceId: string, reader: EventReader<World>): Promise<boolean> =>
  world.database.transaction(async (tx) => {
    const event = await nextEvent(tx, workspaceId, reader.name);
    if (!event) return false;
    await reader.handle(world, tx, event);
    await noteHandled(tx, event.id, reader.name);
    return true;
  });

/**
 * Delivers what a member's events wait for. A reader that fails is behind with this member alone, and holds up no other
 * reader.
 */
export const deliverEventsJob: JobDefinition<World, { eventId: number }> = {
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
        while (await deliverNext(world, event.workspace_id, reader)) signal.throwIfAborted();
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
