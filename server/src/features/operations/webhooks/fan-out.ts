import type { WebhookKind } from '@lectern/contract/operations/webhooks';
import type { Queryable } from '../../../platform/database/database.ts';
import type { EventReader, EventKind, EventFact } from '../../../platform/events/events.ts';
import type { World } from '../../../platform/http/context.ts';
import { videoById } from '../../videos/find-video.ts';
import { insertDelivery, webhooksFor } from './store.ts';

/** Maps the kinds of events inside to those that are told. */
const told = {
  'recording.ready': 'recording.ready',
  'recording.failed': 'recording.failed',
  'video.deleted': 'recording.deleted',
  'chapters.changed': 'chapters.changed',
  'clip.ready': 'clip.ready',
  'plan.changed': 'plan.changed',
  'limit.reached': 'limit.reached',
} as const satisfies Partial<Record<EventKind, WebhookKind>>;

type Fact = EventFact & { subjectId: string };

const recordingOf = async (tx: Queryable, id: string): Promise<object> => {
  const video = await videoById(tx, id);
  return { id, title: video?.title ?? null, duration: video?.duration ?? null };
};

/** The data of an event: ids and what names them, never what was said. Durations in seconds. */
async function dataOf(tx: Queryable, fact: Fact): Promise<object> {
  const { subjectId, payload } = fact;
  if (fact.kind === 'recording.failed') {
    const { outcome, why } = fact.payload;
    return { ...(await recordingOf(tx, subjectId)), title: fact.payload.title, outcome, problem: why };
  }
  if (fact.kind === 'recording.ready') return recordingOf(tx, subjectId);
  if (fact.kind === 'video.deleted') return { id: subjectId };
  if (fact.kind === 'chapters.changed') return { recording: await recordingOf(tx, subjectId), by: fact.payload.by };
  if (fact.kind === 'clip.ready') return { id: subjectId, recording: await recordingOf(tx, fact.payload.videoId) };
  return payload;
}

type Message = { id: string; kind: string; data: object; at: Date };

/** Stores a message to an address and has it sent. Nothing where that was told it before. */
export async function queueDelivery(
  { jobs, now }: Pick<World, 'jobs' | 'now'>,
  tx: Queryable,
  { workspaceId, webhookId }: { workspaceId: string; webhookId: string },
  { id: messageId, kind, data, at }: Message,
): Promise<void> {
  const body = JSON.stringify({ type: kind, timestamp: at.toISOString(), data });
  const delivery = { webhook_id: webhookId, message_id: messageId, kind, body, created_at: now() };
  const id = await insertDelivery(tx, delivery);
  if (id !== undefined) await jobs.enqueue('deliver-webhook', { deliveryId: id }, { tx, member: workspaceId });
}

/** Stores each event for every address of its workspace that wants it. */
export const webhookFanOut: EventReader<World> = {
  name: 'webhooks',
  kinds: Object.keys(told) as (keyof typeof told)[],
  async handle(world, tx, event) {
    const { workspaceId } = event;
    const kind = told[event.kind as keyof typeof told];
    const webhooks = await webhooksFor(tx, workspaceId, kind);
    if (webhooks.length === 0) return;
    const message = { id: `evt_${event.id}`, kind, data: await dataOf(tx, event), at: event.createdAt };
    for (const { id } of webhooks) await queueDelivery(world, tx, { workspaceId, webhookId: id }, message);
  },
};
