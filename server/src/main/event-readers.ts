import { lossesForOperator } from '../features/videos/look.ts';
import { recordingEmails } from '../features/videos/recording-emails.ts';
import { type EventReader, forgetEvents } from '../platform/events/events.ts';

/** Every reader of events, in the order in which each event is delivered to them. */
export const eventReaders: readonly EventReader[] = [recordingEmails, lossesForOperator, forgetEvents];
