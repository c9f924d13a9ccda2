import type { WebhookKind } from '@lectern/contract/operations/webhooks';

/** Labels of the events that endpoints are told of. */
export const kindNames: Readonly<Record<WebhookKind, string>> = {
  'recording.ready': 'A recording is ready',
  'recording.failed': 'A recording failed',
  'recording.deleted': 'A recording was deleted',
  'chapters.changed': 'Chapters changed',
  'clip.ready': 'A clip is ready',
  'plan.changed': 'The plan changed',
  'limit.reached': 'A limit of the plan was reached',
};
