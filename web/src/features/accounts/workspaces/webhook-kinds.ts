import type { WebhookKind } from '@lectern/contract/operations/webhooks';

/** Labels of the events that endpoints are told of. */
export const kindNames: Readonly<Record<WebhookKind, string>> = {
  'recording.received': 'A recording was received',
  'recording.ready': 'A recording is ready',
  'recording.failed': 'A recording failed',
  'recording.deleted': 'A recording was deleted',
  'transcript.changed': 'A transcript changed',
  'chapters.changed': 'Chapters changed',
  'clip.ready': 'A clip is ready',
  'clip.failed': 'A clip failed',
  'highlight.created': 'A highlight was made',
  'share.created': 'A link was made',
  'share.revoked': 'A link was revoked',
  'portal.published': 'Recordings were published in the portal',
  'member.joined': 'A person joined',
  'member.left': 'A person left or was removed',
  'member.role_changed': 'The role of a person changed',
  'key.created': 'An API key was made',
  'key.revoked': 'An API key was revoked',
  'plan.changed': 'The plan changed',
  'limit.reached': 'A limit of the plan was reached',
};
