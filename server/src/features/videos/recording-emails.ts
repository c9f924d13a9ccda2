import type { World } from '../../platform/http/context.ts';
import type { EventReader, RecordedEvent } from '../../platform/events/events.ts';
import type { Note, Reader } from '../mail/compose.ts';
import { queueEmail } from '../mail/queue-email.ts';
import { selectOwners } from '../accounts/workspaces/owners.ts';
import {
  recordingFailedEmail,
  recordingLostEmail,
  recordingReadyEmail,
  recordingRefusedEmail,
  captionsNeededEmail,
} from './emails.ts';

const failures = {
  failed: ['recording-failed', recordingFailedEmail],
  'needs captions': ['recording-needs-captions', captionsNeededEmail],
  refused: ['recording-refused', recordingRefusedEmail],
} as const;

function emailOf(world: World, reader: Reader, event: RecordedEvent): [kind: string, note: Note] | undefined {
  const id = event.subjectId;
  if (event.kind === 'recording.ready')
    return ['recording-ready', recordingReadyEmail(world, reader, { id, title: event.payload.title }, event.payload)];
  if (event.kind === 'recording.lost')
    return ['recording-lost', recordingLostEmail(world, reader, { id, title: event.payload.title })];
  if (event.kind !== 'recording.failed') return undefined;
  const { title, outcome, why } = event.payload;
  const [kind, letter] = failures[outcome];
  return [kind, letter(world, reader, { id, title }, why)];
}

/**
 * Emails the owners of a recording's workspace while their account is active and, but for what everybody must know, they
 * want such mail.
 */
export const recordingEmails: EventReader<World> = {
  name: 'recording-emails',
  kinds: ['recording.ready', 'recording.failed', 'recording.lost'],
  async handle(world, tx, event) {
    const readers = await selectOwners(tx)
      .select(['users.email', 'users.firstname'])
      .where('owner.workspace_id', '=', event.workspaceId)
      .where('users.is_active', '=', true)
      .where('users.verified_at', 'is not', null)
      .$if(event.kind !== 'recording.lost', (query) => query.where('users.recording_mails', '=', true))
      .execute();
    for (const reader of readers) {
      const email = emailOf(world, reader, event);
      if (email) await queueEmail(world, tx, reader.email, ...email);
    }
  },
};
