import type { Plan } from '@lectern/contract/accounts/accounts';
import { day } from '@lectern/contract/rules/durations';
import type { Role } from '@lectern/contract/rules/rights';
import { sql } from 'kysely';
import type { Database, Queryable } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';

/** An API key, without its secret. */
type KeyFacts = { name: string; prefix: string; kind: 'person' | 'workspace' | 'app' };

/** The closed list of kinds. Programs of others will read them, so a kind keeps its name and its fields. */
type Payloads = {
  /** It has come whole; its processing begins. */
  'recording.received': Record<string, never>;
  'recording.ready': { title: string; wordless: boolean };
  /** `refused`: it has not been kept. `why` is a text for the member. */
  'recording.failed': { title: string; outcome: 'failed' | 'needs captions' | 'refused'; why: string };
  /** `place` names it to the operator. */
  'recording.lost': { title: string; place: string };
  'chapters.changed': { by: 'member' | 'engine' };
  'transcript.changed': { by: 'member' | 'engine' };
  'clip.ready': { videoId: string };
  'clip.failed': { videoId: string; why: string };
  'highlight.created': { videoId: string };
  'share.created': { videoId: string };
  'share.revoked': { videoId: string };
  /** `videoIds`: the first of so many recordings that strangers see from now on. */
  'portal.published': { count: number; videoIds: readonly string[] };
  'member.joined': { role: Role };
  'member.left': Record<string, never>;
  'member.role_changed': { role: Role };
  'key.created': KeyFacts;
  'key.revoked': KeyFacts;
  'plan.changed': { from: Plan; to: Plan };
  'limit.reached': { limit: 'videos' | 'minutes' };
  'video.deleted': Record<string, never>;
  'account.deleted': Record<string, never>;
  'workspace.deleted': Record<string, never>;
};

export type EventKind = keyof Payloads;

/** A kind with the payload that belongs to it. */
export type EventFact = { [Kind in EventKind]: { kind: Kind; payload: Payloads[Kind] } }[EventKind];

/** `workspaceId`: the member it concerns. `subjectId`: the video, clip or member it happened to. */
export type NewEvent = EventFact & { workspaceId: string; subjectId: string };
export type RecordedEvent = NewEvent & { id: number; createdAt: Date };

/**
 * Handles each event of its kinds once, and those of a member in their order: in the transaction that notes it, so it
 * calls no port.
 */
export type EventReader<World> = {
  /** Stored with each event that waits for it. */
  name: string;
  kinds: readonly EventKind[];
  /** Whether the workspace of an event has anybody to tell, asked when it is recorded; without it, always. */
  isWanted?(tx: Queryable, event: Pick<NewEvent, 'kind' | 'workspaceId'>): Promise<boolean>;
  handle(world: World, tx: Queryable, event: RecordedEvent): Promise<void>;
};

/** The parts of the world that record an event in the transaction of a change. */
export type EventWriter = {
  database: Database;
  eventReaders: readonly Pick<EventReader<never>, 'name' | 'kinds' | 'isWanted'>[];
  jobs: Jobs;
  now(): Date;
};

export const deliveryKey = (id: number): string => `deliver-events/${id}`;

/** Records that something happened, in the transaction in which it does, and wakes the readers it waits for. */
export async function recordEvent(
  { eventReaders, jobs, now }: EventWriter,
  tx: Queryable,
  { kind, payload, workspaceId, subjectId }: NewEvent,
): Promise<void> {
  const readers: string[] = [];
  for (const reader of eventReaders)
    if (reader.kinds.includes(kind) && ((await reader.isWanted?.(tx, { kind, workspaceId })) ?? true))
      readers.push(reader.name);
  const { id } = await tx
    .insertInto('events')
    .values({
      kind,
      workspace_id: workspaceId,
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

/** Counts the events of each kind after a moment, for statistics. */
export const countEvents = (db: Queryable, after: Date): Promise<{ kind: string; n: number }[]> =>
  db
    .selectFrom('events')
    .select(['kind', (eb) => eb.fn.countAll<number>().as('n')])
    .where('created_at', '>', after)
    .groupBy('kind')
    .execute();

/** Milliseconds for which a handled event stays. */
const kept = 7 * day;

export async function sweepEvents({ database, now }: Pick<EventWriter, 'database' | 'now'>): Promise<void> {
  await database.kysely
    .deleteFrom('events')
    .where('created_at', '<', new Date(now().getTime() - kept))
    .where('waits_for', '=', sql<string[]>`'{}'`)
    .execute();
}
