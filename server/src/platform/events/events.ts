import type { Plan } from '@lectern/contract/accounts/accounts';
import { day } from '@lectern/contract/rules/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../database/database.ts';
import type { World } from '../http/context.ts';
import { Problem } from '@lectern/contract/problem';
import { z } from 'zod';
import type { JobDefinition } from '../jobs/jobs.ts';
import { recoverOrphans } from '../jobs/recover-orphans.ts';

/** The closed list of kinds. Programs of others will read them, so a kind keeps its name and its fields. */
type Payloads = {
  'recording.ready': { title: string; wordless: boolean };
  /** `refused`: it has not been kept. `why` is a text for the member. */
  'recording.failed': { title: string; outcome: 'failed' | 'needs captions' | 'refused'; why: string };
  /** `place` names it to the operator. */
  'recording.lost': { title: string; place: string };
  'chapters.changed': { by: 'member' | 'engine' };
  'clip.ready': { videoId: string };
  'plan.changed': { from: Plan; to: Plan };
  'limit.reached': { limit: 'videos' | 'minutes' };
  'video.deleted': Record<string, never>;
  'account.deleted': Record<string, never>;
};

export type EventKind = keyof Payloads;

/** A kind with the payload that belongs to it. */
export type EventFact = { [Kind in EventKind]: { kind: Kind; payload: Payloads[Kind] } }[EventKind];

/** `userId`: the member it concerns. `subjectId`: the video, clip or member it happened to. */
export type NewEvent = EventFact & { userId: string; subjectId: string };
export type RecordedEvent = NewEvent & { id: number; createdAt: Date };

/**
 * Handles each event of its kinds once, and those of a member in their order: in the transaction that notes it, so it
 * calls no port.
 */
export type EventReader = {
  /** Stored with each event that waits for it. */
  name: string;
  kinds: readonly EventKind[];
  handle(world: World, tx: Queryable, event: RecordedEvent): Promise<void>;
};

/** The parts of the world that record an event in the transaction of a change. */
export type EventWriter = Pick<World, 'database' | 'eventReaders' | 'jobs' | 'now'>;

export const deliveryKey = (id: number): string => `deliver-events/${id}`;

/** Records that something happened, in the transaction in which it does, and wakes the readers it waits for. */
export async function recordEvent(
  { eventReaders, jobs, now }: EventWriter,
  tx: Queryable,
  { kind, payload, userId, subjectId }: NewEvent,
): Promise<void> {
  const readers = eventReaders.filter(({ kinds }) => kinds.includes(kind)).map(({ name }) => name);
  const { id } = await tx
    .insertInto('events')
    .values({
      kind,
      user_id: userId,
      subject_id: subjectId,
      payload: JSON.stringify(payload),
      waits_for: readers,
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // A key for all events would lose this one to a delivery that has looked before it commits.
  if (readers.length > 0) await jobs.enqueue('deliver-events', { eventId: id }, { tx, key: deliveryKey(id) });
}

const isWaiting = sql<boolean>`waits_for <> '{}'`;
const waitsFor = (reader: string): RawBuilder<boolean> => sql`${reader} = any(waits_for)`;

/** Lists the events that one of these readers has yet to handle. */
export const waitingEvents = (db: Queryable, readers: readonly EventReader[]): Promise<{ id: number }[]> =>
  db
    .selectFrom('events')
    .select('id')
    .where(isWaiting)
    .where(sql<boolean>`waits_for && ${readers.map(({ name }) => name)}::text[]`)
    .execute();

export const memberOfEvent = (db: Queryable, id: number): Promise<{ user_id: string } | undefined> =>
  db.selectFrom('events').select('user_id').where('id', '=', id).executeTakeFirst();

/** Locks the first event of a member that waits for this reader. */
export async function nextEvent(tx: Queryable, userId: string, reader: string): Promise<RecordedEvent | undefined> {
  const row = await tx
    .selectFrom('events')
    .select(['id', 'kind', 'user_id as userId', 'subject_id as subjectId', 'payload', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where(isWaiting)
    .where(waitsFor(reader))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row as RecordedEvent | undefined;
}

/** Counts the events of each kind after a moment, for statistics. */
export const countEvents = (db: Queryable, after: Date): Promise<{ kind: string; n: number }[]> =>
  db
    .selectFrom('events')
    .select(['kind', (eb) => eb.fn.countAll<number>().as('n')])
    .where('created_at', '>', after)
    .groupBy('kind')
    .execute();

export async function noteHandled(tx: Queryable, id: number, reader: string): Promise<void> {
  await tx
    .updateTable('events')
    .set({ waits_for: sql<string[]>`array_remove(waits_for, ${reader})` })
    .where('id', '=', id)
    .execute();
}

const forgetting = 'forgetting';

/** Deletes the events of a deleted account. Comes last of the readers, and throws while one is behind. */
export const forgetEvents: EventReader = {
  name: forgetting,
  kinds: ['account.deleted'],
  async handle(_world, tx, { userId }) {
    const others = sql<boolean>`array_remove(waits_for, ${forgetting}) <> '{}'`;
    const left = await tx.selectFrom('events').select('id').where('user_id', '=', userId).where(others).execute();
    if (left.length > 0) throw new Error(`${left.length} events of a deleted account wait for other readers.`);
    await tx.deleteFrom('events').where('user_id', '=', userId).execute();
  },
};

/** Milliseconds for which a handled event stays. */
const kept = 7 * day;

export async function sweepEvents({ database, now }: Pick<World, 'database' | 'now'>): Promise<void> {
  await database.kysely
    .deleteFrom('events')
    .where('created_at', '<', new Date(now().getTime() - kept))
    .where('waits_for', '=', sql<string[]>`'{}'`)
    .execute();
}

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
