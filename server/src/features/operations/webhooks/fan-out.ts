import type { WebhookKind } from '@lectern/contract/operations/webhooks';
import type { Queryable } from '../../../platform/database/database.ts';
import type { EventReader, EventKind, EventFact } from '../../../platform/events/events.ts';
import type { World } from '../../../platform/http/context.ts';
import { videoById } from '../../videos/find-video.ts';
import { queueTurn } from './deliver-webhook.job.ts';
import { insertDelivery, webhooksFor } from './store.ts';

/** Maps the kinds of events inside to those that are told. */
const told = {
  'recording.received': 'recording.received',
  'recording.ready': 'recording.ready',
  'recording.failed': 'recording.failed',
  'video.deleted': 'recording.deleted',
  'transcript.changed': 'transcript.changed',
  'chapters.changed': 'chapters.changed',
  'clip.ready': 'clip.ready',
  'clip.failed': 'clip.failed',
  'highlight.created': 'highlight.created',
  'share.created': 'share.created',
  'share.revoked': 'share.revoked',
  'portal.published': 'portal.published',
  'member.joined': 'member.joined',
  'member.left': 'member.left',
  'member.role_changed': 'member.role_changed',
  'key.created': 'key.created',
  'key.revoked': 'key.revoked',
  'plan.changed': 'plan.changed',
  'limit.reached': 'limit.reached',
} as const satisfies Partial<Record<EventKind, WebhookKind>>;

type Fact = EventFact & { subjectId: string };

const recordingOf = async (tx: Queryable, id: string): Promise<object> => {
  const video = await videoById(tx, id);
  return { id, title: video?.title ?? null, duration: video?.duration ?? null };
};

/** The data of an event: ids and what names them, never what was said. Durations in seconds. */
async function dataOf(tx: Queryable, { subjectId: id, ...fact }: Fact): Promise<object> {
  switch (fact.kind) {
    case 'recording.received':
    case 'recording.ready':
      return recordingOf(tx, id);
    case 'recording.failed': {
      const { title, outcome, why } = fact.payload;
      return { ...(await recordingOf(tx, id)), title, outcome, problem: why };
    }
    case 'video.deleted':
      return { id };
    case 'transcript.changed':
    case 'chapters.changed':
      return { recording: await recordingOf(tx, id), by: fact.payload.by };
    case 'clip.failed':
      return { id, recording: await recordingOf(tx, fact.payload.videoId), problem: fact.payload.why };
    case 'clip.ready':
    case 'highlight.created':
    case 'share.created':
    case 'share.revoked':
      return { id, recording: await recordingOf(tx, fact.payload.videoId) };
    case 'portal.published':
      return { count: fact.payload.count, recordings: fact.payload.videoIds };
    case 'member.joined':
    case 'member.left':
    case 'member.role_changed':
    case 'key.created':
    case 'key.revoked':
      return { id, ...fact.payload };
    default:
      return fact.payload;
  }
}

type Message = { id: string; kind: string; data: object; at: Date };

/** Stores a message to an endpoint and has it sent. Nothing where that was told it before. */
export async function queueDelivery(
  { jobs, now }: Pick<World, 'jobs' | 'now'>,
  tx: Queryable,
  { workspaceId, webhookId }: { workspaceId: string; webhookId: string },
  { id: messageId, kind, data, at }: Message,
): Promise<void> {
  const body = JSON.stringify({ type: kind, timestamp: at.toISOString(), data });
  const delivery = { webhook_id: webhookId, message_id: messageId, kind, body, created_at: now() };
  const id = await insertDelivery(tx, delivery);
  if (id !== undefined) await queueTurn({ jobs }, tx, { id, turn: 0, member: workspaceId });
}

/** Stores each event for every endpoint of its workspace that wants it. */
export const webhookFanOut: EventReader<World> = {
  name: 'webhooks',
  kinds: Object.keys(told) as (keyof typeof told)[],
  isWanted: async (tx, { kind, workspaceId }) =>
    (await webhooksFor(tx, workspaceId, told[kind as keyof typeof told])).length > 0,
  async handle(world, tx, event) {
    const { workspaceId } = event;
    const kind = told[event.kind as keyof typeof told];
    const webhooks = await webhooksFor(tx, workspaceId, kind);
    if (webhooks.length === 0) return;
    const message = { id: `evt_${event.id}`, kind, data: await dataOf(tx, event), at: event.createdAt };
    for (const { id } of webhooks) await queueDelivery(world, tx, { workspaceId, webhookId: id }, message);
  },
};
